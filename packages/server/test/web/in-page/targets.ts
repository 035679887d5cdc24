// What can be pressed is large enough to be hit.

import { distinct, nameOf, shownElements, shownTexts } from './visible.ts';

const TARGETS =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"], [role="button"]';

export function smallTargets(least: number): string[] {
  const targets = shownElements(TARGETS);
  return distinct(
    targets.flatMap((target) => {
      const { width, height } = areaOf(target);
      // A third of a pixel is a matter of fractions in the layout.
      if ((width > least - 0.3 && height > least - 0.3) || isInSentence(target)) return [];
      const side = height > least - 0.3 ? `${round(width)} px wide` : `${round(height)} px high`;
      return [`${nameOf(target)} is ${side}, needs ${least}`];
    }),
  );
}

const LEAST_GAP = 6;

/** Words of neighbours that nearly touch read as one. */
export function crowdedTargets(): string[] {
  const targets = shownElements('a[href], button, [role="tab"]').filter((target) => !isInSentence(target));
  const words = targets.map((target) => ({ target, box: boxOfWords(target) }));
  return distinct(
    words.flatMap(({ target, box }, at) => {
      const next = words[at + 1];
      if (next === undefined || box === null || next.box === null) return [];
      const gap = next.box.left - box.right;
      const isBeside = gap >= 0 && next.box.top < box.bottom && box.top < next.box.bottom;
      return isBeside && gap < LEAST_GAP
        ? [`${nameOf(target)} and ${nameOf(next.target)} are ${round(gap)} px apart`]
        : [];
    }),
  );
}

function boxOfWords(target: Element): DOMRect | null {
  const rects = shownTexts(target).flatMap(({ rects: drawn }) => drawn);
  if (rects.length === 0) return null;
  const [left, top] = [Math.min(...rects.map((one) => one.left)), Math.min(...rects.map((one) => one.top))];
  const right = Math.max(...rects.map((one) => one.right));
  return new DOMRect(left, top, right - left, Math.max(...rects.map((one) => one.bottom)) - top);
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

/** A target may be larger than it looks: its label belongs to it, or an area is stretched over its row. */
function areaOf(target: Element): { width: number; height: number } {
  const own = target.getBoundingClientRect();
  const around = target.closest('label') ?? stretchedOver(target);
  if (around === null) return own;
  const { width, height } = around.getBoundingClientRect();
  return { width: Math.max(own.width, width), height: Math.max(own.height, height) };
}

function stretchedOver(target: Element): Element | null {
  const { position, content } = getComputedStyle(target, '::after');
  if (position !== 'absolute' || content === 'none') return null;
  let around: Element | null = target;
  while (around !== null && getComputedStyle(around).position === 'static') around = around.parentElement;
  return around;
}

/** A link among words is as high as its line (WCAG 2.5.8 allows it). */
function isInSentence(target: Element): boolean {
  let around: Element = target;
  while (getComputedStyle(around).display === 'inline' && around.parentElement !== null)
    around = around.parentElement;
  const length = (element: Element) => (element.textContent ?? '').trim().length;
  return around !== target && length(around) > length(target) + 3;
}
