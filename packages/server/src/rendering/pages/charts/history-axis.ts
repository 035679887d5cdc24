// The time axis of a history: months, or years if there are many.

import { monthName } from '../words.ts';
import { type Period, placeIn } from './period.ts';

const MAX_TICKS = 7;
/** A label must not run out of the plot. */
const LAST_PLACE = 92;

export function axisTicks(period: Period): string[] {
  const place = placeIn(period);
  return ticks(period)
    .map((at) => ({ at, x: place(at) }))
    .filter(({ x }) => x <= LAST_PLACE)
    .map(
      ({ at, x }) =>
        `<line class="tick" x1="${x}%" x2="${x}%" y1="0" y2="4"/><text x="${x}%" y="16">${label(at, period)}</text>`,
    );
}

/** Starts of months in UTC, as many months apart as it takes to keep labels apart. */
function ticks({ since, until }: Period): number[] {
  const first = new Date(since);
  const months = (until - since) / (30.44 * 24 * 60 * 60 * 1000);
  const apart = [1, 2, 3, 6, 12, 24, 60].find((step) => months / step <= MAX_TICKS) ?? 120;
  const found: number[] = [];
  for (let month = 0; ; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
    if (at >= until) return found;
    if (at >= since && new Date(at).getUTCMonth() % Math.min(apart, 12) === 0 && isOnYear(at, apart))
      found.push(at);
  }
}

function isOnYear(at: number, apart: number): boolean {
  return apart <= 12 || new Date(at).getUTCFullYear() % (apart / 12) === 0;
}

/** A year is written where it begins, so that a month is never taken for one of another year. */
function label(at: number, { since, until }: Period): string {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const spansYears = new Date(since).getUTCFullYear() !== new Date(until - 1).getUTCFullYear();
  if (date.getUTCMonth() === 0 && spansYears) return String(year);
  return monthName(at);
}
