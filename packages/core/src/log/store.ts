// Storage of the transparency log: leaves, hashes of complete subtrees, and signed checkpoints.

import {
  appendLeaves,
  formatCheckpoint,
  inclusionProofFrom,
  leafHash,
  type ReadNode,
  readNodesFrom,
  rootFrom,
  type Signer,
  signNote,
  type TreeNode,
} from '@rf-indicators/engine';
import { insertAll } from '../store/bulk.ts';
import type { Database, LeafKind } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export interface NewLeaf {
  kind: LeafKind;
  leaf: string;
}

/** An append, computed before the transaction that writes it. */
export interface PreparedAppend {
  /** The size that the log must still have when the append is written. */
  baseSize: number;
  treeSize: number;
  leaves: Database['log_leaves'][];
  nodes: TreeNode[];
  checkpoint: string;
}

export async function treeSizeOf(db: Queries | Writes): Promise<number> {
  const { tree_size } = await db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
  return tree_size;
}

export function storedNodes(db: Queries | Writes): ReadNode {
  return async (level, index) => {
    const row = await db
      .selectFrom('log_nodes')
      .select('hash')
      .where('level', '=', level)
      .where('idx', '=', index)
      .executeTakeFirst();
    if (row === undefined) throw new Error(`log node ${level}/${index} is missing`);
    return Buffer.from(row.hash, 'base64');
  };
}

export async function prepareAppend(
  db: Queries | Writes,
  leaves: readonly NewLeaf[],
  signers: readonly Signer[],
): Promise<PreparedAppend> {
  const baseSize = await treeSizeOf(db);
  const hashes: Uint8Array[] = [];
  for (const { leaf } of leaves) hashes.push(await leafHash(Buffer.from(leaf)));
  const stored = storedNodes(db);
  const nodes = await appendLeaves(baseSize, stored, hashes);
  const treeSize = baseSize + leaves.length;
  const rootHash = await rootFrom(treeSize, readNodesFrom(nodes, stored));
  const origin = signers[0]!.name;
  return {
    baseSize,
    treeSize,
    leaves: leaves.map(({ kind, leaf }, index) => ({
      idx: baseSize + index,
      kind,
      leaf,
      leaf_hash: Buffer.from(hashes[index]!).toString('base64'),
    })),
    nodes,
    checkpoint: await signNote(formatCheckpoint({ origin, treeSize, rootHash }), signers),
  };
}

/** The log or its signing key changed after the append was prepared, so it must be prepared again. */
export class LogMovedError extends Error {
  override readonly name = 'LogMovedError';
}

export async function writeAppend(writes: Writes, append: PreparedAppend, now: number): Promise<void> {
  const { numUpdatedRows } = await writes
    .updateTable('log_state')
    .set({ tree_size: append.treeSize })
    .where('tree_size', '=', append.baseSize)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new LogMovedError('the log grew after the append was prepared');
  await insertAll(writes, 'log_leaves', append.leaves);
  const nodes = append.nodes.map(({ level, index, hash }) => ({
    level,
    idx: index,
    hash: Buffer.from(hash).toString('base64'),
  }));
  await insertAll(writes, 'log_nodes', nodes);
  await writes
    .insertInto('checkpoints')
    .values({ tree_size: append.treeSize, note: append.checkpoint, created_at: now })
    .execute();
}

/** The inclusion proof of a leaf in the tree of a given size, as base64 hashes. */
export async function inclusionProof(db: Queries, index: number, treeSize: number): Promise<string[]> {
  const proof = await inclusionProofFrom(treeSize, index, storedNodes(db));
  return proof.map((hash) => Buffer.from(hash).toString('base64'));
}
