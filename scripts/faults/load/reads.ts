// Reads of the load: scores, lists and public pages at a steady rate, from all nodes in turn. Every answer must be one
// that the contract allows, and whatever is said of one verification id must always be the same.

import { createHash } from 'node:crypto';
import type { Journal } from './journal.ts';
import type { Answered, Requests } from './request.ts';

export interface ReadsOptions {
  requests: Requests;
  journal: Journal;
  /** The addresses of the nodes that should be there; asked again before each read. */
  nodes: () => readonly string[];
  /** Used in turn. */
  apiKeys: readonly string[];
  providers: readonly string[];
  /** Those of them whose scores do not change. */
  unchanged: ReadonlySet<string>;
  perSecond: number;
}

/** No key of the load comes near its limit. */
const ALLOWED = new Set([200, 304, 503]);

export class Reads {
  readonly #options: ReadsOptions;
  /** What was said first of a verification id. */
  readonly #first = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #under: Promise<void>[] = [];
  #turn = 0;

  constructor(options: ReadsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      const reading = this.#read().finally(() => {
        this.#under = this.#under.filter((one) => one !== reading);
      });
      this.#under.push(reading);
    }, 1000 / this.#options.perSecond);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#under);
  }

  async #read(): Promise<void> {
    const { requests, journal, nodes, apiKeys, providers, unchanged } = this.#options;
    const urls = nodes();
    if (urls.length === 0) return;
    this.#turn += 1;
    const node = urls[this.#turn % urls.length]!;
    const provider = providers[this.#turn % providers.length]!;
    const path =
      this.#turn % 10 === 0
        ? '/'
        : this.#turn % 7 === 0
          ? '/api/v1/scores?limit=5'
          : `/api/v1/scores/${provider}`;
    const outcome = await requests.send(`${node}${path}`, {
      headers: path === '/' ? {} : { 'x-api-key': apiKeys[this.#turn % apiKeys.length]! },
    });
    journal.count('reads');
    const isUnchanged = path.endsWith(`/${provider}`) && unchanged.has(provider);
    if (isUnchanged) journal.count('reads of unchanged scores');
    if (outcome.kind === 'failed') {
      journal.count('reads without an answer');
      return;
    }
    journal.count(`reads: ${outcome.status}`);
    if (isUnchanged && outcome.status === 200) journal.count('reads of unchanged scores: 200');
    if (!ALLOWED.has(outcome.status)) {
      journal.violation(`GET ${path} gave ${outcome.status}: ${outcome.text.slice(0, 200)}`);
      return;
    }
    if (outcome.status === 200 && path.startsWith('/api/v1/scores/')) this.#compare(outcome);
  }

  /** The rate-limited parts of an answer are in its headers, so a body is decided by its indicator alone. */
  #compare({ text }: Answered): void {
    const { journal } = this.#options;
    const {
      verification_id: id,
      final_score,
      risk_band,
      scored_at,
      criterion_scores,
    } = JSON.parse(text) as {
      verification_id?: string;
      final_score?: number;
      risk_band?: string;
      scored_at?: string;
      criterion_scores?: unknown[];
    };
    if (typeof id !== 'string' || typeof final_score !== 'number' || !Array.isArray(criterion_scores)) {
      journal.violation(`A score lacks what it must have: ${text.slice(0, 200)}`);
      return;
    }
    journal.count('scores compared');
    const content = JSON.stringify({ final_score, risk_band, scored_at, criterion_scores });
    const digest = createHash('sha256').update(content).digest('base64');
    const first = this.#first.get(id);
    if (first === undefined) this.#first.set(id, digest);
    else if (first !== digest) journal.violation(`Two different scores have the verification id ${id}.`);
  }
}
