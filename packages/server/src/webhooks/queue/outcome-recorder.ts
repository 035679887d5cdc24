// Collects outcomes for a moment and records them together, so that thousands per second take only a few transactions.

import { Alarm } from './alarm.ts';
import type { Outcome } from './attempts.ts';
import type { Claimed } from './claims.ts';

const COLLECT_MS = 50;
const BATCH_SIZE = 512;
const AFTER_ERROR_MS = 1000;

export interface OutcomeRecorderOptions {
  record(outcomes: readonly Outcome[], released: readonly Claimed[]): Promise<void>;
  onError(error: unknown): void;
}

export class OutcomeRecorder {
  readonly #options: OutcomeRecorderOptions;
  readonly #alarm = new Alarm(() => this.#begin());
  #outcomes: Outcome[] = [];
  #released: Claimed[] = [];
  #recording: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: OutcomeRecorderOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#recording === null && this.#outcomes.length + this.#released.length === 0;
  }

  /** `isLast`: no other send is open, so there is nothing to wait for. */
  add(outcome: Outcome, isLast: boolean): void {
    // Too late to record; the delivery is attempted again when its lease ends.
    if (this.#isClosed) return;
    this.#outcomes.push(outcome);
    if (isLast || this.#outcomes.length >= BATCH_SIZE) this.#begin();
    else this.#alarm.set(COLLECT_MS);
  }

  /** Releases claims that were not used. */
  release(claims: readonly Claimed[]): void {
    if (claims.length === 0) return;
    this.#released.push(...claims);
    this.#alarm.set(0);
  }

  /** Records everything that is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#alarm.clear();
    await this.#recording;
    await this.#record();
  }

  #begin(): void {
    if (this.#recording !== null) return;
    this.#alarm.clear();
    this.#recording = this.#record().then((inMs) => {
      this.#recording = null;
      if (this.#outcomes.length + this.#released.length > 0 && !this.#isClosed) this.#alarm.set(inMs);
    });
  }

  /** After an error, everything is kept for the next attempt. */
  async #record(): Promise<number> {
    const outcomes = this.#outcomes.splice(0);
    const released = this.#released.splice(0);
    if (outcomes.length + released.length === 0) return 0;
    try {
      await this.#options.record(outcomes, released);
      return 0;
    } catch (error) {
      this.#options.onError(error);
      this.#outcomes.unshift(...outcomes);
      this.#released.unshift(...released);
      return AFTER_ERROR_MS;
    }
  }
}
