// Response bodies that are kept in case they are requested again. When room is needed, bodies that were compressed are kept in
// that form alone. If that is not enough, those that were not requested again since they were last passed over are evicted
// first, oldest first; so many different requests do not displace what is requested often.

import { type Body, dropPlainBytes, sizeOf } from './body.ts';

/** What can change a kept response. */
export interface Origin {
  /** Nothing but a publication changes it: not a new checkpoint of the log, nor a new daily dump. */
  isOfPublication?: boolean;
  /** What it was made of. After a publication it is still valid if this is still the same, which has to be asked. */
  source?: string | undefined;
}

interface Entry extends Origin {
  body: Body;
  size: number;
  /** Whether it was requested again since it was added or passed over. */
  isUsed: boolean;
  /** Whether nothing was published since its source was last compared. */
  isValid: boolean;
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
    if (entry === undefined || !entry.isValid) return undefined;
    entry.isUsed = true;
    return entry.body;
  }

  /** One that may still be valid. */
  findOlder(url: string): { body: Body; source: string } | undefined {
    const entry = this.#entries.get(url);
    if (entry?.source === undefined) return undefined;
    return { body: entry.body, source: entry.source };
  }

  has(url: string): boolean {
    return this.#entries.get(url)?.isValid === true;
  }

  add(url: string, body: Body, origin: Origin = {}): void {
    const known = this.#entries.get(url);
    if (known?.isValid) return;
    if (known !== undefined && known.source === origin.source) {
      // With the encodings that were made of it.
      known.isValid = true;
      return;
    }
    this.delete(url);
    const size = sizeOf(body);
    this.#entries.set(url, { ...origin, body, size, isUsed: false, isValid: true });
    this.#bytes += size;
  }

  delete(url: string): void {
    const entry = this.#entries.get(url);
    if (entry === undefined) return;
    this.#entries.delete(url);
    this.#bytes -= entry.size;
  }

  /** Evicts until at most this many bytes are left. */
  shrinkTo(bytes: number): void {
    this.#dropPlain();
    // An entry that is passed over goes to the end, so that the second round meets it again.
    for (const [url, entry] of this.#entries) {
      if (this.#bytes <= bytes) return;
      this.#entries.delete(url);
      if (entry.isUsed) {
        entry.isUsed = false;
        this.#entries.set(url, entry);
      } else {
        this.#bytes -= entry.size;
        this.#evictions += 1;
      }
    }
  }

  #dropPlain(): void {
    for (const entry of this.#entries.values()) {
      // Those with Brotli are requested often, and can grow again.
      if (entry.body.compressions.length === 1) dropPlainBytes(entry.body);
      const size = sizeOf(entry.body);
      this.#bytes += size - entry.size;
      entry.size = size;
    }
  }

  /** After a publication: drops everything that cannot be compared with its source. */
  outdate(): void {
    for (const [url, entry] of this.#entries) {
      if (entry.source === undefined) this.delete(url);
      else entry.isValid = false;
    }
  }

  /** After a new checkpoint or daily dump. */
  keepOnlyOfPublications(): void {
    for (const [url, { isOfPublication }] of this.#entries) if (!isOfPublication) this.delete(url);
  }
}
