// What is saved of limits that Redis counts: the requests that this node accepted by itself, until Redis has them, and at
// its stop everything that it accepted, so that its next process can add it if Redis loses it.

import { NEARLY_USED, readSharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { DrainedLimits, LimitBook } from '../limit-book.ts';

interface Use {
  used: number;
  limit: number;
}

export class SharedBook implements LimitBook {
  readonly #restore: LimitBook['restore'];
  #unsaved = new Map<string, number[]>();
  #highUse = new Map<string, Use>();
  /** Whether the store holds requests of this node. */
  #hasSaved = false;
  #deletesSaved = false;
  #kept: ReadonlyMap<string, readonly number[]> | null = null;

  /** `restore` counts what an earlier process accepted by itself, and adds it to Redis. */
  constructor(restore: LimitBook['restore']) {
    this.#restore = restore;
  }

  /** A request that this node accepted by itself. */
  add(windowId: string, instant: number): void {
    const instants = this.#unsaved.get(windowId) ?? [];
    this.#unsaved.set(windowId, instants);
    instants.push(Math.floor(instant));
  }

  /** What Redis says that a window has used. */
  noteUse(windowId: string, used: number, limit: number): void {
    if (used >= limit * NEARLY_USED) this.#highUse.set(windowId, { used, limit });
  }

  /** Redis has everything that this node accepted. */
  forget(): void {
    this.#unsaved.clear();
    this.#deletesSaved ||= this.#hasSaved;
    this.#hasSaved = false;
  }

  drain(): DrainedLimits {
    const highUse = [...this.#highUse].flatMap(([id, use]) => {
      const quota = readSharedWindowId(id);
      return quota === null ? [] : [{ ...quota, ...use }];
    });
    const drained = { accepted: this.#unsaved, deletesSaved: this.#deletesSaved, highUse };
    this.#hasSaved ||= this.#unsaved.size > 0;
    this.#unsaved = new Map();
    this.#highUse = new Map();
    this.#deletesSaved = false;
    return drained;
  }

  /** Notices are not put back: the next request notes them again. */
  undrain({ accepted, deletesSaved }: DrainedLimits): void {
    for (const [id, instants] of accepted) {
      this.#unsaved.set(id, [...instants, ...(this.#unsaved.get(id) ?? [])]);
    }
    this.#deletesSaved ||= deletesSaved;
  }

  /** Saves these requests at the stop, instead of what was saved before. */
  keep(instants: Iterable<[windowId: string, instants: number[]]>): void {
    this.#kept = new Map(instants);
  }

  drainAtStop(): DrainedLimits | null {
    if (this.#kept === null) return null;
    const accepted = new Map([...this.#kept].map(([id, instants]) => [id, instants.map(Math.floor)]));
    return { accepted, deletesSaved: true, highUse: [] };
  }

  restore(saved: ReadonlyMap<string, readonly number[]>, now: number): void {
    this.#hasSaved = saved.size > 0;
    this.#restore(saved, now);
  }
}
