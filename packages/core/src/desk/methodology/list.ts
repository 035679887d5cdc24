// Lists the imported frameworks and their state.

import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { methodologyByDigest, requireSigned } from './signed.ts';

export interface MethodologyRecord {
  digest: string;
  version: string;
  framework_version: string;
  effective_from: string;
  imported_at: number;
  imported_by: string;
  state: 'unsigned' | 'signed' | 'activated';
  activated_at: number | null;
  notes: string | null;
  /** Why it cannot be used, such as an edited text or a sign-off that does not verify; null if it can. */
  fault: string | null;
}

/** By effective date. A framework that does not verify is listed with the reason instead of throwing. */
export async function listMethodologies(db: Queries | Writes): Promise<MethodologyRecord[]> {
  const rows = await db
    .selectFrom('methodologies as m')
    .leftJoin('methodology_sign_offs as s', 's.digest', 'm.digest')
    .leftJoin('methodology_activations as a', 'a.digest', 'm.digest')
    .select([
      'm.digest',
      'm.version',
      'm.framework_version',
      'm.effective_from',
      'm.imported_at',
      'm.imported_by',
    ])
    .select(['s.key_id', 'a.activated_at', 'a.notes'])
    .orderBy('m.effective_from')
    .orderBy('m.imported_at')
    .execute();
  const records: MethodologyRecord[] = [];
  for (const { key_id, ...row } of rows) {
    const state = row.activated_at !== null ? 'activated' : key_id === null ? 'unsigned' : 'signed';
    records.push({ ...row, state, fault: await verificationError(db, row.digest, key_id !== null) });
  }
  return records;
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
