// Response bodies that are kept in case they are requested again. When room is needed, those that were not requested
// again since they were last passed over are evicted first, oldest first; so many different requests do not displace
// what is requested often.

import { type Body, sizeOf } from './body.ts';

interface Entry {
  body: Body;
  size: number;
  /** Whether it was requested again since it was added or passed over. */
  isUsed: boolean;
}

export class BodyCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #evictions = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get evictions(): number {
    return this.#evictions;
  }

  find(url: string): Body | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.body;
  }

  has(url: string): boolean {
    return this.#entries.has(url);
  }

  add(url: string, body: Body): void {
    if (this.#entries.has(url)) return;
    const size = sizeOf(body);
    this.#entries.set(url, { body, size, isUsed: false });
    this.#bytes += size;
  }

  /** Evicts until at most this many bytes are left. */
  shrinkTo(bytes: number): void {
    // An entry that is passed over goes to the end, so that the second round meets it again.
    for (const [url, entry] of this.#entries) {
      if (this.#bytes <= bytes) return;
      this.#entries.delete(url);
      if (entry.isUsed) this.#entries.set(url, { ...entry, isUsed: false });
      else {
        this.#bytes -= entry.size;
        this.#evictions += 1;
      }
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
