// Turns for work that only a few may do at a time, such as hashing a password. Each client has a share of the places, and
// clients take turns, so that one that sends much delays itself and hardly anybody else. Nobody waits without a place.

import { Overloaded } from './overloaded.ts';

export interface TurnLimits {
  /** How many work at a time. */
  atOnce: number;
  /** How many places one client can have. */
  perClient: number;
  /** How many places there are; as many again for clients that go first. */
  inAll: number;
}

/** There is no place. */
export class NoPlace extends Overloaded {
  override readonly name = 'NoPlace';
  /** Whether the client itself has all places that it can have. */
  readonly isOwnShare: boolean;

  constructor(isOwnShare: boolean) {
    super(isOwnShare ? 'the client has all of its places' : 'all places are taken');
    this.isOwnShare = isOwnShare;
  }
}

export interface Place {
  /** Does the work when it is the client's turn. */
  take<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

/** Clients with the same right to go first, and those of them who wait. */
interface Rank {
  places: number;
  byClient: Map<string, number>;
  /** The client whose turn is next comes first. */
  waiting: Map<string, (() => void)[]>;
}

export class Turns {
  readonly #limits: TurnLimits;
  /** Clients that go first, and all others. */
  readonly #ranks: readonly [Rank, Rank] = [newRank(), newRank()];
  #working = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** A place until it is left, however many turns it takes. */
  enter(client: string, { isFirst = false } = {}): Place {
    const rank = this.#ranks[isFirst ? 0 : 1];
    const { places, byClient } = rank;
    const own = byClient.get(client) ?? 0;
    if (own >= this.#limits.perClient) throw new NoPlace(true);
    if (places >= this.#limits.inAll) throw new NoPlace(false);
    rank.places += 1;
    byClient.set(client, own + 1);
    return {
      take: async (work) => {
        await this.#turn(rank, client);
        try {
          return await work();
        } finally {
          this.#next();
        }
      },
      leave: () => {
        rank.places -= 1;
        const left = byClient.get(client)! - 1;
        if (left === 0) byClient.delete(client);
        else byClient.set(client, left);
      },
    };
  }

  #turn({ waiting }: Rank, client: string): Promise<void> | void {
    if (this.#working < this.#limits.atOnce) {
      this.#working += 1;
      return;
    }
    return new Promise((resolve) => {
      const own = waiting.get(client);
      if (own === undefined) waiting.set(client, [resolve]);
      else own.push(resolve);
    });
  }

  /** Hands the turn on: to the client that has waited longest since its last one, among those that go first if there are any. */
  #next(): void {
    for (const { waiting } of this.#ranks) {
      for (const [client, own] of waiting) {
        const begin = own.shift()!;
        waiting.delete(client);
        if (own.length > 0) waiting.set(client, own);
        begin();
        return;
      }
    }
    this.#working -= 1;
  }
}

function newRank(): Rank {
  return { places: 0, byClient: new Map(), waiting: new Map() };
}
