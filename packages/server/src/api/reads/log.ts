// Reads of the transparency log and its signing keys.

import type { SigningKeys } from '@rf-indicators/contract';
import { instant, instantOrNull } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { listBehind } from '@rf-indicators/core/log/fact-leaves';
import { keyChain, trustedKeys } from '@rf-indicators/core/log/key-chain';
import { listSigningKeys as readKeys } from '@rf-indicators/core/log/list-signing-keys';
import { latestCheckpoint, parseTilePath, readTile } from '@rf-indicators/core/log/tiles';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

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
    data: keys.map(({ key_id, public_key, valid_from, valid_until }) => ({
      key_id,
      algorithm: 'Ed25519',
      public_key,
      valid_from: instant(valid_from),
      valid_until: instantOrNull(valid_until),
      rotation_log_index: rotationIndexes.get(public_key) ?? null,
      follows_pinned_key: pinned === null ? null : chained.has(public_key),
    })),
    next_cursor: null,
    limitations_disclosure: disclosure,
  };
  const lastModified = keys.reduce((latest, { valid_from }) => Math.max(latest, valid_from), 0);
  return { content: JSON.stringify(list), lastModified };
}

interface RotationLeaf {
  rotation: { new_key: string };
}

export async function getCheckpoint({ db }: Reading): Promise<Answer> {
  const latest = await latestCheckpoint(db);
  if (latest === null)
    return { problem: 'not_found', detail: 'The log is empty because nothing has been published yet.' };
  const { note, changedAt } = latest;
  return { content: note, lastModified: changedAt, mediaType: 'text/plain; charset=utf-8' };
}

export async function getLogList({ db }: Reading, { index }: Parameters): Promise<Answer> {
  const leaf = await db
    .selectFrom('log_leaves')
    .select(['kind', 'leaf'])
    .where('idx', '=', Number(index))
    .executeTakeFirst();
  const list = leaf && (await listBehind(db, leaf.kind, leaf.leaf));
  if (!list) return { problem: 'not_found', detail: `Leaf ${index} of the log has no list.` };
  return { content: list, lastModified: 0, mediaType: 'application/jsonl' };
}

export async function getTile({ db }: Reading, { path }: Parameters): Promise<Answer> {
  const request = parseTilePath(String(path));
  const tile = request && (await readTile(db, request));
  if (!tile)
    return {
      problem: 'not_found',
      detail: 'The log has no such tile. The log may still be too small for it.',
    };
  return { content: tile.bytes, lastModified: 0, mediaType: 'application/octet-stream' };
}
