// The check before signing: the newest checkpoint of the store must be one that the service signed, and the log must still
// lead to it. Otherwise somebody has rewritten the log, and signing again would make their work genuine.

import { openCheckpoint, rootFrom, type VerifierKey } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';
import { keyChain, keysAt } from './key-chain.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** Throws unless the newest checkpoint verifies with a key that follows from the pinned one. */
export async function requireTrustedLog(db: Queries, pinned: VerifierKey | null): Promise<void> {
  const chain = await keyChain(db, pinned);
  const [problem] = chain.problems;
  if (problem !== undefined) throw distrust(`${problem.record} ${problem.problem}`);
  const size = await treeSizeOf(db);
  const newest = await db
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (size === 0 && newest === undefined) return;
  if (newest?.tree_size !== size)
    throw distrust(`there is no checkpoint of the log, which has ${size} entries`);
  const keys = keysAt(chain, size - 1);
  const origin = chain.keys[0]?.key.name ?? '';
  const checkpoint = await openCheckpoint(newest.note, origin, keys).catch((error: Error) => {
    throw distrust(`the newest checkpoint was not signed by the service (${error.message})`);
  });
  const root = await rootFrom(size, storedNodes(db));
  if (checkpoint.treeSize !== size || !Buffer.from(root).equals(checkpoint.rootHash)) {
    throw distrust('the log contradicts its newest checkpoint');
  }
}

/** The refusal to sign a store that somebody altered. */
export function distrust(why: string): Refusal {
  return new Refusal(
    'conflict',
    `Nothing was signed, because the store was altered: ${why}. Run rf verify --all, and restore a backup with rf restore.`,
  );
}
