// What the serving thread holds: every answer that is ready as bytes. A publication swaps it whole; between two
// swaps bodies may come and go, within a budget of memory, but none ever changes.

import { type Body, sizeOf } from './body.ts';

/** One provider's place; it stays when its body had to give way. */
interface Slot {
  id: string;
  body: Body | null;
  /** The later, the more recently read. */
  readAt: number;
}

/** What changed since the swap before. */
export interface Swap {
  /** The first of a thread: it names all there is, and what was held before is forgotten. */
  isComplete: boolean;
  /** By path with query; these are never dropped. */
  documents: [url: string, body: Body][];
  /** Providers that are new or served differently, with all ids and slugs they go by. */
  changed: [id: string, names: string[]][];
  removed: string[];
  bodies: [id: string, body: Body][];
}

interface State {
  documents: ReadonlyMap<string, Body>;
  /** By id and by every slug. */
  slots: ReadonlyMap<string, Slot>;
}

/** So much is freed at once when the budget is exceeded, so that it is not done for every body. */
const FREED_SHARE = 0.1;

export class Published {
  readonly budgetBytes: number;
  #state: State = { documents: new Map(), slots: new Map() };
  /** Answers that were put together for somebody, kept for the next; the least recently read come first. */
  #kept = new Map<string, Body>();
  #bytes = 0;
  #reads = 0;
  #swaps = 0;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How many times it was swapped; what was asked for before a swap must not be kept after it. */
  get swaps(): number {
    return this.#swaps;
  }

  document(url: string): Body | undefined {
    return this.#state.documents.get(url);
  }

  /** null where there is such an indicator, but its body has to be fetched; undefined where there is none. */
  snapshot(idOrSlug: string): Body | null | undefined {
    const slot = this.#state.slots.get(idOrSlug);
    if (slot === undefined) return undefined;
    this.#reads += 1;
    slot.readAt = this.#reads;
    return slot.body;
  }

  kept(url: string): Body | undefined {
    const body = this.#kept.get(url);
    if (body === undefined) return undefined;
    this.#kept.delete(url);
    this.#kept.set(url, body);
    return body;
  }

  keep(url: string, body: Body): void {
    if (this.#kept.has(url)) return;
    this.#kept.set(url, body);
    this.#bytes += sizeOf(body);
    this.#makeRoom();
  }

  /** A body that was prepared, or fetched again, for a provider that has not changed since `swaps`. */
  put(idOrSlug: string, body: Body): void {
    const slot = this.#state.slots.get(idOrSlug);
    if (slot === undefined || slot.body !== null) return;
    slot.body = body;
    this.#bytes += sizeOf(body);
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
    this.#kept = new Map();
    this.#swaps += 1;
    this.#bytes = documents.reduce((sum, [, body]) => sum + sizeOf(body), 0);
    for (const slot of new Set(slots.values())) if (slot.body) this.#bytes += sizeOf(slot.body);
    this.#makeRoom();
  }

  #makeRoom(): void {
    if (this.#bytes <= this.budgetBytes) return;
    const goal = this.budgetBytes * (1 - FREED_SHARE);
    for (const [url, body] of this.#kept) {
      if (this.#bytes <= goal) return;
      this.#kept.delete(url);
      this.#bytes -= sizeOf(body);
    }
    const held = [...new Set(this.#state.slots.values())].filter(({ body }) => body !== null);
    for (const slot of held.sort((a, b) => a.readAt - b.readAt)) {
      if (this.#bytes <= goal) return;
      this.#bytes -= sizeOf(slot.body!);
      slot.body = null;
    }
  }
}
