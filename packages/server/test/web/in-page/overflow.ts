// Nothing sticks out of the page, and no text is cut off.

import { distinct, nameOf, shownElements, shownTexts } from './visible.ts';

export function pageScroll(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const widest = shownElements()
    .filter((element) => scrollerOf(element) === null)
    .sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0];
  return [`the page is ${scrollWidth - clientWidth} px too wide: ${widest ? nameOf(widest) : 'unknown'}`];
}

/** The narrowest page has this much room between its edges. */
const NARROW_ROOM = 288;

/** A drawing with a width in pixels leaves its room when the window becomes smaller. */
export function fixedDrawings(): string[] {
  return distinct(
    shownElements('svg[width]').flatMap((drawing) => {
      const width = Number(drawing.getAttribute('width'));
      const isFixed = width > NARROW_ROOM && getComputedStyle(drawing).maxWidth === 'none';
      return isFixed && scrollerOf(drawing) === null ? [`a drawing is ${width} px wide in any window`] : [];
    }),
  );
}

export function cutText(): string[] {
  return distinct([...shownElements().flatMap(hidesText), ...shownTexts().flatMap(leavesItsCell)]);
}

function hidesText(element: Element): string[] {
  const { overflowX, overflowY } = getComputedStyle(element);
  if (element instanceof SVGElement || !(element instanceof HTMLElement)) return [];
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isCut =
    (hides(overflowX) && scrollWidth > clientWidth + 1) ||
    (hides(overflowY) && scrollHeight > clientHeight + 1);
  if (isWholeInTitle(element)) return [];
  const isField = element.matches('input, select');
  // What is typed scrolls in its field; a placeholder, a chosen option and an id do not.
  const isCutField =
    isField && scrollWidth > clientWidth + 1 && /^(RF-.*)?$/.test((element as HTMLInputElement).value);
  return (isCut && !isField) || isCutField ? [`${nameOf(element)} is cut off`] : [];
}

/** A line that an ellipsis ends: the title has all of it. */
function isWholeInTitle(element: Element): boolean {
  if (!(element instanceof HTMLElement) || element.title !== element.textContent) return false;
  return getComputedStyle(element).textOverflow === 'ellipsis';
}

/** Text that is drawn over its neighbours, or outside the window. */
function leavesItsCell({ text, parent, rects }: ReturnType<typeof shownTexts>[number]): string[] {
  if (parent instanceof SVGElement || parent.closest('pre') !== null || scrollerOf(parent) !== null)
    return [];
  if (isWholeInTitle(parent)) return [];
  const cell = parent.closest('td, th, button, dd, dt, li, p, h1, h2, h3, label');
  const room = cell?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const isOut = rects.some(
    ({ left, right }) => right > Math.min(room.right, innerWidth) + 1 || left < Math.max(room.left, 0) - 1,
  );
  return isOut ? [`'${text.slice(0, 40)}' leaves its place`] : [];
}

/** The part of the page that scrolls sideways by itself, such as a line of code. */
function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return at;
  }
  return null;
}
