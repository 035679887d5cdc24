// Windows by id, made on demand and forgotten when they are empty: what came once does not stay.
// They stand in a line, the least recently used first: that end is swept, and gives way where there are too many.

import { type RingMemory, SlidingWindow } from './sliding-window.ts';

/** Enough that every window of a full line is gone within a minute of sweeps, a second apart. */
const SWEPT_AT_ONCE = 5_000;

// What a window takes beside the numbers in its ring, measured on a heap of 200,000.
const WINDOW_BYTES = 270;
const RING_BYTES = 215;

export interface WindowsOptions {
  widthMs: number;
  /** How many are kept at most. Past it the least recently used is forgotten, though it may still count. */
  most?: number;
}

interface Entry {
  readonly id: string;
  readonly window: SlidingWindow;
  /** The drain that it was last used before. */
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
   * The window of the id, under the limit as it is now. It is to be asked for again by each request and used
   * at once: one that was kept could be forgotten here meanwhile, and what it then counts would be lost.
   */
  of(id: string, limit: number): SlidingWindow {
    const entry = this.#entries.get(id) ?? this.#add(id, limit);
    entry.window.limit = limit;
    this.#use(entry);
    return entry.window;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** About what all of it takes. */
  get memoryBytes(): number {
    return this.size * WINDOW_BYTES + this.#rings.rings * RING_BYTES + this.#rings.bytes;
  }

  /**
   * Forgets windows that are empty; to be called every second. A window is gone a width after its last use: the
   * first in the line that is not empty ends the sweep, so its cost is what it removes.
   */
  sweep(now: number, atMost = SWEPT_AT_ONCE): number {
    let removed = 0;
    while (removed < atMost && this.#oldest?.window.isEmpty(now)) {
      this.#remove(this.#oldest);
      removed += 1;
    }
    return removed;
  }

  /** What each window recorded since the last drain; only those used since are looked at. */
  drain(): Map<string, number[]> {
    const drained = new Map<string, number[]>();
    for (let entry = this.#newest; entry !== null && entry.round === this.#round; entry = entry.older) {
      const instants = entry.window.drain();
      if (instants.length > 0) drained.set(entry.id, instants);
    }
    this.#round += 1;
    return drained;
  }

  /** Takes back a drain that could not be saved: the next one brings it again, as far as it still counts. */
  undrain(drained: ReadonlyMap<string, readonly number[]>): void {
    for (const [id, instants] of drained) {
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      entry.window.undrain(instants.length);
      this.#use(entry);
    }
  }

  /** Begins with what an earlier process drained; each window gets its limit when it is first asked for. */
  restore(saved: ReadonlyMap<string, readonly number[]>, now: number): void {
    for (const [id, instants] of saved) this.of(id, instants.length).restore(instants, now);
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
