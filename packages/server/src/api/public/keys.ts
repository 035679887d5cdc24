// GET /api/public/keys: all signing keys with their validity periods.

import type { SigningKeys } from '@rf-indicators/contract';
import { instant, instantOrNull } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { keyChain, trustedKeys } from '@rf-indicators/core/log/key-chain';
import { listSigningKeys as readKeys } from '@rf-indicators/core/log/list-signing-keys';
import type { Answer, Reading } from '../../rendering/reading.ts';

export async function listSigningKeys({ db, disclosure, pinned = null }: Reading): Promise<Answer> {
  const keys = await readKeys(db);
  const chained = new Set(trustedKeys(await keyChain(db, pinned)).map(({ text }) => text));
  const rotations = await db
    .selectFrom('log_leaves')
    .select(['idx', 'leaf'])
    .where('kind', '=', 'key_rotation')
    .execute();
  const rotationIndexes = new Map(
    rotations.map(({ idx, leaf }) => [(JSON.parse(leaf) as RotationLeaf).rotation.new_key, idx]),
  );
  const list: SigningKeys = {
    data: keys.map(({ keyId, publicKey, validFrom, validUntil }) => ({
      key_id: keyId,
      algorithm: 'Ed25519',
      public_key: publicKey,
      valid_from: instant(validFrom),
      valid_until: instantOrNull(validUntil),
      rotation_log_index: rotationIndexes.get(publicKey) ?? null,
      follows_pinned_key: pinned === null ? null : chained.has(publicKey),
    })),
    next_cursor: null,
    limitations_disclosure: disclosure,
  };
  const lastModified = keys.reduce((latest, { validFrom }) => Math.max(latest, validFrom), 0);
  return { content: JSON.stringify(list), lastModified };
}

interface RotationLeaf {
  rotation: { new_key: string };
}
