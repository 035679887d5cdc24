// Whether two checkpoints are of one log that only grew. A log that shows different people different pasts, or that
// changed its own, cannot pass for both: that is a fork, and the two signed checkpoints prove it to anyone.

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

/** Checks that a checkpoint continues, or precedes, the one that is remembered. */
export async function consistencyCheck(
  { remembered, checkpoint, log }: Omit<LogRequest, 'keys'>,
  keys: readonly VerifierKey[],
): Promise<Check<LogFault>> {
  const said = (fault: LogFault | null, detail: string): Check<LogFault> => ({
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
    return said('checkpoint_invalid', `The ${which} checkpoint is not signed with a key that you pinned.`);
  }
  const [older, newer] = known.treeSize <= shown.treeSize ? [known, shown] : [shown, known];
  const fault = await compare(older, newer, log);
  if (fault === 'tiles_invalid') {
    return said(fault, 'The tiles do not belong to the checkpoint, so nothing can be said of the log.');
  }
  if (fault === 'fork') {
    const what = `The log of ${newer.treeSize} entries does not begin with the log of ${older.treeSize} entries.`;
    return said(fault, `${what} Keep both checkpoints: they prove it.`);
  }
  const what = `The log of ${newer.treeSize} entries begins with the log of ${older.treeSize} entries.`;
  return said(null, shown === newer ? what : `${what} The checkpoint is older than the one remembered.`);
}

async function compare(
  older: OpenedCheckpoint,
  newer: OpenedCheckpoint,
  log: TileSource,
): Promise<'fork' | 'tiles_invalid' | null> {
  if (older.treeSize === newer.treeSize) return same(older.rootHash, newer.rootHash) ? null : 'fork';
  if (older.treeSize === 0) return null;
  const readNode = nodesFromTiles(newer.treeSize, log);
  // Only tiles that give the newer root say anything; then another older root is the log's doing, not theirs.
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
