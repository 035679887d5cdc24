// The handle of the timeline: where the day stands on the axis, with a flag that says which day it is.

import { writtenDate } from './dates.ts';
import { type Drawing, draw } from './drawing.ts';
import { placeIn } from './history.ts';
import type { Period } from './history-lane.ts';

const DAY = 24 * 60 * 60 * 1000;
const FLAG_WIDTH = 88;

/** In the middle of the day, in percent. */
export function placeOfDay(date: string, period: Period): string {
  return `${middleOf(date, period)}%`;
}

/** Over the middle of the axis the flag stands in the middle of the handle, and over its ends it does not leave it. */
export function dayHandle(date: string, period: Period): Drawing {
  const left = Math.round((-FLAG_WIDTH * middleOf(date, period)) / 100);
  return draw(
    'svg',
    { class: 'handle', x: placeOfDay(date, period), overflow: 'visible' },
    draw('rect', { class: 'flag', x: left, y: -34, width: FLAG_WIDTH, height: 24 }),
    draw('text', { x: left + FLAG_WIDTH / 2, y: -18, 'text-anchor': 'middle' }, writtenDate(date)),
    draw('rect', { class: 'thumb', x: -6, y: -8, width: 12, height: 16 }),
  );
}

function middleOf(date: string, period: Period): number {
  return placeIn(period)(Date.parse(date) + DAY / 2);
}
