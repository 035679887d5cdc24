// All rate limits of one process: those of workspaces and keys, and those of client addresses.

import type { PublicLimitName } from '@rf-indicators/contract';
import { type LimitBook, memoryBook } from './limit-book.ts';
import { MemoryLimits } from './memory/memory-limits.ts';
import { MemoryScoreRequests } from './memory/memory-score-requests.ts';
import type { Windows, WindowsOptions } from './memory/windows.ts';
import { ratePolicy } from './rate-headers.ts';
import type { AddressLimit, RateLimiter } from './rate-limiter.ts';
import type { ScoreRequestLimit } from './score-request-limit.ts';

const MINUTE = 60 * 1000;
/** The width of the widest window. */
export const HOUR = 60 * MINUTE;
const MAX_ADDRESSES = 200_000;

export interface AddressLimits {
  /** Per minute per address. */
  publicScores: number;
  /** Per hour per address. */
  scoreRequests: number;
  /** Per hour for all addresses together. */
  scoreRequestsInAll: number;
  /** Invalid keys and tokens per minute per address. */
  failedKeys: number;
  /** Requests to the console per minute. */
  console: { perAddress: number; perPerson: number };
}

export interface Limits {
  keyed: RateLimiter;
  failedKeys: AddressLimit;
  public: Readonly<Record<Exclude<PublicLimitName, 'score_request'>, AddressLimit>>;
  scoreRequests: ScoreRequestLimit;
  console: Readonly<Record<'perAddress' | 'perPerson', AddressLimit>>;
}

/** Limits with what the service does with them beside admission. */
export interface ServiceLimits extends Limits {
  /** What this process itself counted for workspaces and keys. */
  keyedWindows: Windows;
  /** What is saved to the store. */
  book: LimitBook;
  /** Removes empty windows. Call it every second. */
  sweep(now: number): void;
  /** The clock was moved by so many milliseconds. What was accepted keeps its age. */
  shift(ms: number): void;
}

type LimiterOf<Limiter> = (name: string, options: WindowsOptions) => Limiter;

function addressLimit<Limiter extends RateLimiter>(
  limiterOf: LimiterOf<Limiter>,
  [name, most, widthMs]: readonly [name: string, most: number, widthMs: number],
): AddressLimit<Limiter> {
  return {
    limiter: limiterOf(name, { widthMs, most: MAX_ADDRESSES }),
    limit: most,
    policy: ratePolicy(name, most, widthMs),
  };
}

/** The limiters of score requests, which are reserved and settled. */
export function scoreRequestLimitersOf<Limiter extends RateLimiter>(
  limits: AddressLimits,
  limiterOf: LimiterOf<Limiter>,
) {
  return {
    perAddress: addressLimit(limiterOf, ['score-requests', limits.scoreRequests, HOUR]),
    inAll: addressLimit(limiterOf, ['score-requests-in-all', limits.scoreRequestsInAll, HOUR]),
  };
}

/** The limiters of all other limits, by the names of their policies; the same wherever they are counted. */
export function limitersOf<Limiter extends RateLimiter>(
  limits: AddressLimits,
  limiterOf: LimiterOf<Limiter>,
) {
  const limit = (...given: [name: string, most: number, widthMs: number]) => addressLimit(limiterOf, given);
  return {
    keyed: limiterOf('keyed', { widthMs: HOUR }),
    failedKeys: limit('failed-keys', limits.failedKeys, MINUTE),
    public: { public_scores: limit('public-scores', limits.publicScores, MINUTE) },
    console: {
      perAddress: limit('console-address', limits.console.perAddress, MINUTE),
      perPerson: limit('console-person', limits.console.perPerson, MINUTE),
    },
  };
}

/** Limits that are counted in this process. */
export function createLimits(limits: AddressLimits): ServiceLimits {
  const all: MemoryLimits[] = [];
  const limiterOf = (_name: string, options: WindowsOptions) => {
    const limiter = new MemoryLimits(options);
    all.push(limiter);
    return limiter;
  };
  const limiters = limitersOf(limits, limiterOf);
  const { keyed } = limiters;
  const { perAddress, inAll } = scoreRequestLimitersOf(limits, limiterOf);
  return {
    ...limiters,
    scoreRequests: new MemoryScoreRequests(perAddress, inAll),
    keyedWindows: keyed.windows,
    book: memoryBook(keyed.windows),
    sweep(now) {
      for (const { windows } of all) windows.sweep(now);
    },
    shift(ms) {
      for (const { windows } of all) windows.shift(ms);
    },
  };
}
