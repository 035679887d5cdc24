// Deduplicates concurrent reads of the store that ask for the same data.

import type { Published } from '../rendering/published.ts';
import { SingleFlight } from './single-flight.ts';

export class SharedReads {
  readonly #published: Published;
  readonly #inFlight = new SingleFlight<unknown>();

  constructor(published: Published) {
    this.#published = published;
  }

  /** `keep` is called only if nothing was published during the read, so the answer is still current. */
  read<T>(name: string, ask: () => Promise<T>, keep: (answer: T) => void): Promise<T> {
    const { swaps } = this.#published;
    // A request that arrives after a publication must not share a read that started before it.
    return this.#inFlight.run(`${swaps} ${name}`, () =>
      ask().then((answer) => {
        if (this.#published.swaps === swaps) keep(answer);
        return answer;
      }),
    ) as Promise<T>;
  }
}
