// Before a store returns to its founding, nobody may have made colleagues disappear by editing rows.

import { Refusal } from '../context/refusal.ts';
import { unprovedRows } from '../store/records/proved.ts';
import type { Table } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';

/** The tables that say who is on the staff, and who is gone. */
const STAFF_TABLES: readonly Table[] = [
  'staff',
  'staff_roles',
  'staff_tokens',
  'staff_invitations',
  'staff_attendance',
  'user_staff',
  'founding',
];

export async function requireRecordedStaff(writes: Writes): Promise<void> {
  const { unproved } = await unprovedRows(writes, STAFF_TABLES);
  if (unproved.length === 0) return;
  throw new Refusal(
    'conflict',
    `The store does not return to its founding, because its records were altered: ${unproved[0]} is missing, or is not ` +
      'what was recorded. Run rf verify --all, and restore a backup with rf restore.',
  );
}
