// Rate-limit windows by id, created on demand and removed when empty. They form a linked list, least recently used
// first: sweeping and eviction start at that end.

import { type RingMemory, SlidingWindow } from './sliding-window.ts';

/** Enough to empty a full collection within a minute, at one sweep per second. */
const MAX_SWEPT = 5_000;

// The memory of a window and of a ring besides its numbers, measured with 200,000 windows.
const WINDOW_BYTES = 270;
const RING_BYTES = 215;

export interface WindowsOptions {
  widthMs: number;
  /** The maximum number of windows. Beyond it, the least recently used is removed, even if it is not empty. */
  most?: number;
}

interface Entry {
  readonly id: string;
  readonly window: SlidingWindow;
  /** The drain round in which it was last used. */
  round: number;
  older: Entry | null;
  newer: Entry | null;
}

export class Windows {
  readonly widthMs: number;
  readonly #most: number;
  readonly #entries = new Map<string, Entry>();
  readonly #rings: RingMemory = { rings: 0, bytes: 0 };
  #oldest: Entry | null = null;
  #newest: Entry | null = null;
  #round = 0;

  constructor({ widthMs, most = Number.POSITIVE_INFINITY }: WindowsOptions) {
    this.widthMs = widthMs;
    this.#most = most;
  }

  /**
   * The window with this id, set to the given limit. Look it up for each request and do not keep a reference: the
   * window may be removed from the collection, and requests recorded in it would be lost.
   */
  of(id: string, limit: number): SlidingWindow {
    const entry = this.#entries.get(id) ?? this.#add(id, limit);
    entry.window.limit = limit;
    this.#use(entry);
    return entry.window;
  }

  /** The state of a window at its latest use; null if it has been removed. */
  stateOf(id: string): Pick<SlidingWindow, 'limit' | 'remaining'> | null {
    return this.#entries.get(id)?.window ?? null;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** An estimate of the memory that all windows use. */
  get memoryBytes(): number {
    return this.size * WINDOW_BYTES + this.#rings.rings * RING_BYTES + this.#rings.bytes;
  }

  /**
   * Removes empty windows. Call it every second. The sweep stops at the first window that is not empty, so its cost is
   * proportional to the number of windows it removes.
   */
  sweep(now: number, atMost = MAX_SWEPT): number {
    let removed = 0;
    while (removed < atMost && this.#oldest?.window.isEmpty(now)) {
      this.#remove(this.#oldest);
      removed += 1;
    }
    return removed;
  }

  /** All windows, with the requests that counted at their latest use. */
  *instants(): Generator<[id: string, instants: number[]]> {
    for (const [id, { window }] of this.#entries) yield [id, window.instants()];
  }

  /** The requests that each window recorded since the last drain. Visits only windows used since then. */
  drain(): Map<string, number[]> {
    const drained = new Map<string, number[]>();
    for (let entry = this.#newest; entry !== null && entry.round === this.#round; entry = entry.older) {
      const instants = entry.window.drain();
      if (instants.length > 0) drained.set(entry.id, instants);
    }
    this.#round += 1;
    return drained;
  }

  /** Puts back a drain that could not be saved, so that the next one returns the requests that still count. */
  undrain(drained: ReadonlyMap<string, readonly number[]>): void {
    for (const [id, instants] of drained) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      entry.window.undrain(instants.length);
      this.#use(entry);
    }
  }

  /** Loads what an earlier process drained. Each window gets its real limit at its next use. */
  restore(saved: ReadonlyMap<string, readonly number[]>, now: number): void {
    for (const [id, instants] of saved) this.of(id, instants.length).restore(instants, now);
  }

  /** Moves everything by the same time as the clock. */
  shift(ms: number): void {
    for (const { window } of this.#entries.values()) window.shift(ms);
  }

  #add(id: string, limit: number): Entry {
    if (this.size >= this.#most && this.#oldest !== null) this.#remove(this.#oldest);
    const window = new SlidingWindow(limit, this.widthMs, this.#rings);
    const entry: Entry = { id, window, round: this.#round, older: null, newer: null };
    this.#entries.set(id, entry);
    this.#append(entry);
    return entry;
  }

  #use(entry: Entry): void {
    entry.round = this.#round;
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#append(entry);
  }

  #remove(entry: Entry): void {
    this.#unlink(entry);
    this.#entries.delete(entry.id);
    entry.window.forget();
  }

  #append(entry: Entry): void {
    entry.older = this.#newest;
    entry.newer = null;
    if (this.#newest === null) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink(entry: Entry): void {
    if (entry.older === null) this.#oldest = entry.newer;
    else entry.older.newer = entry.newer;
    if (entry.newer === null) this.#newest = entry.older;
    else entry.newer.older = entry.older;
  }
}
