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
  /** Invalid keys per minute per address. */
  failedKeys: number;
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
  return {
    keyed,
    failedKeys,
    public: { public_scores: publicScores, score_request: scoreRequests },
    scoreRequestsInAll,
    sweep(now) {
      keyed.windows.sweep(now);
      for (const { windows } of [failedKeys, publicScores, scoreRequests]) windows.sweep(now);
    },
  };
}

function addressLimit(name: string, limit: number, widthMs: number): AddressLimit {
  const windows = new Windows({ widthMs, most: MAX_ADDRESSES });
  return { windows, limit, policy: ratePolicy(name, limit, widthMs) };
}
