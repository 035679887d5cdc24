// Outcomes are collected for a moment and recorded together: thousands a second cost a few transactions.

import { Alarm } from './alarm.ts';
import type { Outcome } from './attempts.ts';
import type { Claimed } from './claims.ts';

const COLLECT_MS = 50;
const ENOUGH = 512;
const AFTER_ERROR_MS = 1000;

export interface OutcomeBookOptions {
  record(outcomes: readonly Outcome[], released: readonly Claimed[]): Promise<void>;
  onError(error: unknown): void;
}

export class OutcomeBook {
  readonly #options: OutcomeBookOptions;
  readonly #alarm = new Alarm(() => this.#begin());
  #outcomes: Outcome[] = [];
  #released: Claimed[] = [];
  #recording: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: OutcomeBookOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#recording === null && this.#outcomes.length + this.#released.length === 0;
  }

  /** `isLast`: nothing else is under way that would be worth waiting for. */
  add(outcome: Outcome, isLast: boolean): void {
    // Too late: it is tried again when its lease ends.
    if (this.#isClosed) return;
    this.#outcomes.push(outcome);
    if (isLast || this.#outcomes.length >= ENOUGH) this.#begin();
    else this.#alarm.set(COLLECT_MS);
  }

  /** Claims that were not made use of. */
  giveBack(claims: readonly Claimed[]): void {
    if (claims.length === 0) return;
    this.#released.push(...claims);
    this.#alarm.set(0);
  }

  /** Records what there is, for the last time. */
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

  /** What could not be recorded is kept and tried again. */
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
