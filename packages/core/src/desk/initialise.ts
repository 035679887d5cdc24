// The first act on a store: the operator who lets everybody else in, the key that signs, and the default
// configuration. All of it or nothing, and once.

import { addStaff, type IssuedToken } from '../accounts/staff.ts';
import type { Actor } from '../context/actor.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';
import { createFirstSigningKey } from './log/signing-keys.ts';
import { ensureDefaultConfiguration } from './methodology/configurations.ts';

export const DEFAULT_ORIGIN = 'rf-indicators';
export const DEFAULT_OPERATOR = 'operator';

export interface Founding {
  /** The name of the signing key, and so the log's origin for ever. */
  name?: string;
  /** What the first operator is called. */
  operator?: string;
  /** For worlds that must come out the same each time; otherwise the signing key is random. */
  seed?: Uint8Array;
}

export interface Founded {
  operator: Actor;
  /** Shown once. */
  token: IssuedToken;
  publicKey: string;
  configurationDigest: string;
}

export function initialise(
  context: Context,
  masterKey: MasterKey,
  founding: Founding = {},
): Promise<Founded> {
  const { name = DEFAULT_ORIGIN, operator: operatorName = DEFAULT_OPERATOR, seed } = founding;
  return context.store.transaction(async (writes) => {
    await refuseInitialised(writes);
    const token = await addStaff(context, writes, null, { name: operatorName, roles: ['operator'] });
    const operator: Actor = { id: token.id, name: operatorName.trim(), roles: ['operator'] };
    const publicKey = await createFirstSigningKey(context, writes, operator, masterKey, name, seed);
    const configurationDigest = await ensureDefaultConfiguration(context, writes, operator);
    return { operator, token, publicKey, configurationDigest };
  });
}

/** Whatever is there already, a person or a key, is not written over. */
export async function refuseInitialised(db: Queries | Writes): Promise<void> {
  const person = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst();
  const key = await db.selectFrom('signing_keys').select('key_id').limit(1).executeTakeFirst();
  if (person === undefined && key === undefined) return;
  throw new Refusal(
    'conflict',
    'This store is initialised already, and its keys are never replaced by rf init. An operator adds people ' +
      'with rf staff add; for another store, set RF_DATA_DIR or DATABASE_URL.',
  );
}
