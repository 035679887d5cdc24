// Which record chain a connection belongs to. Functions are given connections and transactions, not the store: from one
// of these they find the key of the chain, and what is known of the rows that decide who may do what.

import type { KyselyPlugin } from 'kysely';
import { type Queries, StoreError, type Writes } from '../store.ts';
import type { AuthorityIndex } from './authority.ts';
import type { ChainKey, ChainKeySource } from './mac.ts';
import type { WriteTracker } from './tracker.ts';

export interface Bound {
  chainKey: ChainKeySource;
  authority: AuthorityIndex;
  /** Of a transaction: what it has written. */
  tracker?: WriteTracker;
}

const chains = new WeakMap<Queries | Writes, Bound>();

export function bind(db: Queries | Writes, bound: Bound): void {
  chains.set(db, bound);
}

export function boundTo(db: Queries | Writes): Bound {
  const bound = chains.get(db);
  if (bound === undefined) throw new Error('This connection does not belong to a store.');
  return bound;
}

/** A connection with a plugin, which belongs to the same chain. */
export function withPlugin(db: Queries, plugin: KyselyPlugin): Queries {
  const other = db.withPlugin(plugin);
  bind(other, boundTo(db));
  return other;
}

/** null if there is no master key. */
export function chainKeyOf(db: Queries): ChainKey | null {
  const { chainKey } = boundTo(db);
  try {
    return chainKey();
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
