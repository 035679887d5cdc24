// When a delivery is tried again, and what a failure means for its endpoint. Nothing here reads a clock or a store.

import type { DisabledBecause } from '../store/schema.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After the try before. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Up and down, so that what failed together does not come back together. */
export const JITTER = 0.2;
export const LONGEST_RETRY_AFTER_MS = DAY;
export const FAILING_MS = 5 * DAY;
const GONE = 410;

export interface Failure {
  /** Null where there was no response. */
  code: number | null;
  /** Milliseconds from the response on, as the receiver asked. */
  retryAfterMs: number | null;
}

/**
 * Milliseconds until the next try; null if there is none. `triesBefore` counts those of the schedule, without the one
 * that has just failed. A receiver can ask for more time, up to a day, but not for tries before the schedule's: they
 * would be used up in a minute.
 */
export function retryDelay(triesBefore: number, failure: Failure, random: () => number): number | null {
  const planned = RETRY_DELAYS_MS[triesBefore];
  if (planned === undefined) return null;
  const jittered = Math.round(planned * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(jittered, Math.min(failure.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

/** Retry-After is a number of seconds or a date; anything else says nothing. */
export function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  if (/^\d{1,10}$/.test(trimmed)) return Number(trimmed) * SECOND;
  const date = /^[A-Z][a-z]{2,8},/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

export interface Health {
  failingSince: number | null;
  disabledBecause: DisabledBecause | null;
}

export function healthAfterSuccess(health: Health): Health {
  return { ...health, failingSince: null };
}

/** Disabled by 410 at once, and by the first failure that comes five days or more after the first one. */
export function healthAfterFailure(
  { failingSince, disabledBecause }: Health,
  code: number | null,
  at: number,
): Health {
  const since = failingSince ?? at;
  const because = code === GONE ? 'gone' : at - since >= FAILING_MS ? 'failing' : null;
  return { failingSince: since, disabledBecause: disabledBecause ?? because };
}
