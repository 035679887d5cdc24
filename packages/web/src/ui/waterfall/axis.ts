// The axis of the waterfall: from the next ten below the score to 100. Places are percentages, so that the pictures take
// the width that there is. All amounts are in hundredths.

import { FULL } from './steps.ts';

const TEN = 1000;
const MOST_LINES = 4;

/** Around the middle of the row, which is as high as its label. */
export const BAR = { y: -6, height: 12 };
/** At the left of the result's bar, where the axis does not begin at 0. */
export const BREAK = '4,8 9,-8 13,-8 8,8';
/** Hatching for what caps cost. */
export const HATCH = { width: 4, height: 4, stripe: 2 };

export interface Axis {
  floor: number;
  ticks: number[];
}

export function axisOf(final: number): Axis {
  const floor = Math.max(0, Math.ceil(final / TEN) * TEN - TEN);
  const step = [TEN, 2 * TEN, 2.5 * TEN, 5 * TEN].find((size) => (FULL - floor) / size <= MOST_LINES)!;
  const ticks: number[] = [];
  for (let tick = FULL; tick >= floor; tick -= step) ticks.push(tick);
  return { floor, ticks };
}

export function anchorOf(axis: Axis, tick: number): 'end' | 'start' | 'middle' {
  return tick === FULL ? 'end' : tick === axis.floor ? 'start' : 'middle';
}

export function share({ floor }: Axis, amount: number): number {
  return ((amount - floor) / (FULL - floor)) * 100;
}

export function percent(axis: Axis, amount: number): string {
  return `${share(axis, amount)}%`;
}
