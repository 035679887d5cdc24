// The days on which the service sealed its records: the clock that notices and absences are measured by. One person can
// fake the clock of a machine, but not the signed entries of the days in between.

import { sql } from 'kysely';
import { onceEachTransaction } from '../store/once-each.ts';
import type { Queries, Writes } from '../store/store.ts';
import { Refusal } from './refusal.ts';
import { civilDate, instantText } from './times.ts';

/** The clocks of machines that share a store may differ a little. */
const SLACK_MS = 60 * 1000;

/** An entry begins with {"at":"2026-04-01T…, because its members are in the order of the alphabet. */
const DAY_OF_SEAL = sql<string>`substr(leaf, 8, 10)`;

/** How many UTC days after that of an instant have a seal in the log. */
export async function serviceDaysSince(db: Queries | Writes, instant: number): Promise<number> {
  const row = await db
    .selectFrom('log_leaves')
    .select(sql<number>`count(distinct ${DAY_OF_SEAL})`.as('days'))
    .where('kind', '=', 'records')
    .where(DAY_OF_SEAL, '>', civilDate(instant))
    .executeTakeFirstOrThrow();
  return Number(row.days);
}

/** When the last seal was made; null if there is none. */
const lastSealTime = onceEachTransaction(async (db: Queries | Writes): Promise<number | null> => {
  const row = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'records')
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : Date.parse((JSON.parse(row.leaf) as { at: string }).at);
});

/** Refuses an act that would be dated before the last signed checkpoint: by a clock that is wrong, or was set back. */
export async function requireAfterSeal(db: Queries | Writes, now: number): Promise<void> {
  const sealedAt = await lastSealTime(db);
  if (sealedAt === null || now + SLACK_MS >= sealedAt) return;
  throw new Refusal(
    'conflict',
    `The clock of this machine (${instantText(now)}) is behind the last signed checkpoint (${instantText(sealedAt)}), ` +
      'and nothing is recorded as of before it. Set the clock (timedatectl, NTP), then try again.',
  );
}
