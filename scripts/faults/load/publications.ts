// Publications of the load: an analyst proposes a value, a reviewer approves it, an operator runs and publishes. Each
// step goes to the next node. What a node confirmed is remembered, because it must not be lost.

import { setTimeout as pause } from 'node:timers/promises';
import type { ActName, InputOf } from '@rf-indicators/contract/acts';
import { type Performed, perform } from './acts.ts';
import type { Journal } from './journal.ts';
import type { Requests } from './request.ts';

export interface Confirmed {
  batches: string[];
  approved: string[];
  runs: string[];
  /** When each publication was confirmed, by run. */
  published: Map<string, number>;
}

export interface PublicationsOptions {
  requests: Requests;
  journal: Journal;
  nodes: () => readonly string[];
  tokens: { analyst: string; reviewer: string; operator: string };
  /** Slugs of the providers whose values change. */
  providers: readonly string[];
  pauseMs: number;
}

const INPUT = 'equity_ratio';

export class Publications {
  readonly confirmed: Confirmed = { batches: [], approved: [], runs: [], published: new Map() };
  readonly #options: PublicationsOptions;
  #isStopped = false;
  #working: Promise<void> = Promise.resolve();
  #turn = 0;
  /** Whose value was published last. */
  lastProvider = '';

  constructor(options: PublicationsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      await this.publishOnce();
      await pause(this.#options.pauseMs);
    }
  }

  /** Whether a publication was confirmed. */
  async publishOnce(): Promise<boolean> {
    const { tokens, providers } = this.#options;
    const provider = providers[this.#turn % providers.length]!;
    // Small steps within a band, which no committee decides, and never the value before.
    const value = (4 + (this.#turn % 97) / 100).toFixed(2);
    const today = new Date().toISOString().slice(0, 10);
    const proposed = await this.#act(tokens.analyst, 'inputs.propose', {
      rows: [{ value: { provider, input: INPUT, value, evidence: evidenceOf(today, value) } }],
      documents: { report: documentOf(today, value) },
    });
    if (proposed === null) return false;
    this.confirmed.batches.push(proposed.batch_id);
    const listed = await this.#act(tokens.reviewer, 'inputs.list', { batch: proposed.batch_id });
    if (listed === null) return false;
    for (const { evidence } of listed.data) {
      if ((await this.#act(tokens.reviewer, 'evidence.open', { evidence: evidence.id })) === null)
        return false;
    }
    const decided = await this.#act(tokens.reviewer, 'inputs.approve', { batch: proposed.batch_id });
    if (decided === null) return false;
    this.confirmed.approved.push(proposed.batch_id);
    const computed = await this.#act(tokens.operator, 'runs.compute', { providers: [provider] });
    if (computed === null) return false;
    const { run_id: run } = computed;
    this.confirmed.runs.push(run);
    const published = await this.#act(tokens.operator, 'runs.publish', { run });
    if (published === null || published.published === 0) return false;
    this.confirmed.published.set(run, Date.now());
    this.lastProvider = provider;
    this.#options.journal.count('publications');
    return true;
  }

  async #act<Name extends ActName>(token: string, name: Name, input: InputOf<Name>) {
    const { requests, journal, nodes } = this.#options;
    const urls = nodes();
    if (urls.length === 0) return null;
    this.#turn += 1;
    const performed: Performed<Name> = await perform(requests, urls[this.#turn % urls.length]!, {
      name,
      input,
      token,
    });
    if (performed.kind === 'done') return performed.answer;
    journal.count(`acts: ${performed.kind}`);
    // After an answer that did not arrive, the step may have been done: a refusal of the next one says so.
    if (performed.kind === 'refused' && isNeverRight(performed.status))
      journal.violation(`${name} gave ${performed.status} ${performed.code}: ${performed.detail}`);
    return null;
  }
}

/** The tokens stay valid throughout, and a fault of the service itself is never an answer. */
function isNeverRight(status: number): boolean {
  return status === 401 || status === 403 || status >= 500;
}

function documentOf(today: string, value: string) {
  const text = `A fictional report of ${today}: ${INPUT} ${value}.\n`;
  return { media_type: 'text/plain', base64: Buffer.from(text).toString('base64') };
}

function evidenceOf(today: string, value: string) {
  return {
    kind: 'audited statements',
    quote: `Report of ${today}`,
    title: `Report of ${today} with ${value}`,
    evidence_date: today,
    grade: 'A',
    document: 'report',
  };
}
