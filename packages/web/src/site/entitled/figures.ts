// Figures of answers: points are numbers with two decimals there, and are added as whole hundredths here.

import { hundredths as text } from '../../ui/words.ts';

/** 76.98 as 7698. */
export function hundredths(value: number): number {
  return Math.round(value * 100);
}

/** "−8.10" or "0.00", of points that are lost. */
export function lost(points: number): string {
  return points === 0 ? '0.00' : `−${text(points)}`;
}

export { text as points };
