// Blocks start at few edges, and figures of a column end at one.

import { distinct, nameOf, shownElements, shownRoot, shownTexts } from './visible.ts';

const MOST_LEFT_EDGES = 4;
const BLOCKS = 'h1, h2, h3, p, table, ul, ol, dl, pre, form, search, figure';
/** What has an order of its own inside. */
const INSIDE = 'table, form, search, figure, nav, header, footer, li, pre, [role="alert"], [role="status"]';

/** `columns` are beside each other, each with edges of its own. */
export function leftEdges(columns = 1): string[] {
  const root = shownRoot() === document.body ? document.querySelector('main') : shownRoot();
  const blocks = shownElements(BLOCKS).filter(
    (block) => root?.contains(block) && block.parentElement?.closest(INSIDE) == null,
  );
  const edges = new Map<number, Element>();
  for (const block of blocks) {
    const left = Math.round(block.getBoundingClientRect().left);
    if (!edges.has(left)) edges.set(left, block);
  }
  if (edges.size <= MOST_LEFT_EDGES * columns) return [];
  const listed = [...edges].map(([left, block]) => `${left} (${nameOf(block)})`);
  return [
    `blocks start at ${edges.size} left edges, at most ${MOST_LEFT_EDGES} are allowed: ${listed.join(', ')}`,
  ];
}

/** Within half a pixel, because figures are compared by their last digit. */
export function figureEdges(): string[] {
  return distinct(shownElements('table').flatMap(wrongColumns));
}

function wrongColumns(table: Element): string[] {
  const columns = new Map<number, { right: number; text: string }[]>();
  for (const cell of table.querySelectorAll<HTMLTableCellElement>('td, th')) {
    if (getComputedStyle(cell).textAlign !== 'right') continue;
    // The last of several texts in a cell, such as an old and a new figure.
    const ends = shownTexts(cell).flatMap(({ text, rects }) => rects.map(({ right }) => ({ right, text })));
    const last = ends.toSorted((a, b) => b.right - a.right)[0];
    if (last !== undefined) columns.set(cell.cellIndex, [...(columns.get(cell.cellIndex) ?? []), last]);
  }
  return [...columns.values()].flatMap((texts) => {
    const rights = texts.map(({ right }) => right);
    const [first, last] = [Math.min(...rights), Math.max(...rights)];
    if (last - first <= 0.5) return [];
    const stray = texts.find(({ right }) => right === first)!;
    return [`figure '${stray.text}' ends ${(last - first).toFixed(1)} px left of its column`];
  });
}
