// Words that lie on each other in a drawing, and words of neighbouring cells that read as one.

import { distinct, type ShownText, shownElements, shownTexts } from './visible.ts';

/** Lines of a drawing may be as close as lines of text. */
const MOST_OVERLAP = 4;
const LEAST_SPACE = 4;

export function collidingWords(): string[] {
  const places = new Set(
    shownElements('svg')
      .map((drawing) => drawing.parentElement!)
      .filter((place) => place.closest('svg') === null),
  );
  return distinct([...[...places].flatMap(inDrawings), ...shownElements('dd, td, th').flatMap(inRow)]);
}

/** Positions in drawings are computed, so that nothing keeps two texts apart. A drawing can lie over another one in its place. */
function inDrawings(place: Element): string[] {
  const texts = [...place.children]
    .filter(({ localName }) => localName === 'svg')
    .flatMap((drawing) => shownTexts(drawing));
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) => liesOn(one, other))
      .map((other) => `'${shortOf(one)}' lies on '${shortOf(other)}'`),
  );
}

/** Parts of one text, such as a name and its figure, follow each other. */
function liesOn(one: ShownText, other: ShownText): boolean {
  if (one.parent.closest('text') === other.parent.closest('text')) return false;
  return one.rects.some((a) =>
    other.rects.some(
      (b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > MOST_OVERLAP,
    ),
  );
}

function inRow(cell: Element): string[] {
  const before = cell.previousElementSibling;
  if (before === null || !before.matches('dt, td, th')) return [];
  const texts = shownTexts(cell);
  return shownTexts(before).flatMap((one) =>
    texts
      .filter((other) => one.rects.some((a) => other.rects.some((b) => isTight(a, b))))
      .map((other) => `nothing stands between '${shortOf(one)}' and '${shortOf(other)}'`),
  );
}

function isTight(a: DOMRect, b: DOMRect): boolean {
  const space = b.left - a.right;
  return a.top < b.bottom && b.top < a.bottom && space > -1 && space < LEAST_SPACE;
}

function shortOf({ text }: ShownText): string {
  return text.slice(0, 40);
}
