// Decides when the staleness of all providers has to be looked at again. It takes seconds in a large store, and usually
// nothing has changed since the last time.

import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { readTopics } from '../../store/topics.ts';
import type { PublishingPolicy } from '../runs/policy.ts';
import { sweepStaleness } from './staleness.ts';

/** What the last sweep has seen. */
export interface Swept {
  /** The UTC date. */
  date: string;
  /** The versions of the topics. */
  desk: number;
  published: number;
}

export async function sweepWhenDue(
  context: Context,
  policy: PublishingPolicy,
  last: Swept | null,
): Promise<Swept> {
  const { db } = context.store;
  // Read before the sweep, so that whatever changes during it is seen by the next one.
  const { desk, published } = await readTopics(db);
  const seen: Swept = { date: civilDate(context.clock()), desk, published };
  const isDue =
    last === null ||
    last.date !== seen.date ||
    last.desk !== desk ||
    last.published !== published ||
    (await hasUnscorable(db));
  if (isDue) await sweepStaleness(context, policy);
  return seen;
}

/** Evidence lapses at the start of a day. What runs could not score is withdrawn some days after the minute of the run. */
async function hasUnscorable(db: Queries): Promise<boolean> {
  const found = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('unscorable_since', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
