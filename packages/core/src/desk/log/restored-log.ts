// What a restore must prove before it counts: the log is the one whose checkpoint the backup names, its own keys
// signed that checkpoint, and it is not behind what was signed since.

import { openCheckpoint, rootFrom } from '@rf-indicators/engine';
import type { BackupHeader } from '../../store/backup-format.ts';
import { type Queries, StoreError } from '../../store/store.ts';
import { requireConsistency } from './checkpoint-file.ts';
import { verifierKeys } from './signing-keys.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** `known` are checkpoints from outside the backup, oldest first. Gives the root, as base64. */
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
  const keys = await verifierKeys(db);
  if (note === null || keys.length === 0) throw contradiction();
  const checkpoint = await openCheckpoint(note, keys[0]!.name, keys).catch(() => null);
  if (checkpoint?.treeSize !== size || !root.equals(checkpoint.rootHash)) throw contradiction();
}

function contradiction(): StoreError {
  return new StoreError(
    'The log in the backup is not the one that its checkpoint signs: the backup was put together by hand, or ' +
      'its store was damaged before. Nothing was restored; use an older backup.',
  );
}
