// The responses that the serving thread holds. A publication replaces the prepared ones and drops the kept ones, in one
// swap; scores stay, and are compared with their source when they are next requested. Between swaps, responses are kept and
// evicted within a memory budget, but never changed.

import { type Body, sizeOf } from './body.ts';
import { BodyCache, type Origin } from './body-cache.ts';
import type { OlderScore, ReadProblem } from './reading.ts';

/** The share of the budget that is freed when it is exceeded, so that eviction does not run for every body. */
const FREED_SHARE = 0.1;
/** The share of the budget for kept responses to requests without a key, because anyone can send any number of them. */
const ANONYMOUS_SHARE = 0.125;

/** Whether requests for a response need an API key. */
export type Audience = 'anonymous' | 'keyed';

/** By path with query. */
export type Documents = readonly [url: string, body: Body][];

export class Published {
  readonly budgetBytes: number;
  /** Prepared before they are asked for. These are never evicted. */
  #documents = new Map<string, Body>();
  #documentBytes = 0;
  readonly #kept: Readonly<Record<Audience, BodyCache>> = {
    anonymous: new BodyCache(),
    keyed: new BodyCache(),
  };
  /** Why there is nothing to send. A problem document names its request, so these are kept as members and not as bytes. */
  readonly #problems = new Map<string, ReadProblem>();
  #swaps = 0;
  #updates = 0;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  get bytes(): number {
    return this.#documentBytes + this.#kept.anonymous.bytes + this.#kept.keyed.bytes;
  }

  get keptCount(): number {
    return this.#kept.anonymous.size + this.#kept.keyed.size;
  }

  get keptEvictions(): number {
    return this.#kept.anonymous.evictions + this.#kept.keyed.evictions;
  }

  get swaps(): number {
    return this.#swaps;
  }

  /** The number of swaps and updates. A read that started before one must not be kept after it. */
  get changes(): number {
    return this.#swaps + this.#updates;
  }

  /** What is ready to be sent. */
  find(url: string): Body | undefined {
    return this.#documents.get(url) ?? this.#kept.keyed.find(url) ?? this.#kept.anonymous.find(url);
  }

  /** What was kept before the last publication, and is valid if its source is still the same. */
  findOlder(url: string): OlderScore | undefined {
    return this.#kept.keyed.findOlder(url);
  }

  findProblem(url: string): ReadProblem | undefined {
    return this.#problems.get(url);
  }

  /** Only for problems of few URLs, such as withdrawn indicators: they are not counted in the budget. */
  keepProblem(url: string, problem: ReadProblem): void {
    this.#problems.set(url, problem);
  }

  keep(url: string, body: Body, audience: Audience, origin: Origin = {}): void {
    if (this.#documents.has(url) || this.#kept.keyed.has(url) || this.#kept.anonymous.has(url)) return;
    this.#kept[audience].add(url, body, origin);
    if (audience === 'anonymous') this.#limitAnonymous();
    else this.#makeRoom();
  }

  /** After a publication. */
  swap(documents: Documents): void {
    for (const kept of Object.values(this.#kept)) kept.outdate();
    this.#problems.clear();
    this.#swaps += 1;
    this.#documents = new Map();
    this.#setDocuments(documents);
  }

  /** After a new checkpoint or daily dump: replaces only the given documents, and drops only what may show one. */
  update(documents: Documents): void {
    for (const kept of Object.values(this.#kept)) kept.keepOnlyOfPublications();
    this.#updates += 1;
    this.#setDocuments(documents);
  }

  #setDocuments(documents: Documents): void {
    for (const [url, body] of documents) this.#documents.set(url, body);
    this.#documentBytes = this.#documents.values().reduce((sum, body) => sum + sizeOf(body), 0);
    this.#makeRoom();
  }

  /** Evicts nothing but responses to requests without a key. */
  #limitAnonymous(): void {
    const { anonymous } = this.#kept;
    const free = this.budgetBytes - (this.bytes - anonymous.bytes);
    const most = Math.max(0, Math.min(free, this.budgetBytes * ANONYMOUS_SHARE));
    if (anonymous.bytes > most) anonymous.shrinkTo(most * (1 - FREED_SHARE));
  }

  #makeRoom(): void {
    if (this.bytes <= this.budgetBytes) return;
    const goal = this.budgetBytes * (1 - FREED_SHARE);
    for (const kept of [this.#kept.anonymous, this.#kept.keyed]) {
      kept.shrinkTo(Math.max(0, kept.bytes - (this.bytes - goal)));
    }
  }
}
