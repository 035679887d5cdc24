// All rate limits of one process: those of workspaces and keys, and those of client addresses.

import type { PublicLimitName } from '@rf-indicators/contract';
import type { KeyedLimits } from './keyed-limits.ts';
import { MemoryLimits } from './memory/memory-limits.ts';
import { Windows } from './memory/windows.ts';
import { type RatePolicy, ratePolicy } from './rate-headers.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
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

export interface AddressLimit {
  windows: Windows;
  limit: number;
  policy: RatePolicy;
}

export interface Limits {
  keyed: KeyedLimits;
  failedKeys: AddressLimit;
  public: Readonly<Record<PublicLimitName, AddressLimit>>;
  scoreRequestsInAll: AddressLimit;
  console: Readonly<Record<'perAddress' | 'perPerson', AddressLimit>>;
}

/** Limits that are counted in this process. */
export interface LocalLimits extends Limits {
  keyed: MemoryLimits;
  sweep(now: number): void;
}

export function createLimits(limits: AddressLimits): LocalLimits {
  const keyed = new MemoryLimits();
  const failedKeys = addressLimit('failed-keys', limits.failedKeys, MINUTE);
  const publicScores = addressLimit('public-scores', limits.publicScores, MINUTE);
  const scoreRequests = addressLimit('score-requests', limits.scoreRequests, HOUR);
  const scoreRequestsInAll = addressLimit('score-requests-in-all', limits.scoreRequestsInAll, HOUR);
  const console = {
    perAddress: addressLimit('console-address', limits.console.perAddress, MINUTE),
    perPerson: addressLimit('console-person', limits.console.perPerson, MINUTE),
  };
  return {
    keyed,
    failedKeys,
    public: { public_scores: publicScores, score_request: scoreRequests },
    scoreRequestsInAll,
    console,
    sweep(now) {
      keyed.windows.sweep(now);
      const byAddress = [failedKeys, publicScores, scoreRequests, console.perAddress, console.perPerson];
      for (const { windows } of byAddress) windows.sweep(now);
    },
  };
}

function addressLimit(name: string, limit: number, widthMs: number): AddressLimit {
  const windows = new Windows({ widthMs, most: MAX_ADDRESSES });
  return { windows, limit, policy: ratePolicy(name, limit, widthMs) };
}
