// Values as numbers that can be compared; undefined for everything that is no such value.

import { dayNumber } from '../arithmetic/dates.ts';
import { parseScaled } from '../arithmetic/fixed.ts';
import { BANDS, POLICY_VALUES } from './catalogue.ts';

/** The place of a band among all, from the safest. */
export function placeOf(band: unknown): number | undefined {
  const place = (BANDS as readonly unknown[]).indexOf(band);
  return place === -1 ? undefined : place;
}

/** A decimal with at most two decimals, perhaps below zero. */
export function hundredthsOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const isNegative = value.startsWith('-');
  const size = parseScaled(isNegative ? value.slice(1) : value, 2) ?? undefined;
  return isNegative && size !== undefined ? 0 - size : size;
}

export function scoreOf(value: unknown): number | undefined {
  const { least, most } = POLICY_VALUES.score;
  const score = hundredthsOf(value);
  return score !== undefined && score >= least && score <= most ? score : undefined;
}

export function dayOf(value: unknown): number | undefined {
  const day = typeof value === 'string' ? dayNumber(value) : undefined;
  return typeof day === 'number' ? day : undefined;
}
