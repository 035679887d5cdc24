// API keys in memory, by hash, for admission. The reading thread sends all keys once and then only those that changed.

import { hash } from 'node:crypto';
import {
  type Entitlement,
  effectiveTier,
  entitlementsOf,
  type ProblemCode,
  TIER_TERMS,
  type Tier,
} from '@rf-indicators/contract';
import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import { ownWindowId, sharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { FailureBook } from './failure-book.ts';
import { type RatePolicy, ratePolicy } from './limits/rate-headers.ts';
import type { KeyCounter, UsageBook } from './usage-book.ts';

/** Keys that the reading thread has read from the store. */
export interface AccessChanges {
  /** True for the first message of a reading thread: `rows` has all keys and replaces those held before. */
  isComplete: boolean;
  rows: readonly AccessRow[];
}

export const HOUR_MS = 60 * 60 * 1000;
/** rf_live_, 32 characters and a checksum of 6. Keys of any other length are refused without hashing. */
const KEY_LENGTH = 46;

/** A rate limit that applies to a credential. */
export interface Quota {
  windowId: string;
  limit: number;
  policy: RatePolicy;
}

export interface Credential {
  row: AccessRow;
  /** The effective tier, which is never higher than that of the workspace. */
  tier: Tier;
  entitlements: ReadonlySet<Entitlement>;
  /** Shared by all keys of the workspace and tier. */
  quota: Quota;
  /** The key's own limit, if it is lower than the shared one. */
  ownQuota: Quota | null;
  counter: KeyCounter;
  /** Where its calls are recorded that are refused or fail. */
  failures: FailureBook;
}

export class Credentials {
  readonly #usage: UsageBook;
  readonly #failures: FailureBook;
  #byHash = new Map<string, Credential>();
  #reads = 0;
  #rowsRead = 0;

  constructor(usage: UsageBook, failures: FailureBook) {
    this.#usage = usage;
    this.#failures = failures;
  }

  get size(): number {
    return this.#byHash.size;
  }

  /** How often keys were read from the store. */
  get reads(): number {
    return this.#reads;
  }

  get rowsRead(): number {
    return this.#rowsRead;
  }

  /** Keys are revoked but never deleted, so this only adds and replaces. */
  apply({ isComplete, rows }: AccessChanges): void {
    this.#reads += 1;
    this.#rowsRead += rows.length;
    if (isComplete) this.#byHash = new Map();
    for (const row of rows) {
      const known = this.#byHash.get(row.keyHash);
      // The result of a single lookup can arrive after a newer version of the same row.
      if (known === undefined || row.version > known.row.version) {
        this.#byHash.set(row.keyHash, this.#credential(row));
      }
    }
  }

  /** The credential of a valid key, or the problem code if the key is unknown, revoked or expired. */
  check(key: string, now: number): Credential | ProblemCode {
    if (key.length !== KEY_LENGTH) return 'invalid_api_key';
    const credential = this.#byHash.get(hash('sha256', key));
    if (credential === undefined) return 'invalid_api_key';
    const { revokedAt, expiresAt } = credential.row;
    if (revokedAt !== null) return 'revoked_api_key';
    if (expiresAt !== null && expiresAt <= now) return 'expired_api_key';
    return credential;
  }

  #credential(row: AccessRow): Credential {
    const tier = effectiveTier(row.workspaceTier, row.keyTier);
    const { requestsPerHour } = TIER_TERMS[tier];
    const own = row.hourlyLimit !== null && row.hourlyLimit < requestsPerHour ? row.hourlyLimit : null;
    return {
      row,
      tier,
      entitlements: new Set(entitlementsOf(tier, row.entitlements)),
      quota: quota(sharedWindowId(row.workspaceId, tier), tier.toLowerCase(), requestsPerHour),
      ownQuota: own === null ? null : quota(ownWindowId(row.keyId), 'key', own),
      counter: this.#usage.counterOf(row.keyId),
      failures: this.#failures,
    };
  }
}

function quota(windowId: string, name: string, limit: number): Quota {
  return { windowId, limit, policy: ratePolicy(name, limit, HOUR_MS) };
}
