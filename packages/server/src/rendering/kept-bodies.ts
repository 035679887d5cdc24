// Responses that were assembled on request and are kept in case they are requested again. Those that were requested only
// once are evicted first, so that many different requests do not displace what is requested often.

import { type Body, sizeOf } from './body.ts';

export class KeptBodies {
  /** Both least recently read first. */
  #once = new Map<string, Body>();
  #repeated = new Map<string, Body>();
  #bytes = 0;
  #evictions = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#once.size + this.#repeated.size;
  }

  get evictions(): number {
    return this.#evictions;
  }

  find(url: string): Body | undefined {
    const body = this.#repeated.get(url) ?? this.#once.get(url);
    if (body === undefined) return undefined;
    this.#once.delete(url);
    this.#repeated.delete(url);
    this.#repeated.set(url, body);
    return body;
  }

  has(url: string): boolean {
    return this.#once.has(url) || this.#repeated.has(url);
  }

  add(url: string, body: Body): void {
    if (this.has(url)) return;
    this.#once.set(url, body);
    this.#bytes += sizeOf(body);
  }

  /** Evicts until at most this many bytes are left. */
  shrinkTo(bytes: number): void {
    for (const bodies of [this.#once, this.#repeated]) {
      for (const [url, body] of bodies) {
        if (this.#bytes <= bytes) return;
        bodies.delete(url);
        this.#bytes -= sizeOf(body);
        this.#evictions += 1;
      }
    }
  }

  clear(): void {
    this.#once = new Map();
    this.#repeated = new Map();
    this.#bytes = 0;
  }
}
