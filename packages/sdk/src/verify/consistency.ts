// Checks that two checkpoints belong to one log that was only appended to. A log that was rewritten, or that shows
// different histories to different readers, is a fork; its two signed checkpoints prove that to anyone.

import {
  consistencyProofFrom,
  type OpenedCheckpoint,
  rootFrom,
  type VerifierKey,
  verifyConsistency,
} from '@rf-indicators/engine';
import type { Check, LogFault, LogRequest, TileSource } from './forms.ts';
import { openPinned } from './keys.ts';
import { nodesFromTiles } from './tiles.ts';

/** Checks that a checkpoint continues, or precedes, the remembered one. */
export async function consistencyCheck(
  { remembered, checkpoint, log }: Omit<LogRequest, 'keys'>,
  keys: readonly VerifierKey[],
): Promise<Check<LogFault>> {
  const result = (fault: LogFault | null, detail: string): Check<LogFault> => ({
    check: 'consistency',
    ok: fault === null,
    fault,
    detail,
    pointer: null,
  });
  const known = await openPinned(remembered, keys);
  const shown = await openPinned(checkpoint, keys);
  if (known === null || shown === null) {
    const which = known === null ? 'remembered' : 'new';
    return result('checkpoint_invalid', `The ${which} checkpoint is not signed with a key that you pinned.`);
  }
  const [older, newer] = known.treeSize <= shown.treeSize ? [known, shown] : [shown, known];
  const fault = await compare(older, newer, log);
  if (fault === 'tiles_invalid') {
    return result(fault, 'The tiles do not match the checkpoint, so the two checkpoints cannot be compared.');
  }
  if (fault === 'fork') {
    const detail = `The log of ${newer.treeSize} entries does not begin with the log of ${older.treeSize} entries.`;
    return result(fault, `${detail} Keep both checkpoints: they prove it.`);
  }
  const detail = `The log of ${newer.treeSize} entries begins with the log of ${older.treeSize} entries.`;
  return result(
    null,
    shown === newer ? detail : `${detail} The checkpoint is older than the one remembered.`,
  );
}

async function compare(
  older: OpenedCheckpoint,
  newer: OpenedCheckpoint,
  log: TileSource,
): Promise<'fork' | 'tiles_invalid' | null> {
  if (older.treeSize === newer.treeSize) return same(older.rootHash, newer.rootHash) ? null : 'fork';
  if (older.treeSize === 0) return null;
  const readNode = nodesFromTiles(newer.treeSize, log);
  // Tiles count only if they give the newer root. Then a different older root is the log's doing, not the tiles'.
  const root = await rootFrom(newer.treeSize, readNode);
  if (!same(root, newer.rootHash)) return 'tiles_invalid';
  const proof = await consistencyProofFrom(older.treeSize, newer.treeSize, readNode);
  const holds = await verifyConsistency({
    oldSize: older.treeSize,
    newSize: newer.treeSize,
    oldRoot: older.rootHash,
    newRoot: newer.rootHash,
    proof,
  });
  return holds ? null : 'fork';
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
