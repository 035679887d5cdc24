// Checks the log of a restored backup: it must match the checkpoint in the backup's header, keys that follow from the
// pinned one must have signed that checkpoint, and the log must not be behind checkpoints that were signed later.

import { openCheckpoint, rootFrom } from '@rf-indicators/engine';
import type { BackupHeader } from '../store/backup-format.ts';
import { type Queries, StoreError } from '../store/store.ts';
import { requireConsistency } from './checkpoint-file.ts';
import { type KeyChain, keyChain, keysAt } from './key-chain.ts';
import type { PinnedKey } from './pinned-key.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** What is kept outside the backup, to check it against. */
export interface RestoreTrust {
  /** Without a pinned key, the keys in the backup are used, which prove nothing about who made it. */
  pinned: PinnedKey | null;
  /** Signed checkpoints, oldest first. */
  known: readonly string[];
}

/** Returns the root hash as base64. */
export async function requireRestoredLog(
  db: Queries,
  header: BackupHeader,
  { pinned, known }: RestoreTrust,
): Promise<string> {
  const chain = await keyChain(db, pinned?.key ?? null, { everyLeaf: true });
  if (pinned !== null) requirePinned(chain, pinned);
  const size = await treeSizeOf(db);
  const root = Buffer.from(await rootFrom(size, storedNodes(db)));
  if (size !== header.tree_size) throw contradiction();
  if (header.checkpoint !== null || size > 0) await requireCheckpoint(chain, header.checkpoint, size, root);
  await requireConsistency(db, known);
  return root.toString('base64');
}

function requirePinned({ problems }: KeyChain, { key, from }: PinnedKey): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new StoreError(
    `The signing keys in this backup do not follow from the pinned verifier key ${key.id} (${from}): ` +
      `${first.record}: ${first.problem}. Either this is a backup of another service, or somebody edited it. Nothing ` +
      'was restored. Use a backup of the service whose key is pinned.',
  );
}

async function requireCheckpoint(
  chain: KeyChain,
  note: string | null,
  size: number,
  root: Buffer,
): Promise<void> {
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
