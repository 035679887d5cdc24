// Looks up a key that this process does not know yet, so that a key works from the moment it is shown, on every node.

import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import { hashToken, isWellFormedToken } from '@rf-indicators/core/secrets/tokens';
import type { Credentials } from './credentials.ts';
import { Overloaded } from './overloaded.ts';
import { SingleFlight } from './single-flight.ts';

/** `unavailable`: the store could not be asked, so nobody can say. */
export type LookupResult = 'known' | 'unknown' | 'unavailable';

export interface KeyLookupOptions {
  clock: () => number;
  /** Errors other than an unavailable store are bugs, and are logged. */
  logError: (error: unknown) => void;
  atMost?: number;
  longestMs?: number;
}

/** Anybody can make up keys with a correct checksum, so lookups leave the reading thread time for its readers. */
const LOOKUPS_AT_MOST = 50;
const LONGEST_LOOKUP_MS = 2000;
/** A key that is made later arrives by itself, so this delays none. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_AT_MOST = 10_000;

export class KeyLookup {
  readonly #ask: (keyHash: string) => Promise<AccessRow | null>;
  readonly #credentials: Credentials;
  readonly #options: Required<KeyLookupOptions>;
  readonly #underWay = new SingleFlight<LookupResult>();
  /** Until when a key is taken to be unknown, by its hash; the oldest come first. */
  readonly #unknownUntil = new Map<string, number>();
  /** How many lookups each client address has under way. */
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
   * Whether to ask the store. Each lookup may turn out to be a failed key, so an address gets no more of them at once
   * than it has failures left. Requests that share a lookup need no more.
   */
  isAllowed(key: string, address: string, failuresLeft: number): boolean {
    if (!isWellFormedToken('rf_live_', key)) return false;
    const keyHash = hashToken(key);
    if (this.#underWay.has(keyHash)) return true;
    const until = this.#unknownUntil.get(keyHash);
    if (until !== undefined && until > this.#options.clock()) return false;
    return this.#lookupsOf(address) < failuresLeft;
  }

  /** Never rejects. A key that is found is among the credentials when this resolves. */
  find(key: string, address: string): Promise<LookupResult> {
    const keyHash = hashToken(key);
    if (!this.#underWay.has(keyHash) && this.#underWay.size >= this.#options.atMost) {
      return Promise.resolve('unavailable');
    }
    return this.#underWay.run(keyHash, async () => {
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
        this.#credentials.apply({ isWhole: false, rows: [found] });
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
