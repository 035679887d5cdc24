// Deduplicates concurrent reads of the store that ask for the same data.

import type { Published } from '../rendering/published.ts';

export class SharedReads {
  readonly #published: Published;
  readonly #inFlight = new SingleFlight<unknown>();

  constructor(published: Published) {
    this.#published = published;
  }

  /** `keep` is called only if nothing was published or signed during the read, so the answer is still current. */
  read<T>(name: string, ask: () => Promise<T>, keep: (answer: T) => void): Promise<T> {
    const { changes } = this.#published;
    // A request that arrives after a publication must not share a read that started before it.
    return this.#inFlight.run(`${changes} ${name}`, () =>
      ask().then((answer) => {
        if (this.#published.changes === changes) keep(answer);
        return answer;
      }),
    ) as Promise<T>;
  }
}

// Runs the same work only once for callers that ask for it at the same time.

export class SingleFlight<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  /** The number of calls in progress. */
  get size(): number {
    return this.#inFlight.size;
  }

  run(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#inFlight.get(name);
    if (known !== undefined) return known;
    const result = work().finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, result);
    return result;
  }

  has(name: string): boolean {
    return this.#inFlight.has(name);
  }
}
