// The service's signing keys. One is current; older keys remain valid for what they signed. Each rotation is a
// log entry signed with both keys, so that a client that pinned the old key can verify the new one.

import { randomBytes } from 'node:crypto';
import {
  canonicalJson,
  type JsonValue,
  parseSignerKey,
  type Signer,
  signerKeyFromSeed,
  signObject,
  type VerifierKey,
} from '@rf-indicators/engine';
import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Writes } from '../store/store.ts';
import { catchUpCheckpointFile, requireConsistency, requireConsistencyWithFile } from './checkpoint-file.ts';
import { currentSigner, sealPurpose } from './current-signer.ts';
import { prepareAppend, writeAppend } from './store.ts';
import { requireTrustedLog } from './trusted-log.ts';

interface NewKey {
  signer: Signer;
  row: {
    key_id: string;
    public_key: string;
    sealed_private_key: string;
    valid_from: number;
    valid_until: null;
  };
}

async function makeKey(name: string, masterKey: MasterKey, seed: Uint8Array, now: number): Promise<NewKey> {
  const texts = await signerKeyFromSeed(name, seed);
  const signer = await parseSignerKey(texts.signer);
  return {
    signer,
    row: {
      key_id: signer.id,
      public_key: texts.verifier,
      sealed_private_key: masterKey.seal(texts.signer, sealPurpose(signer.id)),
      valid_from: now,
      valid_until: null,
    },
  };
}

/** Creates the store's first signing key and returns its public key. The key's name becomes the log's origin. */
export async function createFirstSigningKey(
  context: Context,
  writes: Writes,
  actor: Actor,
  masterKey: MasterKey,
  name: string,
  seed: Uint8Array = randomBytes(32),
): Promise<string> {
  const { row } = await makeKey(name, masterKey, seed, context.clock());
  await writes.insertInto('signing_keys').values(row).execute();
  await recordAct(context, writes, actor, 'signing_key.create', row.key_id, null, {
    public_key: row.public_key,
  });
  return row.public_key;
}

/** A rotation signs a checkpoint, so it has the same consistency checks as a publication. */
export interface RotationSettings {
  masterKey: MasterKey;
  /** The key that is pinned outside the store, if one is. */
  pinned?: VerifierKey | null;
  checkpointFile: string | null;
  checkpoints?: readonly string[];
}

export async function rotateSigningKey(
  context: Context,
  actor: Actor,
  { masterKey, pinned = null, checkpointFile, checkpoints = [] }: RotationSettings,
  seed: Uint8Array = randomBytes(32),
): Promise<string> {
  const { db } = context.store;
  if (checkpointFile) await requireConsistencyWithFile(db, checkpointFile);
  await requireConsistency(db, checkpoints);
  await requireTrustedLog(db, pinned);
  const publicKey = await rotate(context, actor, masterKey, seed);
  if (checkpointFile) await catchUpCheckpointFile(db, checkpointFile);
  return publicKey;
}

function rotate(context: Context, actor: Actor, masterKey: MasterKey, seed: Uint8Array): Promise<string> {
  const now = context.clock();
  return actAs(context, actor, 'signing_keys.rotate', async (writes) => {
    const old = await currentSigner(writes, masterKey);
    const { signer, row } = await makeKey(old.name, masterKey, seed, now);
    const rotation = {
      kind: 'key_rotation',
      new_key: signer.verifierKey,
      old_key: old.verifierKey,
      rotated_at: new Date(now).toISOString(),
    };
    const signatures = [await signObject(rotation, old), await signObject(rotation, signer)];
    const leaf = canonicalJson({ rotation, signatures } as unknown as JsonValue);
    const append = await prepareAppend(writes, [{ kind: 'key_rotation', leaf }], [signer, old]);
    await writeAppend(writes, append, now);
    await writes.updateTable('signing_keys').set({ valid_until: now }).where('key_id', '=', old.id).execute();
    await writes.insertInto('signing_keys').values(row).execute();
    await recordAct(context, writes, actor, 'signing_key.rotate', row.key_id, { key_id: old.id }, rotation);
    return row.public_key;
  });
}
