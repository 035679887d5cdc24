// Doctor check of the rows that decide who may do what: each must be the one that this program recorded last.

import { unprovedRows } from '../../store/records/proved.ts';
import type { Queries } from '../../store/store.ts';
import { fail, ok, type Verdict } from './doctor-verdict.ts';

const MAX_SHOWN = 3;

export async function checkAuthority(db: Queries): Promise<Verdict> {
  const { rows, unproved } = await unprovedRows(db);
  if (unproved.length === 0) return ok(`all ${rows} records of who may do what are those of this program`);
  const shown = unproved.slice(0, MAX_SHOWN).join(', ');
  const more = unproved.length > MAX_SHOWN ? ` and ${unproved.length - MAX_SHOWN} more` : '';
  return fail(
    `somebody else wrote or removed records of who may do what: ${shown}${more}; they grant nothing`,
    'run rf verify --all, and find out who can write to the database',
  );
}
