// How old evidence is: a bar that empties. It counts in full up to an age A, then less and less, and not from 2A on.

import { plural } from '../../../ui/words.ts';
import { el, svg } from '../../shared/elements.ts';

const SIZE = { width: 96, height: 12 };
const DAY = 86_400_000;

/** UTC days since a date of the form 2026-11-14. */
export function ageInDays(date: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(date)) / DAY));
}

/** What is left of the time in which it counts: from 1 down to 0. */
export function shareLeft(age: number, fullUntil: number): number {
  return Math.max(0, 1 - age / (2 * fullUntil));
}

/** `fullUntil` is A; null if the framework cannot be read. */
export function ageBar(age: number, fullUntil: number | null): HTMLElement {
  if (fullUntil === null) return el('span', {}, plural(age, 'day'));
  const left = shareLeft(age, fullUntil);
  const ticks = [1, SIZE.width / 2].map((x) => svg('rect', { class: 'tick', x: x - 1, width: 1, ...TALL }));
  const bar = svg(
    'svg',
    { class: 'age-bar', 'aria-hidden': 'true', ...SIZE },
    svg('rect', { class: 'track', width: SIZE.width, ...FLAT }),
    svg('rect', { class: 'left', width: Math.round(left * SIZE.width), ...FLAT }),
    ...ticks,
  );
  return el(
    'span',
    { class: 'age' },
    bar,
    el('span', { class: 'figures' }, `${age} of ${plural(fullUntil, 'day')}`),
  );
}

const FLAT = { y: 4, height: 4 };
const TALL = { y: 0, height: 12 };
