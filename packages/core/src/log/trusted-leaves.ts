// Reads leaves of the log, from one of them to the end, and compares them with the signed checkpoint: rows of the log that
// somebody changed, added or removed are found. Only these leaves are read, and the hashes of what comes before them.

import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCheckpoint, type VerifierKey } from '@rf-indicators/engine';
import type { Queries, Writes } from '../store/store.ts';
import { keyChain, keysAt } from './key-chain.ts';
import { storedNodes } from './store.ts';
import { distrust } from './trusted-log.ts';

/** What is in memory at the same time, and how soon others are served. */
const LEAVES_AT_ONCE = 1000;

/** The hashes of the complete subtrees of the first leaves of a log, from which its root follows. */
export class TreeFront {
  #size: number;
  readonly #hashes: (Buffer | undefined)[];

  private constructor(size: number, hashes: (Buffer | undefined)[]) {
    this.#size = size;
    this.#hashes = hashes;
  }

  static empty(): TreeFront {
    return new TreeFront(0, []);
  }

  /** Of the first leaves, by the stored hashes. They prove nothing until the root of a larger tree is compared. */
  static async stored(db: Queries | Writes, size: number): Promise<TreeFront> {
    const read = storedNodes(db);
    const hashes: (Buffer | undefined)[] = [];
    for (let level = 0, rest = size; rest > 0; level += 1, rest = Math.floor(rest / 2))
      hashes[level] = rest % 2 === 1 ? Buffer.from(await read(level, rest - 1)) : undefined;
    return new TreeFront(size, hashes);
  }

  get size(): number {
    return this.#size;
  }

  copy(): TreeFront {
    return new TreeFront(this.#size, [...this.#hashes]);
  }

  add(leaf: string): void {
    let added = digest(LEAF, Buffer.from(leaf));
    let level = 0;
    for (let rest = this.#size; rest % 2 === 1; level += 1, rest = Math.floor(rest / 2)) {
      added = digest(NODE, this.#hashes[level]!, added);
      this.#hashes[level] = undefined;
    }
    this.#hashes[level] = added;
    this.#size += 1;
  }

  root(): Buffer {
    const root = this.#hashes.reduce<Buffer | undefined>(
      (right, left) => (left === undefined ? right : right === undefined ? left : digest(NODE, left, right)),
      undefined,
    );
    return root ?? hash('sha256', '', 'buffer');
  }
}

// As RFC 6962 has it; without a promise for each hash.
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

function digest(...parts: Buffer[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

/**
 * Adds the leaves up to this size to the tree, and refuses unless its checkpoint was signed for them. What `visit` was told
 * holds only once this returns.
 */
export async function readTrustedLeaves(
  db: Queries | Writes,
  tree: TreeFront,
  { size, pinned }: { size: number; pinned: VerifierKey | null },
  visit: (leaf: string) => void,
): Promise<void> {
  while (tree.size < size) {
    const rows = await db
      .selectFrom('log_leaves')
      .select(['idx', 'leaf'])
      .where('idx', '>=', tree.size)
      .where('idx', '<', Math.min(tree.size + LEAVES_AT_ONCE, size))
      .orderBy('idx')
      .execute();
    if (rows.length === 0) throw distrust(`entry ${tree.size} of the log is missing`);
    for (const { idx, leaf } of rows) {
      if (idx !== tree.size) throw distrust(`entry ${tree.size} of the log is missing`);
      tree.add(leaf);
      visit(leaf);
    }
    if (tree.size < size) await nextTurn();
  }
  const signed = await signedRoot(db, size, pinned);
  if (!signed.equals(tree.root())) throw distrust('the entries of the log are not those that were signed');
}

async function signedRoot(db: Queries | Writes, size: number, pinned: VerifierKey | null): Promise<Buffer> {
  if (size === 0) return TreeFront.empty().root();
  const chain = await keyChain(db, pinned);
  const [problem] = chain.problems;
  if (problem !== undefined) throw distrust(`${problem.record} ${problem.problem}`);
  const row = await db
    .selectFrom('checkpoints')
    .select('note')
    .where('tree_size', '=', size)
    .executeTakeFirst();
  if (row === undefined) throw distrust(`there is no checkpoint of the log, which has ${size} entries`);
  const origin = chain.keys[0]?.key.name ?? '';
  const checkpoint = await openCheckpoint(row.note, origin, keysAt(chain, size - 1)).catch(
    (error: Error) => error,
  );
  if (checkpoint instanceof Error)
    throw distrust(`the newest checkpoint was not signed by the service (${checkpoint.message})`);
  if (checkpoint.treeSize !== size) throw distrust('the log contradicts its newest checkpoint');
  return Buffer.from(checkpoint.rootHash);
}
