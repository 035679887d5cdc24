// Refuses to act by a clock that was set back. A run or a sweep uses what was recorded up to now, so by such a clock it
// would not know the newest approvals: it would publish older results, or withdraw an indicator whose gate was checked.

import { Refusal } from '../../context/refusal.ts';
import { instantText } from '../../context/times.ts';
import type { Queries, Writes } from '../../store/store.ts';

/** The clocks of machines that share a store may differ by a few seconds. */
const SLACK_MS = 5000;

export async function requireClock(db: Queries | Writes, now: number): Promise<void> {
  const newest = await newestRecord(db);
  if (now + SLACK_MS >= newest) return;
  throw new Refusal(
    'validation_failed',
    `The clock of this machine (${instantText(now)}) is behind the newest record of the store (${instantText(newest)}), ` +
      'so the newest records would not be used. Set the clock (timedatectl, NTP), then try again.',
  );
}

async function newestRecord(db: Queries | Writes): Promise<number> {
  const decision = await db
    .selectFrom('decisions')
    .select(({ fn }) => fn.max('decided_at').as('at'))
    .executeTakeFirst();
  const run = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirst();
  const publication = await db
    .selectFrom('publications')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .executeTakeFirst();
  return Math.max(...[decision, run, publication].map((row) => Number(row?.at ?? 0)));
}
