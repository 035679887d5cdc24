// The prepared responses that the serving thread holds. A publication replaces them in one swap. Between swaps, bodies
// are added and evicted within a memory budget, but never changed.

import { type Body, sizeOf } from './body.ts';
import { KeptBodies } from './kept-bodies.ts';

/** The entry of one provider. It stays when its body is evicted. */
interface Slot {
  id: string;
  body: Body | null;
  /** Increases with every read, to find the least recently read. */
  readAt: number;
}

/** The changes since the previous swap. */
export interface Swap {
  /** True for the first swap of a reading thread: it has everything and replaces what was held before. */
  isComplete: boolean;
  /** By path with query. These are never evicted. */
  documents: [url: string, body: Body][];
  /** Providers that are new or changed, with all their slugs. */
  changed: [id: string, names: string[]][];
  removed: string[];
  bodies: [id: string, body: Body][];
}

interface State {
  documents: ReadonlyMap<string, Body>;
  /** By id and by every slug. */
  slots: ReadonlyMap<string, Slot>;
}

/** The share of the budget that is freed when it is exceeded, so that eviction does not run for every body. */
const FREED_SHARE = 0.1;
/** The share of the budget for kept responses to requests without a key, of which anyone can send any number. */
const ANONYMOUS_SHARE = 0.125;

/** Whether requests for a response need an API key. */
export type Audience = 'anonymous' | 'keyed';

export class Published {
  readonly budgetBytes: number;
  #state: State = { documents: new Map(), slots: new Map() };
  readonly #kept: Readonly<Record<Audience, KeptBodies>> = {
    anonymous: new KeptBodies(),
    keyed: new KeptBodies(),
  };
  /** Of documents and of the bodies of providers. */
  #preparedBytes = 0;
  #reads = 0;
  #swaps = 0;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  get bytes(): number {
    return this.#preparedBytes + this.#kept.anonymous.bytes + this.#kept.keyed.bytes;
  }

  get keptCount(): number {
    return this.#kept.anonymous.size + this.#kept.keyed.size;
  }

  get keptEvictions(): number {
    return this.#kept.anonymous.evictions + this.#kept.keyed.evictions;
  }

  /** The number of swaps. A read that started before a swap must not be cached after it. */
  get swaps(): number {
    return this.#swaps;
  }

  document(url: string): Body | undefined {
    return this.#state.documents.get(url);
  }

  /** Null if the indicator exists but its body is not in memory; undefined if there is no such indicator. */
  snapshot(idOrSlug: string): Body | null | undefined {
    const slot = this.#state.slots.get(idOrSlug);
    if (slot === undefined) return undefined;
    this.#reads += 1;
    slot.readAt = this.#reads;
    return slot.body;
  }

  /** A response that was assembled on request since the last swap. */
  kept(url: string): Body | undefined {
    return this.#kept.keyed.find(url) ?? this.#kept.anonymous.find(url);
  }

  keep(url: string, body: Body, audience: Audience): void {
    if (this.#kept.keyed.has(url) || this.#kept.anonymous.has(url)) return;
    this.#kept[audience].add(url, body);
    if (audience === 'anonymous') this.#limitAnonymous();
    else this.#makeRoom();
  }

  /** Adds the body of a provider. It must belong to the current swap. */
  put(idOrSlug: string, body: Body): void {
    const slot = this.#state.slots.get(idOrSlug);
    if (slot === undefined || slot.body !== null) return;
    slot.body = body;
    this.#preparedBytes += sizeOf(body);
    this.#makeRoom();
  }

  swap({ isComplete, documents, changed, removed, bodies }: Swap): void {
    const slots = new Map(isComplete ? [] : this.#state.slots);
    const gone = new Set([...removed, ...changed.map(([id]) => id)]);
    if (gone.size > 0) for (const [name, { id }] of slots) if (gone.has(id)) slots.delete(name);
    for (const [id, names] of changed) {
      const slot: Slot = { id, body: null, readAt: this.#state.slots.get(id)?.readAt ?? 0 };
      for (const name of [id, ...names]) slots.set(name, slot);
    }
    for (const [id, body] of bodies) {
      const slot = slots.get(id);
      if (slot) slot.body = body;
    }
    this.#state = { documents: new Map(documents), slots };
    this.#kept.anonymous.clear();
    this.#kept.keyed.clear();
    this.#swaps += 1;
    this.#preparedBytes = documents.reduce((sum, [, body]) => sum + sizeOf(body), 0);
    for (const slot of new Set(slots.values())) if (slot.body) this.#preparedBytes += sizeOf(slot.body);
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
    const held = [...new Set(this.#state.slots.values())].filter(({ body }) => body !== null);
    for (const slot of held.sort((a, b) => a.readAt - b.readAt)) {
      if (this.bytes <= goal) return;
      this.#preparedBytes -= sizeOf(slot.body!);
      slot.body = null;
    }
  }
}
