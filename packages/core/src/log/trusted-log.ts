// The check before signing: the newest checkpoint of the store must be one that the service signed, and the log must still
// lead to it. Otherwise somebody has rewritten the log, and signing again would make their work genuine.

import { leafHash, openCheckpoint, rootFrom, treeInMemory, type VerifierKey } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';
import { keyChain, keysAt } from './key-chain.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** How often the log may grow while it is looked at. */
const MOST_ATTEMPTS = 20;

/** Throws unless the newest checkpoint verifies with a key that follows from the pinned one. */
export function requireTrustedLog(db: Queries, pinned: VerifierKey | null): Promise<void> {
  return requireNone(db, (size) => problemOf(db, size, pinned));
}

/** Also that the entries are those of the signed tree, for an act that counts them. */
export function requireTrustedEntries(db: Queries, pinned: VerifierKey | null): Promise<void> {
  return requireNone(
    db,
    async (size) => (await problemOf(db, size, pinned)) ?? (await problemOfEntries(db, size)),
  );
}

async function requireNone(db: Queries, find: (size: number) => Promise<string | null>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const size = await treeSizeOf(db);
    const problem = await find(size);
    if (problem === null) return;
    // If another process appended meanwhile, the parts that were read do not belong together.
    if (attempt === MOST_ATTEMPTS || (await treeSizeOf(db)) === size) throw distrust(problem);
  }
}

async function problemOf(db: Queries, size: number, pinned: VerifierKey | null): Promise<string | null> {
  const chain = await keyChain(db, pinned);
  const [problem] = chain.problems;
  if (problem !== undefined) return `${problem.record} ${problem.problem}`;
  const newest = await db
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (size === 0 && newest === undefined) return null;
  if (newest?.tree_size !== size) return `there is no checkpoint of the log, which has ${size} entries`;
  const keys = keysAt(chain, size - 1);
  const origin = chain.keys[0]?.key.name ?? '';
  const checkpoint = await openCheckpoint(newest.note, origin, keys).catch((error: Error) => error);
  if (checkpoint instanceof Error)
    return `the newest checkpoint was not signed by the service (${checkpoint.message})`;
  const root = await rootFrom(size, storedNodes(db));
  if (checkpoint.treeSize !== size || !Buffer.from(root).equals(checkpoint.rootHash))
    return 'the log contradicts its newest checkpoint';
  return null;
}

async function problemOfEntries(db: Queries, size: number): Promise<string | null> {
  const hashes: Uint8Array[] = [];
  for (const { leaf } of await db.selectFrom('log_leaves').select('leaf').orderBy('idx').execute())
    hashes.push(await leafHash(Buffer.from(leaf)));
  if (hashes.length !== size) return `the log has ${hashes.length} entries instead of ${size}`;
  if (size === 0) return null;
  const root = await rootFrom(size, await treeInMemory(hashes));
  return Buffer.from(root).equals(await rootFrom(size, storedNodes(db)))
    ? null
    : 'the entries of the log are not those that were signed';
}

/** The refusal to sign a store that somebody altered. */
export function distrust(why: string): Refusal {
  return new Refusal(
    'conflict',
    `Nothing was signed, because the store was altered: ${why}. Run rf verify --all, and restore a backup with rf restore.`,
  );
}
