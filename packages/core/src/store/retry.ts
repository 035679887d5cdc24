// Retries work that failed because of a conflict with another writer.

import { setTimeout as wait } from 'node:timers/promises';

const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

export interface RetryOptions {
  isRetryable: (error: unknown) => boolean;
  /** From 0 to below 1. */
  random?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Pauses are random, and on average twice as long after each attempt, so that writers that conflicted once are unlikely
 * to conflict again.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { isRetryable, random = Math.random, sleep = wait }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    }
    await sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}
