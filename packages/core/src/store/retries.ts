// Repeats work that lost a race with another process.

import { setTimeout as wait } from 'node:timers/promises';

/** Short work is retried for this long. Under load, a number of attempts would be used up in a second. */
const RETRIED_FOR_MS = 10_000;
/** Retry at least this many times, even if one attempt uses up the whole time limit. */
const FEWEST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

export interface RetryOptions {
  isRetryable: (error: unknown) => boolean;
  /** From 0 to below 1. */
  random?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number;
}

/**
 * Pauses are random, and on average twice as long after each attempt, so that writers that conflicted once are unlikely
 * to conflict again.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { isRetryable, random = Math.random, sleep = wait, elapsed = () => performance.now() }: RetryOptions,
): Promise<T> {
  const end = elapsed() + RETRIED_FOR_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = elapsed() >= end && attempt >= FEWEST_ATTEMPTS;
      if (isLast || !isRetryable(error)) throw error;
    }
    await sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}
