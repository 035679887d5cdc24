// What keys did, by hour and operation, counted in memory and handed over to the store every second.

import type { UsageDelta } from '@rf-indicators/core/accounts/usage-records';

const HOUR = 60 * 60 * 1000;

/** The counters of one key; a credential holds on to it, so that counting takes no look-up. */
export interface KeyCounter {
  readonly keyId: string;
  readonly byOperation: Map<string, { accepted: number; refused: number; lastAt: number }>;
}

export class UsageBook {
  readonly #counters = new Map<string, KeyCounter>();
  #touched = new Set<KeyCounter>();
  #hour = 0;
  /** What is to be handed over and counted no more, by key, hour and operation. */
  #closed = new Map<string, UsageDelta>();

  counterOf(keyId: string): KeyCounter {
    const known = this.#counters.get(keyId);
    if (known !== undefined) return known;
    const counter: KeyCounter = { keyId, byOperation: new Map() };
    this.#counters.set(keyId, counter);
    return counter;
  }

  count(counter: KeyCounter, operation: string, outcome: 'accepted' | 'refused', now: number): void {
    if (now - this.#hour >= HOUR || now < this.#hour) this.#turnPage(now);
    let counts = counter.byOperation.get(operation);
    if (counts === undefined) {
      counts = { accepted: 0, refused: 0, lastAt: now };
      counter.byOperation.set(operation, counts);
      this.#touched.add(counter);
    }
    counts[outcome] += 1;
    counts.lastAt = now;
  }

  /** What was counted since the last hand-over. */
  drain(): UsageDelta[] {
    this.#close(this.#open());
    const drained = [...this.#closed.values()];
    this.#closed = new Map();
    return drained;
  }

  /** Could not be saved: it comes again with the next hand-over. */
  undrain(deltas: readonly UsageDelta[]): void {
    this.#close(deltas);
  }

  /** Together with what is there already: however long the store is away, there is one of each. */
  #close(deltas: readonly UsageDelta[]): void {
    for (const delta of deltas) {
      const { keyId, hour, operation, accepted, refused, lastAt } = delta;
      const place = `${keyId} ${hour} ${operation}`;
      const known = this.#closed.get(place);
      if (known === undefined) {
        this.#closed.set(place, { ...delta });
        continue;
      }
      known.accepted += accepted;
      known.refused += refused;
      known.lastAt = Math.max(known.lastAt, lastAt);
    }
  }

  #turnPage(now: number): void {
    this.#close(this.#open());
    this.#hour = now - (now % HOUR);
  }

  #open(): UsageDelta[] {
    const deltas: UsageDelta[] = [];
    for (const { keyId, byOperation } of this.#touched) {
      for (const [operation, { accepted, refused, lastAt }] of byOperation) {
        // The clock knows parts of a millisecond; the store does not.
        deltas.push({
          keyId,
          hour: this.#hour,
          operation,
          accepted,
          refused,
          lastAt: Math.floor(lastAt),
        });
      }
      byOperation.clear();
    }
    this.#touched = new Set();
    return deltas;
  }
}
