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
import type { AccessChanges } from '@rf-indicators/core/accounts/access-follower';
import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import { ownWindowId, sharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { FailureBook } from './failure-book.ts';
import { type RatePolicy, ratePolicy } from './limits/rate-headers.ts';
import type { KeyCounter, UsageBook } from './usage-book.ts';

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
  /** Of keys that were withdrawn: a row of an older version, such as the result of a lookup that began before, is not accepted. */
  #oldestVersions = new Map<string, number>();
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

  /** Keys are revoked but never deleted. One that is withdrawn has a row that somebody else wrote: it is no longer known. */
  apply({ isComplete, rows, newest }: AccessChanges): void {
    this.#reads += 1;
    this.#rowsRead += rows.length;
    if (isComplete) {
      this.#byHash = new Map();
      this.#oldestVersions = new Map();
    }
    for (const row of rows) this.#add(row);
    const read = new Set(rows.map(({ keyId }) => keyId));
    if (newest.workspaces.size === 0 && newest.keys.keys().every((id) => read.has(id))) return;
    for (const [keyHash, { row }] of this.#byHash) {
      const version = Math.max(newest.keys.get(row.keyId) ?? 0, newest.workspaces.get(row.workspaceId) ?? 0);
      if (row.version >= version) continue;
      this.#byHash.delete(keyHash);
      this.#oldestVersions.set(keyHash, version);
    }
  }

  /** The result of a single lookup. */
  addFound(row: AccessRow): void {
    this.#reads += 1;
    this.#rowsRead += 1;
    this.#add(row);
  }

  /** The result of a lookup can arrive after a newer version of the same row. */
  #add(row: AccessRow): void {
    const known = this.#byHash.get(row.keyHash);
    if (known !== undefined && row.version <= known.row.version) return;
    if (row.version < (this.#oldestVersions.get(row.keyHash) ?? 0)) return;
    this.#byHash.set(row.keyHash, this.#credential(row));
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
