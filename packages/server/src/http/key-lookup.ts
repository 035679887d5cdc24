// Looks up an API key that this process does not know yet, so that a new key works immediately on every node.

import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import { hashToken, isWellFormedToken } from '@rf-indicators/core/secrets/tokens';
import type { Credentials } from './credentials.ts';
import { Overloaded } from './overloaded.ts';
import { SingleFlight } from './shared-reads.ts';

/** `unavailable`: the store did not answer, so it is not known whether the key exists. */
export type LookupResult = 'known' | 'unknown' | 'unavailable';

export interface KeyLookupOptions {
  clock: () => number;
  /** Errors other than an unavailable store are bugs, and are logged. */
  logError: (error: unknown) => void;
  atMost?: number;
  longestMs?: number;
}

/** Anyone can make up keys with a correct checksum, so this leaves the reading thread time for other work. */
const LOOKUPS_AT_MOST = 50;
const LONGEST_LOOKUP_MS = 2000;
/** How long an unknown key is remembered. A key that is created later still works: it is pushed to this process. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_AT_MOST = 10_000;

export class KeyLookup {
  readonly #ask: (keyHash: string) => Promise<AccessRow | null>;
  readonly #credentials: Credentials;
  readonly #options: Required<KeyLookupOptions>;
  readonly #inFlight = new SingleFlight<LookupResult>();
  /** When to forget that a key is unknown, by key hash; oldest first. */
  readonly #unknownUntil = new Map<string, number>();
  /** The number of lookups in progress per client address. */
  readonly #byAddress = new Map<string, number>();

  constructor(
    ask: (keyHash: string) => Promise<AccessRow | null>,
    credentials: Credentials,
    options: KeyLookupOptions,
  ) {
    this.#ask = ask;
    this.#credentials = credentials;
    this.#options = { atMost: LOOKUPS_AT_MOST, longestMs: LONGEST_LOOKUP_MS, ...options };
  }

  /**
   * Whether the store may be asked. Each lookup may turn out to be a failed key, so an address cannot have more lookups
   * in progress than it has failures left. Requests that share a lookup count once.
   */
  isAllowed(key: string, address: string, failuresLeft: number): boolean {
    if (!isWellFormedToken('rf_live_', key)) return false;
    const keyHash = hashToken(key);
    if (this.#inFlight.has(keyHash)) return true;
    const until = this.#unknownUntil.get(keyHash);
    if (until !== undefined && until > this.#options.clock()) return false;
    return this.#lookupsOf(address) < failuresLeft;
  }

  /** Never rejects. When it resolves to `known`, the key has been added to the credentials. */
  find(key: string, address: string): Promise<LookupResult> {
    const keyHash = hashToken(key);
    if (!this.#inFlight.has(keyHash) && this.#inFlight.size >= this.#options.atMost) {
      return Promise.resolve('unavailable');
    }
    return this.#inFlight.run(keyHash, async () => {
      this.#byAddress.set(address, this.#lookupsOf(address) + 1);
      const result = await this.#lookUp(keyHash);
      const left = this.#lookupsOf(address) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
      return result;
    });
  }

  #lookupsOf(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  async #lookUp(keyHash: string): Promise<LookupResult> {
    const { longestMs, logError } = this.#options;
    const timeout = Promise.withResolvers<'unavailable'>();
    const timer = setTimeout(() => timeout.resolve('unavailable'), longestMs);
    try {
      const found = await Promise.race([this.#ask(keyHash), timeout.promise]);
      if (found === 'unavailable') return found;
      if (found !== null) {
        this.#credentials.addFound(found);
        return 'known';
      }
      this.#rememberUnknown(keyHash);
      return 'unknown';
    } catch (error) {
      if (!(error instanceof Overloaded)) logError(error);
      return 'unavailable';
    } finally {
      clearTimeout(timer);
    }
  }

  #rememberUnknown(keyHash: string): void {
    this.#unknownUntil.delete(keyHash);
    if (this.#unknownUntil.size >= REMEMBERED_AT_MOST) {
      this.#unknownUntil.delete(this.#unknownUntil.keys().next().value!);
    }
    this.#unknownUntil.set(keyHash, this.#options.clock() + REMEMBERED_MS);
  }
}
