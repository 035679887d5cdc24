// The width that a chart has, in pixels: charts are drawn at their real size, so that their texts keep theirs.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Null until it has been measured. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number | null] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const measured = element.current!;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
