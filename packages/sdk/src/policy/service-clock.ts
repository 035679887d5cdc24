// The latest instant that it can be at the service. A bundle carries no nonce, and the service or somebody between may give one
// that is minutes or days old. A decision that answers a nonce of this process says when it is, and a stopwatch goes on from there.

import { ROUNDED_MS, type Stopwatch } from './stopwatch.ts';

/** Two machines drift apart by seconds in a day. */
const LONGEST_MS = 24 * 3_600_000;

export class ServiceClock {
  readonly #watch: Stopwatch;
  #offset: number;

  /** `issuedAt`: of an answer to a call that was sent after the watch was started. */
  constructor(issuedAt: number, watch: Stopwatch) {
    this.#watch = watch;
    this.#offset = issuedAt + ROUNDED_MS;
  }

  get isOld(): boolean {
    return this.#watch.elapsed() > LONGEST_MS;
  }

  /** Milliseconds since 1970. It may be earlier at the service, and never later. */
  latest(): number {
    return this.#offset + this.#watch.elapsed();
  }

  /** Something was signed at this instant, so that it is over. */
  hasBeen(instant: number): void {
    this.#offset += Math.max(0, instant - this.latest());
  }
}
