// Reads of the store, each made once for everyone who asks the same between two publications.

import type { Published } from '../rendering/published.ts';
import { SingleFlight } from './single-flight.ts';

export class SharedReads {
  readonly #published: Published;
  readonly #underWay = new SingleFlight<unknown>();

  constructor(published: Published) {
    this.#published = published;
  }

  /** `keep` is called with an answer that is still current: nothing was published while it was read. */
  read<T>(name: string, ask: () => Promise<T>, keep: (answer: T) => void): Promise<T> {
    const { swaps } = this.#published;
    // A reader who asks after a publication must not get an answer from before it.
    return this.#underWay.run(`${swaps} ${name}`, () =>
      ask().then((given) => {
        if (this.#published.swaps === swaps) keep(given);
        return given;
      }),
    ) as Promise<T>;
  }
}
