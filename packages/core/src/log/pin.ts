// Records that the verifier key of an existing store is pinned outside it from now on.

import { KeyFormatError, parseVerifierKey, type VerifierKey } from '@rf-indicators/engine';
import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { requireTrustedLog } from './trusted-log.ts';

/** The key must be the one that the whole log of the store follows from. The caller then keeps it outside the store. */
export async function confirmPin(context: Context, actor: Actor, publicKey: string): Promise<void> {
  const key = await readKey(publicKey);
  await requireTrustedLog(context.store.db, key);
  await actAs(context, actor, 'signing_keys.pin', (writes) =>
    recordAct(context, writes, actor, 'signing_key.pin', key.id, null, { public_key: key.text }),
  );
}

async function readKey(text: string): Promise<VerifierKey> {
  try {
    return await parseVerifierKey(text.trim());
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new Refusal('validation_failed', `This is not a verifier key: ${error.message}`);
  }
}
