// Who is at the desk and what they have open. Nothing depends on it: it tells colleagues apart, and a person what happened
// while they were away.

import type { Context } from '../context/context.ts';
import type { Queries, Writes } from '../store/store.ts';

/** A page says every 20 seconds what it has open; one that was closed is forgotten after this time. */
const OPEN_MS = 45_000;
/** People without activity for this long count as away. */
const AWAY_MS = 30 * 60_000;

export interface OpenRow {
  staff_id: string;
  name: string;
  page: string;
  row_id: string;
}

export interface Presence {
  /** Of a tab of a browser: a person may have several. */
  tab: string;
  page: string;
  /** null if nothing is open there. */
  row: string | null;
  /** Whether somebody uses the page, and has not only left it open. */
  isAttended: boolean;
}

export function notePresence(
  { store, clock }: Context,
  staffId: string,
  { tab, page, row, isAttended }: Presence,
): Promise<void> {
  const now = clock();
  return store.transaction(async (writes) => {
    await writes
      .deleteFrom('open_rows')
      .where('seen_at', '<', now - OPEN_MS)
      .execute();
    await writes.deleteFrom('open_rows').where('tab', '=', tab).execute();
    if (row !== null)
      await writes
        .insertInto('open_rows')
        .values({ tab, staff_id: staffId, page, row_id: row, seen_at: now })
        .execute();
    if (isAttended) await noteVisit(writes, staffId, now);
  });
}

async function noteVisit(writes: Writes, staffId: string, now: number): Promise<void> {
  const known = await writes
    .selectFrom('desk_visits')
    .selectAll()
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (known === undefined)
    await writes
      .insertInto('desk_visits')
      .values({ staff_id: staffId, last_seen_at: now, away_since: null })
      .onConflict((conflict) => conflict.column('staff_id').doNothing())
      .execute();
  else
    await writes
      .updateTable('desk_visits')
      .set({
        last_seen_at: now,
        ...(now - known.last_seen_at >= AWAY_MS ? { away_since: known.last_seen_at } : {}),
      })
      .where('staff_id', '=', staffId)
      .execute();
}

/** What people have open now, by name. */
export function readOpenRows(db: Queries, now: number): Promise<OpenRow[]> {
  return db
    .selectFrom('open_rows')
    .innerJoin('staff', 'staff.id', 'open_rows.staff_id')
    .select(['open_rows.staff_id', 'staff.name', 'open_rows.page', 'open_rows.row_id'])
    .distinct()
    .where('open_rows.seen_at', '>=', now - OPEN_MS)
    .where('staff.retired_at', 'is', null)
    .orderBy('staff.name')
    .orderBy('open_rows.row_id')
    .execute();
}

/** Since when a person was away before the visit that they are on; null on the first one. */
export async function awaySince(db: Queries, staffId: string, now: number): Promise<number | null> {
  const visit = await db
    .selectFrom('desk_visits')
    .selectAll()
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (visit === undefined) return null;
  return now - visit.last_seen_at >= AWAY_MS ? visit.last_seen_at : visit.away_since;
}
