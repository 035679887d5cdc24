// Runs the fan-out beside the sending, so that neither waits for the other.

import type { Context } from '@rf-indicators/core/context/context';
import { Alarm } from './alarm.ts';
import { fanOut } from './fan-out.ts';

const AFTER_ERROR_MS = 1000;

export interface FanOutOptions {
  context: Context;
  disclosure: string;
  /** Deliveries were created. */
  onCreated(): void;
  onError(error: unknown): void;
}

export class FanOutLoop {
  readonly #options: FanOutOptions;
  readonly #alarm = new Alarm(() => this.wake());
  #hasNews = false;
  #working: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: FanOutOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#working === null;
  }

  /** There may be events that have not been fanned out. */
  wake(): void {
    this.#hasNews = true;
    if (this.#working !== null || this.#isStopped) return;
    this.#working = this.#work().finally(() => {
      this.#working = null;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#alarm.clear();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { context, disclosure, onCreated, onError } = this.#options;
    while (this.#hasNews && !this.#isStopped) {
      this.#hasNews = false;
      try {
        const created = await fanOut(context, disclosure);
        if (created === null) continue;
        this.#hasNews = true;
        onCreated();
      } catch (error) {
        onError(error);
        this.#alarm.set(AFTER_ERROR_MS);
        return;
      }
    }
  }
}
