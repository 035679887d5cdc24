// Runs the fan-out beside the sending, so that neither waits for the other.

import type { Context } from '@rf-indicators/core/context/context';
import type { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import { Alarm } from './alarm.ts';
import { fanOut } from './fan-out.ts';

const AFTER_ERROR_MS = 1000;

export interface FanOutOptions {
  context: Context;
  disclosure: string;
  proof: MessageProof;
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
    const { context, disclosure, proof, onCreated, onError } = this.#options;
    const onAltered = ({ id, seq }: { id: string; seq: number }) =>
      onError(
        new Error(
          `The event ${id} (${seq}) is not what was recorded, so it is sent to nobody. Run rf verify --all.`,
        ),
      );
    while (this.#hasNews && !this.#isStopped) {
      this.#hasNews = false;
      try {
        const created = await fanOut(context, disclosure, { proof, onAltered });
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
