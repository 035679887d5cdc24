// Runs work again after it lost a race against another writer.

import { setTimeout as wait } from 'node:timers/promises';

const TRIES = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

export interface RetryOptions {
  isRetryable: (error: unknown) => boolean;
  /** From 0 to below 1. */
  random?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Pauses are random and, on average, twice as long each time: writers that met once are unlikely to meet again, and
 * the more of them there are, the further apart they move.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { isRetryable, random = Math.random, sleep = wait }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isRetryable(error)) throw error;
    }
    await sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}
