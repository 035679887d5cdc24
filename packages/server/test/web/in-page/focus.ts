// Where the focus is: whether it can be seen, and whether it went on in the order of reading.

import type { Stop } from './stop.ts';
import { isShown, nameOf } from './visible.ts';

let before: Element | null = null;

/** null when the focus has left the page. */
export function focusedStop(isFirst: boolean): Stop | null {
  const element = document.activeElement;
  const previous = isFirst ? null : before;
  before = element;
  if (element === null || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const name = nameOf(element);
  const { x, y, width, height } = ringed(element).getBoundingClientRect();
  return {
    name,
    box: { x, y, width, height },
    faults: [
      ...(isShown(element) && isInWindow(box) ? [] : [`${name} has the focus and cannot be seen`]),
      ...(hasRing(element) ? [] : [`${name} shows no ring when it has the focus`]),
      ...(previous !== null && goesBack(previous, element)
        ? [`the focus goes back from ${nameOf(previous)} to ${name}`]
        : []),
    ],
  };
}

function isInWindow({ top, bottom, left, right }: DOMRect): boolean {
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

function hasRing(element: Element): boolean {
  return drawsRing(getComputedStyle(element)) || drawsRing(getComputedStyle(element, '::after'));
}

function drawsRing({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration): boolean {
  return (
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)'
  );
}

/** What opens a row, or a day of a calendar, has its ring around all of it. */
function ringed(element: Element): Element {
  const isAroundMore =
    !drawsRing(getComputedStyle(element)) && drawsRing(getComputedStyle(element, '::after'));
  return (isAroundMore && (element as HTMLElement).offsetParent) || element;
}

/** Up and to the left at once, within the same landmark of the page. */
function goesBack(from: Element, to: Element): boolean {
  const part = (element: Element) =>
    element.closest('aside, nav, header, footer, section[aria-label], [role="dialog"], main');
  if (part(from) !== part(to)) return false;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return b.bottom <= a.top && b.right <= a.left;
}
