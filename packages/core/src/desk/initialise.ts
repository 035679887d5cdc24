// Initialises an empty store in one transaction: the first operator, the signing key and the default
// configuration.

import { addFirstOperator } from '../accounts/founding.ts';
import type { IssuedToken } from '../accounts/staff.ts';
import type { Actor } from '../context/actor.ts';
import { DEMO_ORIGIN, markDemo } from '../context/beginning.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { createFirstSigningKey } from '../log/signing-keys.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';
import { ensureDefaultConfiguration } from './methodology/configurations.ts';

export const DEFAULT_ORIGIN = 'rf-indicators';
export const DEFAULT_OPERATOR = 'operator';

export interface InitialiseOptions {
  /** Name of the signing key. It is also the log's origin, which never changes. Demos have their own. */
  name?: string;
  /** Whether the store is a demo, whose story begins now. */
  isDemo?: boolean;
  /** Name of the first operator. */
  operator?: string;
  /** Seed of the signing key, for reproducible demo and test data. Random by default. */
  seed?: Uint8Array;
}

export interface InitialisedStore {
  operator: Actor;
  /** Shown once. */
  token: IssuedToken;
  publicKey: string;
  configurationDigest: string;
}

export async function initialise(
  context: Context,
  masterKey: MasterKey,
  options: InitialiseOptions = {},
): Promise<InitialisedStore> {
  const { isDemo = false, operator: operatorName = DEFAULT_OPERATOR, seed } = options;
  const { name = isDemo ? DEMO_ORIGIN : DEFAULT_ORIGIN } = options;
  if (!isDemo && name === DEMO_ORIGIN)
    throw new Refusal('validation_failed', `${DEMO_ORIGIN} is the name of demos. Choose another one.`);
  return context.store.transaction(async (writes) => {
    await refuseInitialised(writes);
    if (isDemo) await markDemo(writes, context.clock());
    const token = await addFirstOperator(context, writes, operatorName);
    const operator: Actor = { id: token.id, name: operatorName.trim(), roles: ['operator'] };
    const publicKey = await createFirstSigningKey(context, writes, operator, masterKey, name, seed);
    const configurationDigest = await ensureDefaultConfiguration(context, writes, operator);
    return { operator, token, publicKey, configurationDigest };
  });
}

/** Throws if the store already has staff or a signing key. */
export async function refuseInitialised(db: Queries | Writes): Promise<void> {
  const person = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst();
  const key = await db.selectFrom('signing_keys').select('key_id').limit(1).executeTakeFirst();
  if (person === undefined && key === undefined) return;
  throw new Refusal(
    'conflict',
    'This store is already initialised, and rf init never replaces its keys. An operator can invite people with ' +
      'rf staff invite. To use another store, set RF_DATA_DIR or DATABASE_URL.',
  );
}
