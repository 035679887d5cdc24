// Collects calls of keys that were refused or failed, in memory. The bookkeeping thread saves them every second. A client
// that repeats a failing request must fill neither the memory nor the store, so of many calls in a minute most are only
// counted.

import type { FailedCall, FailureDetails } from '@rf-indicators/core/accounts/failed-calls';

const MINUTE = 60_000;
/** By status, so that refusals over the limit do not hide other failures. */
const PER_KEY_AND_STATUS = 10;
const PER_WORKSPACE = 100;
/** Limits memory while the store is unavailable; further calls are not recorded. */
const MAX_ENTRIES = 50_000;

export class FailureBook {
  readonly #clock: () => number;
  #calls: FailedCall[] = [];
  /** Calls that are only counted, by key and minute. */
  #counted = new Map<string, FailedCall>();
  #minute = 0;
  /** How many calls of this minute were recorded one by one, by workspace and by key and status. */
  #recorded = new Map<string, number>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  record(key: { keyId: string; workspaceId: string }, details: FailureDetails): void {
    const { keyId, workspaceId } = key;
    const now = Math.floor(this.#clock());
    const minute = now - (now % MINUTE);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#recorded = new Map();
    }
    const ofKey = `${keyId} ${details.status}`;
    const isCounted =
      this.#isFull(ofKey, PER_KEY_AND_STATUS) ||
      this.#isFull(workspaceId, PER_WORKSPACE) ||
      this.#calls.length >= MAX_ENTRIES;
    if (isCounted) {
      this.#count({ keyId, workspaceId, at: minute, details: null, calls: 1 });
      return;
    }
    for (const id of [ofKey, workspaceId]) this.#recorded.set(id, (this.#recorded.get(id) ?? 0) + 1);
    this.#calls.push({ keyId, workspaceId, at: now, details, calls: 1 });
  }

  /** Takes the calls since the last drain. */
  drain(): FailedCall[] {
    const drained = [...this.#calls, ...this.#counted.values()];
    this.#calls = [];
    this.#counted = new Map();
    return drained;
  }

  /** Puts back calls that could not be saved, so that the next drain returns them again. */
  undrain(drained: readonly FailedCall[]): void {
    const older = drained.filter(({ details }) => details !== null);
    this.#calls = [...older, ...this.#calls].slice(0, MAX_ENTRIES);
    for (const call of drained) if (call.details === null) this.#count(call);
  }

  #isFull(id: string, most: number): boolean {
    return (this.#recorded.get(id) ?? 0) >= most;
  }

  #count(call: FailedCall): void {
    const id = `${call.keyId} ${call.at}`;
    const known = this.#counted.get(id);
    if (known !== undefined) known.calls += call.calls;
    else if (this.#counted.size < MAX_ENTRIES) this.#counted.set(id, { ...call });
  }
}
