// The last day on which each member of staff used the desk, by a token or in any way of signing in. It decides who is gone,
// so it is in the record chain: to the day, which is one record a day for each person.

import type { Context } from '../context/context.ts';
import { civilDate } from '../context/times.ts';
import { provedRow, wholeTable } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';

/** Notes that somebody is there. A day that somebody else wrote does not count as noted: to change its row is refused. */
export async function noteAttendance({ store, clock }: Context, staffId: string): Promise<void> {
  const today = civilDate(clock());
  const known = await provedRow(store.db, 'staff_attendance', () =>
    store.db.selectFrom('staff_attendance').selectAll().where('staff_id', '=', staffId).executeTakeFirst(),
  );
  if (known !== undefined && known.last_day >= today) return;
  await store.transaction((writes) =>
    writes
      .insertInto('staff_attendance')
      .values({ staff_id: staffId, first_day: today, last_day: today })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ last_day: today }))
      .execute(),
  );
}

export interface Attendance {
  /** By the id of a person. */
  lastDay: ReadonlyMap<string, string>;
  /** Since when days are noted: an older version noted nothing that is proved. null if none was noted yet. */
  since: string | null;
}

export async function readAttendance(db: Queries | Writes): Promise<Attendance> {
  const rows = await wholeTable(db, 'staff_attendance', () =>
    db.selectFrom('staff_attendance').selectAll().execute(),
  );
  const first = rows.map(({ first_day }) => first_day).sort()[0] ?? null;
  return { lastDay: new Map(rows.map(({ staff_id, last_day }) => [staff_id, last_day])), since: first };
}
