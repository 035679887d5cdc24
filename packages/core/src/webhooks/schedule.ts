// The retry schedule of deliveries, and the effect of failures on an endpoint. Pure functions, without clock or store.

import type { DisabledBecause } from '../store/schema.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Delay after each failed attempt. */
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
/** Delays vary by this share in both directions, so that deliveries that failed together are not retried together. */
export const JITTER = 0.2;
export const LONGEST_RETRY_AFTER_MS = DAY;
export const FAILING_MS = 5 * DAY;
const GONE = 410;

export interface Failure {
  /** Null if there was no response. */
  code: number | null;
  /** The Retry-After of the response, in milliseconds. */
  retryAfterMs: number | null;
}

/**
 * Milliseconds until the next attempt; null if there is none. `attemptsBefore` is the number of attempts in this schedule
 * before the one that has just failed. A receiver can ask for a longer delay, up to a day, but not for a shorter one:
 * that could use up all attempts within a minute.
 */
export function retryDelay(attemptsBefore: number, failure: Failure, random: () => number): number | null {
  const planned = RETRY_DELAYS_MS[attemptsBefore];
  if (planned === undefined) return null;
  const jittered = Math.round(planned * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(jittered, Math.min(failure.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

/** Retry-After is a number of seconds or a date; anything else is ignored. */
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

/** An endpoint is disabled by a 410 response, or after five days of uninterrupted failures. */
export function healthAfterFailure(
  { failingSince, disabledBecause }: Health,
  code: number | null,
  at: number,
): Health {
  const since = failingSince ?? at;
  const because = code === GONE ? 'gone' : at - since >= FAILING_MS ? 'failing' : null;
  return { failingSince: since, disabledBecause: disabledBecause ?? because };
}
