// The cards that were drawn last. Each is drawn once, however many ask for it at the same time.

import { SingleFlight } from '../../http/shared-reads.ts';
import { type Body, sizeOf } from '../../rendering/body.ts';

/** A card has some 35 KB. */
export const KEPT_CARDS = { count: 300, bytes: 12 * 1024 * 1024 } as const;

export class CardCache {
  /** The one that was asked for last is at the end. */
  readonly #kept = new Map<string, Body>();
  readonly #drawing = new SingleFlight<Body>();
  #bytes = 0;

  get size(): number {
    return this.#kept.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(name: string): Body | undefined {
    const body = this.#kept.get(name);
    if (body === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, body);
    return body;
  }

  read(name: string, draw: () => Promise<Body>): Promise<Body> {
    const known = this.find(name);
    if (known !== undefined) return Promise.resolve(known);
    return this.#drawing.run(name, async () => {
      const body = await draw();
      this.#keep(name, body);
      return body;
    });
  }

  #keep(name: string, body: Body): void {
    this.#kept.set(name, body);
    this.#bytes += sizeOf(body);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#kept.size <= KEPT_CARDS.count && this.#bytes <= KEPT_CARDS.bytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf(dropped);
    }
  }
}
