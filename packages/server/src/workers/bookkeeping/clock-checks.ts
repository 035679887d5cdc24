// Compares the clock with what the store knows: its newest records at the start, and the clock of the database.

import type { Queries, Store } from '@rf-indicators/core/store/store';
import { storeTime } from '@rf-indicators/core/store/store-time';
import { sql } from 'kysely';
import { JUMP_MS } from '../../clock/clock-watch.ts';
import type { SharedClock } from '../../clock/shared-clock.ts';

/** The clocks of machines that share a store may differ by a few seconds. */
const SLACK_MS = { sqlite: JUMP_MS, postgres: 5000 };
const MOST_DIFFERENCE_MS = 60_000;

/** Call this before the first heartbeat. A clock that is behind what was recorded was set back while no process ran. */
export async function compareWithRecords({ db, kind }: Store, clock: SharedClock): Promise<void> {
  const newest = await newestRecord(db);
  if (clock.now() + SLACK_MS[kind] < newest) clock.noteJump();
}

async function newestRecord(db: Queries): Promise<number> {
  const seen = await db
    .selectFrom('up_periods')
    .select(({ fn }) => fn.max('last_seen_at').as('at'))
    .executeTakeFirst();
  const audit = await db.selectFrom('audit').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const checkpoint = await db
    .selectFrom('checkpoints')
    .select('created_at as at')
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(...[seen, audit, checkpoint].map((row) => Number(row?.at ?? 0)));
}

/** SQLite has no clock of its own. */
export async function compareWithDatabase({ db, kind }: Store, clock: SharedClock): Promise<void> {
  if (kind === 'sqlite') return;
  const before = { wall: Date.now(), time: clock.now() };
  const { rows } = await sql<{ now: number }>`select ${storeTime(kind, before.wall)} as now`.execute(db);
  const { now } = rows[0]!;
  clock.wallDiffers = differs(now, before.wall, Date.now());
  clock.timeDiffers = differs(now, before.time, clock.now());
}

/** The database read its clock at some time between the two. */
function differs(now: number, before: number, after: number): boolean {
  const difference = Math.abs(now - (before + after) / 2);
  return difference - Math.abs(after - before) / 2 > MOST_DIFFERENCE_MS;
}
