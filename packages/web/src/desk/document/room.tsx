// What the sheet of a document lies on. It scrolls, also by keyboard, brings the quote to a third of its height, and
// tells which text the reader selects.

import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import styles from './document.module.css';

interface RoomProps {
  room: RefObject<HTMLElement | null>;
  /** A number of a page, where there are pages. */
  page?: number | null;
  onSelect?: ((text: string, page: number | null) => void) | undefined;
  /** Beyond the end, and before the beginning. */
  onTurn?: (by: 1 | -1) => void;
  children: ReactNode;
}

export function Room({ room, page = null, onSelect, onTurn, children }: RoomProps) {
  const tellSelected = () => {
    const selection = getSelection();
    if (onSelect === undefined || selection === null || !room.current?.contains(selection.anchorNode)) return;
    const text = selection.toString().replaceAll(/\s+/g, ' ').trim();
    if (text !== '') onSelect(text, page);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const { scrollTop, clientHeight, scrollHeight } = room.current!;
    if (key === 'PageDown' && scrollTop + clientHeight >= scrollHeight - 1) onTurn?.(1);
    if (key === 'PageUp' && scrollTop <= 0) onTurn?.(-1);
  };
  return (
    <section
      ref={room}
      className={styles.room}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label="Text of the document"
      onPointerUp={tellSelected}
      onKeyUp={tellSelected}
      onKeyDown={onKeyDown}
    >
      {children}
    </section>
  );
}

/** Scrolls once for each key that is not null. */
export function useScrolledTo(
  room: RefObject<HTMLElement | null>,
  frame: RefObject<Element | null>,
  key: string | null,
): void {
  useLayoutEffect(() => {
    if (key === null || frame.current === null) return;
    const box = room.current!;
    const wanted = frame.current.getBoundingClientRect();
    const { top, left, right } = box.getBoundingClientRect();
    box.scrollTop += wanted.top - top - box.clientHeight / 3;
    if (wanted.left < left || wanted.right > right) box.scrollLeft += wanted.left - left - 16;
  }, [room, frame, key]);
}
