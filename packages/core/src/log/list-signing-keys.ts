// The service's signing keys, as everyone may read them.

import type { Queries } from '../store/store.ts';

export function listSigningKeys(db: Queries) {
  return db
    .selectFrom('signing_keys')
    .select(['key_id', 'public_key', 'valid_from', 'valid_until'])
    .orderBy('valid_from')
    .execute();
}
