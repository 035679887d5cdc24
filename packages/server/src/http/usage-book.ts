// Counts requests by key, hour and operation in memory. The bookkeeping thread saves the counts every second.

import type { UsageDelta } from '@rf-indicators/core/accounts/usage-records';

const HOUR = 60 * 60 * 1000;

/** The counters of one key. The credential keeps a reference, so counting needs no lookup. */
export interface KeyCounter {
  readonly keyId: string;
  readonly byOperation: Map<string, { accepted: number; refused: number; lastAt: number }>;
}

export class UsageBook {
  readonly #counters = new Map<string, KeyCounter>();
  #touched = new Set<KeyCounter>();
  #hour = 0;
  /** Counts that are ready to be saved, by key, hour and operation. */
  #closed = new Map<string, UsageDelta>();

  counterOf(keyId: string): KeyCounter {
    const known = this.#counters.get(keyId);
    if (known !== undefined) return known;
    const counter: KeyCounter = { keyId, byOperation: new Map() };
    this.#counters.set(keyId, counter);
    return counter;
  }

  count(counter: KeyCounter, operation: string, outcome: 'accepted' | 'refused', now: number): void {
    if (now - this.#hour >= HOUR || now < this.#hour) this.#startHour(now);
    let counts = counter.byOperation.get(operation);
    if (counts === undefined) {
      counts = { accepted: 0, refused: 0, lastAt: now };
      counter.byOperation.set(operation, counts);
      this.#touched.add(counter);
    }
    counts[outcome] += 1;
    counts.lastAt = now;
  }

  /** Takes the counts since the last drain. */
  drain(): UsageDelta[] {
    this.#close(this.#takeCounts());
    const drained = [...this.#closed.values()];
    this.#closed = new Map();
    return drained;
  }

  /** Puts back counts that could not be saved, so that the next drain returns them again. */
  undrain(deltas: readonly UsageDelta[]): void {
    this.#close(deltas);
  }

  /** Merges into existing entries, so that memory stays bounded however long the store is unavailable. */
  #close(deltas: readonly UsageDelta[]): void {
    for (const delta of deltas) {
      const { keyId, hour, operation, accepted, refused, lastAt } = delta;
      const id = `${keyId} ${hour} ${operation}`;
      const known = this.#closed.get(id);
      if (known === undefined) {
        this.#closed.set(id, { ...delta });
        continue;
      }
      known.accepted += accepted;
      known.refused += refused;
      known.lastAt = Math.max(known.lastAt, lastAt);
    }
  }

  #startHour(now: number): void {
    this.#close(this.#takeCounts());
    this.#hour = now - (now % HOUR);
  }

  #takeCounts(): UsageDelta[] {
    const deltas: UsageDelta[] = [];
    for (const { keyId, byOperation } of this.#touched) {
      for (const [operation, { accepted, refused, lastAt }] of byOperation) {
        // The clock has fractions of a millisecond; the store does not.
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
