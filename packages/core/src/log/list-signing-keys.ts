// The service's signing keys, as everyone may read them.

import type { Queries } from '../store/store.ts';

export interface SigningKeyRecord {
  keyId: string;
  publicKey: string;
  validFrom: number;
  validUntil: number | null;
}

export async function listSigningKeys(db: Queries): Promise<SigningKeyRecord[]> {
  const rows = await db.selectFrom('signing_keys').selectAll().orderBy('valid_from').execute();
  return rows.map(({ key_id, public_key, valid_from, valid_until }) => ({
    keyId: key_id,
    publicKey: public_key,
    validFrom: valid_from,
    validUntil: valid_until,
  }));
}
