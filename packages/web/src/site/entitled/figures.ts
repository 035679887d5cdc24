// Figures of answers: points are numbers with two decimals there, and are added as whole hundredths here.

import { inputValue, singular, hundredths as text } from '../../ui/format.ts';

/** 76.98 as 7698. */
export function hundredths(value: number): number {
  return Math.round(value * 100);
}

/** "−8.10" or "0.00", of points that are lost. */
export function lost(points: number): string {
  return points === 0 ? '0.00' : `−${text(points)}`;
}

export { singular, text as points };

/** "18.00 percent", "1 day" or "on terms"; the unit of an option is empty. */
export function quantity(value: string, unit: string): string {
  return singular(`${inputValue(value)} ${unit}`.trim());
}
