// Which blocks of a long table are near the window, and how high the others were when they were drawn.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows in a block. */
export const BLOCK = 50;
/** How far outside the window rows are drawn, in pixels. */
const AHEAD = '800px 0px';
/** As many blocks all stay drawn, so that searching in the page and printing find their rows. */
const ALL_STAY = 4;
/** With its line, until a block has been drawn. */
const ROW_HEIGHT = 32;

/** Heights that blocks had, by the table's label, so that Back finds the page as long as it was. */
const kept = new Map<string, Map<number, number>>();

export interface Blocks {
  /** By block. */
  heights: number[];
  isDrawn: (block: number) => boolean;
  /** The first and the last block that is drawn. */
  first: number;
  last: number;
}

/** The index of the last row of a block. */
export function lastOf(block: number, total: number): number {
  return Math.min((block + 1) * BLOCK, total) - 1;
}

export function useBlocks(table: RefObject<HTMLTableElement | null>, label: string, total: number): Blocks {
  const number = Math.max(1, Math.ceil(total / BLOCK));
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set([0]));
  const heights = useRef(kept.get(label) ?? new Map<number, number>());
  useEffect(() => {
    kept.set(label, heights.current);
    const root = table.current;
    if (root === null) return;
    const observer = new IntersectionObserver(
      (changes) => setDrawn((before) => afterChanges(before, changes, heights.current)),
      { rootMargin: AHEAD },
    );
    // They stay the same elements as long as their number does.
    for (const body of [...root.tBodies].slice(0, number)) observer.observe(body);
    return () => observer.disconnect();
  }, [table, label, number]);
  // The others are taken to be as high, so that the page is as long as it will be before anybody scrolls.
  const [, setMeasured] = useState(false);
  useLayoutEffect(() => {
    for (const block of drawn) {
      const body = table.current?.querySelector(`[data-block="${block}"]`);
      if (heights.current.has(block) || body?.querySelectorAll('[data-index]').length !== BLOCK) continue;
      heights.current.set(block, body.getBoundingClientRect().height);
      setMeasured(true);
    }
  });
  const known = [...heights.current.values()];
  const usual =
    known.length === 0 ? ROW_HEIGHT * BLOCK : known.reduce((sum, one) => sum + one, 0) / known.length;
  const near = [...drawn].filter((block) => block < number);
  return {
    heights: Array.from({ length: number }, (_, block) => {
      const rows = lastOf(block, total) - block * BLOCK + 1;
      return rows === BLOCK ? (heights.current.get(block) ?? usual) : (usual * rows) / BLOCK;
    }),
    isDrawn: (block) => number <= ALL_STAY || drawn.has(block),
    first: near.length === 0 ? 0 : Math.min(...near),
    last: near.length === 0 ? 0 : Math.max(...near),
  };
}

function afterChanges(
  before: ReadonlySet<number>,
  changes: readonly IntersectionObserverEntry[],
  heights: Map<number, number>,
): ReadonlySet<number> {
  const after = new Set(before);
  for (const { target, isIntersecting, boundingClientRect } of changes) {
    const block = Number((target as HTMLElement).dataset.block);
    if (isIntersecting) after.add(block);
    // A row that has the focus stays, and so do those beside it.
    else if (after.has(block) && !target.contains(document.activeElement)) {
      if ((target as HTMLTableSectionElement).rows.length === BLOCK)
        heights.set(block, boundingClientRect.height);
      after.delete(block);
    }
  }
  return after.size === before.size && [...after].every((block) => before.has(block)) ? before : after;
}
