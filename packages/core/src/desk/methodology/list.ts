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
  imported_by_name: string | null;
  /** null, like the time and the key, until a chief risk officer has signed. */
  signed_by_name: string | null;
  signed_at: number | null;
  sign_off_key: string | null;
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
    .leftJoin('staff as importer', 'importer.id', 'm.imported_by')
    .leftJoin('staff as signer', 'signer.id', 's.staff_id')
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
    .select(['importer.name as imported_by_name', 'signer.name as signed_by_name'])
    .select(['s.recorded_at as signed_at', 's.key_id as sign_off_key'])
    .select(['a.activated_at', 'a.notes', 'a.urgent_reason'])
    .select(['c.reason as cancelled_reason', 'r.replaced_by'])
    .orderBy('m.effective_from')
    .orderBy('m.imported_at')
    .execute();
  const records: MethodologyRecord[] = [];
  for (const row of rows) {
    const isSigned = row.sign_off_key !== null;
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
