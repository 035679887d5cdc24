// Sends requests at a fixed rate, however slowly they are answered, and counts those that fail.

import { setTimeout as wait } from 'node:timers/promises';

export interface RequestCounts {
  sent: number;
  failed: number;
  /** How often each of the failures happened, by what the client saw of it. */
  failures: Record<string, number>;
}

export class SteadyRequests {
  readonly #perSecond: number;
  /** Resolves with what failed; null if nothing did. */
  readonly #send: (number: number) => Promise<string | null>;
  readonly #inProgress = new Set<Promise<void>>();
  readonly #counts: RequestCounts = { sent: 0, failed: 0, failures: {} };
  readonly #sending: Promise<void>;
  #isEnding = false;

  constructor(perSecond: number, send: (number: number) => Promise<string | null>) {
    this.#perSecond = perSecond;
    this.#send = send;
    this.#sending = this.#sendAll();
  }

  get sent(): number {
    return this.#counts.sent;
  }

  async untilSent(count: number): Promise<void> {
    while (this.sent < count) await wait(100);
  }

  /** Resolves when every request has its answer. */
  async stop(): Promise<RequestCounts> {
    this.#isEnding = true;
    await this.#sending;
    await Promise.all(this.#inProgress);
    return this.#counts;
  }

  async #sendAll(): Promise<void> {
    const begun = performance.now();
    while (!this.#isEnding) {
      const due = Math.floor(((performance.now() - begun) / 1000) * this.#perSecond);
      while (this.#counts.sent < due) {
        const request = this.#sendOne(this.#counts.sent).finally(() => this.#inProgress.delete(request));
        this.#inProgress.add(request);
      }
      await wait(1);
    }
  }

  async #sendOne(number: number): Promise<void> {
    this.#counts.sent += 1;
    const failure = await this.#send(number);
    if (failure === null) return;
    this.#counts.failed += 1;
    this.#counts.failures[failure] = (this.#counts.failures[failure] ?? 0) + 1;
  }
}
