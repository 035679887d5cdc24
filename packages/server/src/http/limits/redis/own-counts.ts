// What this node accepted, by itself or by an answer of Redis, in windows in memory. It is what the node counts by while
// Redis does not answer, and what it adds to Redis afterwards.

import { MemoryLimits } from '../memory/memory-limits.ts';
import type { WindowsOptions } from '../memory/windows.ts';
import type { AddedWindow } from './redis-client.ts';

/** Redis does nothing else while it adds requests, so it adds only so many at once. */
const ADDED_AT_ONCE = 2000;

/** Requests that are added to Redis by one command. */
export interface Addition {
  readonly name: string;
  readonly windows: readonly AddedWindow[];
}

interface Unshared {
  readonly widthMs: number;
  readonly instants: number[];
}

export class OwnCounts {
  readonly #collections = new Map<string, MemoryLimits>();
  /** By key: the requests that are not in Redis. */
  #unshared = new Map<string, Unshared>();
  #count = 0;
  /** Its answer may have been lost, so it is repeated as it was. */
  #pending: Addition | null = null;
  #newName: () => string;

  constructor(newName: () => string) {
    this.#newName = newName;
  }

  /** The windows in memory of the limits with this name. */
  limiterOf(name: string, options: WindowsOptions): MemoryLimits {
    const limiter = new MemoryLimits(options);
    this.#collections.set(name, limiter);
    return limiter;
  }

  memoryOf(name: string): MemoryLimits {
    return this.#collections.get(name)!;
  }

  sweep(now: number): void {
    for (const { windows } of this.#collections.values()) windows.sweep(now);
  }

  /** Moves everything by the same time as the clock. */
  shift(ms: number): void {
    for (const { windows } of this.#collections.values()) windows.shift(ms);
    for (const { instants } of [...this.#unshared.values(), ...(this.#pending?.windows ?? [])]) {
      for (const at of instants.keys()) instants[at]! += ms;
    }
  }

  /** How many requests are not in Redis. */
  get unshared(): number {
    return this.#count;
  }

  /** Marks a request, which the windows count already, as missing in Redis. */
  addUnshared(key: string, widthMs: number, instant: number): void {
    const entry = this.#unshared.get(key) ?? { widthMs, instants: [] };
    this.#unshared.set(key, entry);
    entry.instants.push(instant);
    this.#count += 1;
  }

  /** Marks everything that was accepted since a time as missing in Redis, because Redis lost it. */
  unshareSince(time: number): void {
    const earliest = [this.#unshared.values(), this.#pending?.windows ?? []]
      .flatMap((some) => [...some])
      .reduce((least, { instants }) => Math.min(least, instants[0] ?? least), time);
    this.#pending = null;
    this.#unshared = new Map();
    this.#count = 0;
    for (const [name, { windows }] of this.#collections) {
      for (const [id, instants] of windows.instants()) {
        const lost = instants.filter((instant) => instant >= earliest);
        if (lost.length === 0) continue;
        this.#unshared.set(keyOf(name, id), { widthMs: windows.widthMs, instants: lost });
        this.#count += lost.length;
      }
    }
  }

  /** What to add to Redis next, and whether it is the last; null if nothing is missing there. */
  next(): { addition: Addition; isLast: boolean } | null {
    this.#pending ??= this.#take();
    return this.#pending === null ? null : { addition: this.#pending, isLast: this.#unshared.size === 0 };
  }

  /** Redis has the addition. */
  confirm({ name, windows }: Addition): void {
    if (this.#pending?.name !== name) return;
    this.#pending = null;
    this.#count -= windows.reduce((sum, { instants }) => sum + instants.length, 0);
  }

  #take(): Addition | null {
    const windows: AddedWindow[] = [];
    let room = ADDED_AT_ONCE;
    for (const [key, { widthMs, instants }] of this.#unshared) {
      if (room === 0) break;
      instants.sort((a, b) => a - b);
      const taken = instants.splice(0, room);
      if (instants.length === 0) this.#unshared.delete(key);
      room -= taken.length;
      windows.push({ key, widthMs, instants: taken });
    }
    return windows.length === 0 ? null : { name: this.#newName(), windows };
  }
}

/** The name of a window in Redis. */
export function keyOf(name: string, windowId: string): string {
  return `${name}:${windowId}`;
}
