// Tells when an element is really in view: drawn, inside whatever scrolls around it, and in a window that is visible.

import { type RefObject, useEffect, useRef } from 'react';

/** `key` is null while there is nothing to see; a new one is awaited anew. */
export function useInView(
  element: RefObject<Element | null>,
  key: string | null,
  onSeen: (() => void) | undefined,
): void {
  const told = useRef(onSeen);
  told.current = onSeen;
  useEffect(() => {
    if (key === null || element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      told.current?.();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, key]);
}
