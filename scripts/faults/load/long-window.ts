// A key with a small limit that is used throughout, so that its hour spans every fault. Bursts begin with a new key each
// time, so they do not show whether what was counted before a fault still counts after it.

import { setTimeout as pause } from 'node:timers/promises';
import { perform } from './acts.ts';
import type { Journal } from './journal.ts';
import type { Requests } from './request.ts';

export interface LongWindowOptions {
  requests: Requests;
  journal: Journal;
  nodes: () => readonly string[];
  memberToken: string;
}

const LIMIT = 300;
const EVERY_MS = 250;
const HOUR_MS = 60 * 60 * 1000;

export class LongWindow {
  readonly #options: LongWindowOptions;
  readonly #acceptedAt: number[] = [];
  #refused = 0;
  #isStopped = false;
  #asking: Promise<void> = Promise.resolve();

  constructor(options: LongWindowOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { requests, nodes, memberToken } = this.#options;
    const created = await perform(requests, nodes()[0]!, {
      name: 'keys.create',
      input: { name: 'Used throughout', tier: 'ENTERPRISE', hourly_limit: LIMIT },
      token: memberToken,
    });
    if (created.kind !== 'done') throw new Error(`No key could be created: ${JSON.stringify(created)}`);
    this.#asking = this.#ask(created.answer.key);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#asking;
  }

  async #ask(key: string): Promise<void> {
    const { requests, nodes } = this.#options;
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const urls = nodes();
      if (urls.length > 0) {
        const outcome = await requests.send(`${urls[turn % urls.length]}/api/v1/usage`, {
          headers: { 'x-api-key': key },
        });
        if (outcome.kind === 'answered' && outcome.status === 200) this.#acceptedAt.push(outcome.answeredAt);
        if (outcome.kind === 'answered' && outcome.status === 429) this.#refused += 1;
      }
      await pause(EVERY_MS);
    }
  }

  /** `hadLimitFault`: whether Redis had a fault, or a node decided by itself, at any time. Twice the limit is allowed then. */
  judge(hadLimitFault: boolean): void {
    const { journal } = this.#options;
    const accepted = Math.max(0, ...this.#acceptedAt.map((end) => this.#within(end)));
    journal.counts.set(`accepted in an hour of a key that allows ${LIMIT}`, accepted);
    const most = hadLimitFault ? 2 * LIMIT : LIMIT;
    if (accepted > most)
      journal.violation(`${accepted} requests were accepted in an hour of a key that allows ${LIMIT}.`);
    if (!hadLimitFault && this.#refused > 0 && accepted < LIMIT)
      journal.violation(`A key that allows ${LIMIT} was refused after ${accepted} requests.`);
  }

  /** How many were accepted in the hour that ends then. */
  #within(end: number): number {
    return this.#acceptedAt.filter((at) => at <= end && at > end - HOUR_MS).length;
  }
}
