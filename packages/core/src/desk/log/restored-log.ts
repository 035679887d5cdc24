// Checks the log of a restored backup: it must match the checkpoint in the backup's header, the store's own keys
// must have signed that checkpoint, and the log must not be behind checkpoints that were signed later.

import { openCheckpoint, rootFrom } from '@rf-indicators/engine';
import type { BackupHeader } from '../../store/backup-format.ts';
import { type Queries, StoreError } from '../../store/store.ts';
import { requireConsistency } from './checkpoint-file.ts';
import { keyChain, keysAt } from './key-chain.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** `known` are checkpoints from outside the backup, oldest first. Returns the root hash as base64. */
export async function requireRestoredLog(
  db: Queries,
  header: BackupHeader,
  known: readonly string[],
): Promise<string> {
  const size = await treeSizeOf(db);
  const root = Buffer.from(await rootFrom(size, storedNodes(db)));
  if (size !== header.tree_size) throw contradiction();
  if (header.checkpoint !== null || size > 0) await requireCheckpoint(db, header.checkpoint, size, root);
  await requireConsistency(db, known);
  return root.toString('base64');
}

async function requireCheckpoint(
  db: Queries,
  note: string | null,
  size: number,
  root: Buffer,
): Promise<void> {
  const chain = await keyChain(db, null);
  const keys = keysAt(chain, size - 1);
  if (note === null || keys.length === 0) throw contradiction();
  const checkpoint = await openCheckpoint(note, keys[0]!.name, keys).catch(() => null);
  if (checkpoint?.treeSize !== size || !root.equals(checkpoint.rootHash)) throw contradiction();
}

function contradiction(): StoreError {
  return new StoreError(
    'The log in this backup does not match its signed checkpoint. Either the backup was edited, or the store ' +
      'was already damaged when the backup was made. Nothing was restored. Use an older backup.',
  );
}
