// Performs work in a transaction, and adds what it wrote to the record chain.

import { hasAuthority } from '../schema.ts';
import type { Queries, TransactionOptions, Writes } from '../store.ts';
import { comparingFirst } from './before-change.ts';
import { type Bound, bind, boundTo } from './bound.ts';
import { chainWrites } from './chain.ts';
import { type Redaction, WriteTracker } from './tracker.ts';

type Work<T> = (writes: Writes) => Promise<T>;

/** `begin` runs the given work in a transaction, and again if the database asks for that. */
export async function chainedTransaction<T>(
  db: Queries,
  bound: Bound,
  begin: (work: Work<T>) => Promise<T>,
  work: Work<T>,
  options: TransactionOptions = {},
): Promise<T> {
  let decides = false;
  const result = await begin(async (transaction) => {
    const tracker = new WriteTracker();
    const made = await chainedWork(transaction, bound, tracker, work, options);
    decides = decidesWhoMayDoWhat(tracker);
    return made;
  });
  // The process knows at once what it has written about who may do what. Otherwise somebody could cut the entry off before it
  // is next read. An error is not one of this transaction: the next read meets it again.
  if (decides && bound.authority.isLoaded) await bound.authority.follow(db).catch(() => undefined);
  return result;
}

async function chainedWork<T>(
  transaction: Writes,
  bound: Bound,
  tracker: WriteTracker,
  work: Work<T>,
  { chained = true }: TransactionOptions,
): Promise<T> {
  if (!chained) {
    bind(transaction, bound);
    return work(transaction);
  }
  const compared = comparingFirst(transaction, tracker);
  const writes = compared.withPlugin(tracker);
  for (const each of [compared, writes]) bind(each, { ...bound, tracker });
  const result = await work(writes);
  if (decidesWhoMayDoWhat(tracker)) await bound.authority.requireTip(transaction);
  await chainWrites(transaction, bound, tracker.writes);
  return result;
}

function decidesWhoMayDoWhat({ writes }: WriteTracker): boolean {
  return [...writes.rows.keys()].some(hasAuthority);
}

/**
 * From here on, the transaction may erase personal data from rows that otherwise never change. Their new entries name who
 * did it and by which act.
 */
export function declareRedaction(writes: Writes, redaction: Redaction): void {
  boundTo(writes).tracker!.redaction = redaction;
}
