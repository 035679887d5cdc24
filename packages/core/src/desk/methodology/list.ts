// Lists the imported frameworks and their state.

import { Refusal } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { methodologyByDigest, requireSigned } from './signed.ts';

/** announced: activated, and in effect from a later date. replaced: another text with the same version was imported. */
export type FrameworkState = 'unsigned' | 'signed' | 'announced' | 'activated' | 'cancelled' | 'replaced';

export interface MethodologyRecord {
  digest: string;
  version: string;
  framework_version: string;
  effective_from: string;
  imported_at: number;
  imported_by: string;
  state: FrameworkState;
  activated_at: number | null;
  notes: string | null;
  urgent_reason: string | null;
  cancelled_reason: string | null;
  replaced_by: string | null;
  /** Why it cannot be used, such as an edited text or a sign-off that does not verify; null if it can. */
  fault: string | null;
}

/** By effective date. A framework that does not verify is listed with the reason instead of throwing. */
export async function listMethodologies(db: Queries | Writes, now: number): Promise<MethodologyRecord[]> {
  const rows = await db
    .selectFrom('methodologies as m')
    .leftJoin('methodology_sign_offs as s', 's.digest', 'm.digest')
    .leftJoin('methodology_activations as a', 'a.digest', 'm.digest')
    .leftJoin('methodology_cancellations as c', 'c.digest', 'm.digest')
    .leftJoin('methodology_replacements as r', 'r.digest', 'm.digest')
    .select([
      'm.digest',
      'm.version',
      'm.framework_version',
      'm.effective_from',
      'm.imported_at',
      'm.imported_by',
    ])
    .select(['s.key_id', 'a.activated_at', 'a.notes', 'a.urgent_reason'])
    .select(['c.reason as cancelled_reason', 'r.replaced_by'])
    .orderBy('m.effective_from')
    .orderBy('m.imported_at')
    .execute();
  const records: MethodologyRecord[] = [];
  for (const { key_id, ...row } of rows) {
    const isSigned = key_id !== null;
    const fault = await verificationError(db, row.digest, isSigned);
    records.push({ ...row, state: stateOf({ ...row, isSigned }, civilDate(now)), fault });
  }
  return records;
}

interface Stages {
  isSigned: boolean;
  effective_from: string;
  activated_at: number | null;
  cancelled_reason: string | null;
  replaced_by: string | null;
}

function stateOf(row: Stages, today: string): FrameworkState {
  if (row.replaced_by !== null) return 'replaced';
  if (row.cancelled_reason !== null) return 'cancelled';
  if (row.activated_at !== null) return row.effective_from > today ? 'announced' : 'activated';
  return row.isSigned ? 'signed' : 'unsigned';
}

async function verificationError(
  db: Queries | Writes,
  digest: string,
  signed: boolean,
): Promise<string | null> {
  try {
    await (signed ? requireSigned(db, digest) : methodologyByDigest(db, digest));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
