// Opens the signing key that is current.

import { parseSignerKey, type Signer } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';

export async function currentSigner(db: Queries | Writes, masterKey: MasterKey): Promise<Signer> {
  const row = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where('valid_until', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('conflict', 'There is no signing key. Run rf init.');
  return parseSignerKey(masterKey.open(row.sealed_private_key, sealPurpose(row.key_id)));
}

/** Of the master key: a sealed signing key cannot be opened as another one. */
export function sealPurpose(keyId: string): string {
  return `signing key ${keyId}`;
}
