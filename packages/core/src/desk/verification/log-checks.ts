// Checks the log itself: its leaves, the hashes above them, and the checkpoints.

import {
  checkSignature,
  openCheckpoint,
  parseVerifierKey,
  rootFrom,
  type Signature,
} from '@rf-indicators/engine';
import { sql } from 'kysely';
import { requireConsistency } from '../../log/checkpoint-file.ts';
import type { ReportFinding } from '../../log/findings.ts';
import { type KeyChain, keysAt } from '../../log/key-chain.ts';
import type { Database, LeafKind } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { baselineDifferences } from './baseline.ts';
import { LogTree } from './log-tree.ts';

const LEAVES_AT_ONCE = 1000;
const NODES_AT_ONCE = 5000;
const CHECKPOINTS_AT_ONCE = 500;

/** The signatures of checkpoints up to `signedUpTo` leaves are not checked. */
export async function checkLog(
  db: Queries,
  chain: KeyChain,
  signedUpTo: number,
  report: ReportFinding,
): Promise<{ leaves: number; checkpoints: number }> {
  const tree = new LogTree();
  /** The sizes of the log at which a checkpoint must have been signed. */
  const signed = new Set<number>();
  for await (const leaves of portionsOf(db)) {
    for (const { idx, leaf, leaf_hash, kind } of leaves) {
      const record = `log_leaves ${idx}`;
      if (idx !== tree.size) report(record, 'is not numbered directly after the leaf before it');
      const hash = tree.add(leaf);
      if (hash !== leaf_hash) report(record, 'does not match its stored hash');
      if (kindOf(leaf) !== kind) report(record, `is stored as a leaf of another kind: ${kind}`);
      const problem = await leafProblem(db, kind, leaf);
      if (problem !== null) report(record, problem);
      if (kind === 'key_rotation' || kind === 'records') signed.add(idx + 1);
    }
  }
  tree.complete();
  await checkNodes(db, tree, report);
  const [state, ...others] = await db.selectFrom('log_state').select('tree_size').orderBy('id').execute();
  if (others.length > 0) report('log_state', 'has more than one row');
  const tree_size = state?.tree_size ?? 0;
  if (tree_size !== tree.size)
    report('log_state 1', `gives a size of ${tree_size} leaves, but there are ${tree.size}`);
  const problemOf = async (size: number, note: string) =>
    size <= signedUpTo ? null : checkpointProblem(size, note, chain, tree);
  return { leaves: tree.size, checkpoints: await checkCheckpoints(db, tree, signed, problemOf, report) };
}

async function* portionsOf(db: Queries): AsyncGenerator<Database['log_leaves'][]> {
  for (let last: number | null = null; ; ) {
    let query = db.selectFrom('log_leaves').selectAll().orderBy('idx').limit(LEAVES_AT_ONCE);
    if (last !== null) query = query.where('idx', '>', last);
    const leaves = await query.execute();
    if (leaves.length === 0) return;
    yield leaves;
    last = leaves.at(-1)!.idx;
  }
}

/** Returns how many there are. Every publication, rotation and seal signed one. */
async function checkCheckpoints(
  db: Queries,
  tree: LogTree,
  signed: Set<number>,
  problemOf: (size: number, note: string) => Promise<string | null>,
  report: ReportFinding,
): Promise<number> {
  const publications = await db.selectFrom('publications').select('tree_size').execute();
  for (const { tree_size } of publications) if (tree_size > 0) signed.add(tree_size);
  let count = 0;
  let last: number | null = null;
  for (;;) {
    let query = db.selectFrom('checkpoints').selectAll().orderBy('tree_size').limit(CHECKPOINTS_AT_ONCE);
    if (last !== null) query = query.where('tree_size', '>', last);
    const checkpoints = await query.execute();
    if (checkpoints.length === 0) break;
    for (const { tree_size: size, note } of checkpoints) {
      const problem = await problemOf(size, note);
      if (problem !== null) report(`checkpoints ${size}`, problem);
      signed.delete(size);
    }
    count += checkpoints.length;
    last = checkpoints.at(-1)!.tree_size;
  }
  for (const size of [...signed].sort((a, b) => a - b)) report(`checkpoints ${size}`, 'is missing');
  if (tree.size > 0 && last !== tree.size)
    report('checkpoints', `have none for the current log, which has ${tree.size} leaves`);
  return count;
}

/** In their order, which is that of the tree. */
async function checkNodes(db: Queries, tree: LogTree, report: ReportFinding): Promise<void> {
  const expected = tree.places();
  let next = expected.next();
  let last: { level: number; idx: number } | null = null;
  for (;;) {
    let query = db.selectFrom('log_nodes').selectAll().orderBy('level').orderBy('idx').limit(NODES_AT_ONCE);
    if (last !== null) query = query.where(sql<boolean>`(level, idx) > (${last.level}, ${last.idx})`);
    const nodes = await query.execute();
    for (const { level, idx, hash } of nodes) {
      while (!next.done && isBefore(next.value, { level, idx })) {
        report(`log_nodes ${next.value.level}/${next.value.idx}`, 'is missing');
        next = expected.next();
      }
      if (!next.done && next.value.level === level && next.value.idx === idx) next = expected.next();
      if (tree.nodeText(level, idx) !== hash)
        report(`log_nodes ${level}/${idx}`, 'is not the hash of the nodes below it');
    }
    if (nodes.length < NODES_AT_ONCE) break;
    last = nodes.at(-1)!;
  }
  for (; !next.done; next = expected.next())
    report(`log_nodes ${next.value.level}/${next.value.idx}`, 'is missing');
}

function isBefore(a: { level: number; idx: number }, b: { level: number; idx: number }): boolean {
  return a.level === b.level ? a.idx < b.idx : a.level < b.level;
}

async function checkpointProblem(
  size: number,
  note: string,
  chain: KeyChain,
  tree: LogTree,
): Promise<string | null> {
  try {
    const origin = chain.keys[0]?.key.name ?? '';
    const { treeSize, rootHash, unknown } = await openCheckpoint(note, origin, keysAt(chain, size - 1));
    // Witnesses may add signatures to their copies, but the stored note has only those of the service.
    if (unknown > 0) return 'has a signature by an unknown key';
    if (treeSize !== size) return `is for ${treeSize} leaves`;
    if (size > tree.size) return 'is for more leaves than there are';
    const root = await rootFrom(size, tree.readNode);
    return Buffer.from(root).equals(rootHash) ? null : 'contradicts the log';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Checkpoints that were kept outside the store show a log that was cut short or rewritten. */
export async function checkKept(db: Queries, kept: readonly string[], report: ReportFinding): Promise<void> {
  for (const note of kept) {
    try {
      await requireConsistency(db, [note]);
    } catch (error) {
      report('log', (error as Error).message);
      return;
    }
  }
}

/** The kind of a leaf, by what it says; null if it is not a leaf of this log. */
function kindOf(leaf: string): LeafKind | null {
  try {
    const content = JSON.parse(leaf) as { leaf?: LeafKind; rotation?: object };
    if (content.rotation !== undefined) return 'key_rotation';
    return content.leaf ?? 'statement';
  } catch {
    return null;
  }
}

/** null if the leaf is sound. */
async function leafProblem(db: Queries, kind: LeafKind, leaf: string): Promise<string | null> {
  try {
    if (kind === 'key_rotation') return await rotationProblem(leaf);
    if (kind === 'confirmation') return await confirmationProblem(db, leaf);
    if (kind === 'baseline') return await baselineProblem(db, leaf);
    return null;
  } catch (error) {
    return `cannot be read as a leaf of kind ${kind}: ${(error as Error).message}`;
  }
}

async function rotationProblem(leaf: string): Promise<string | null> {
  const { rotation, signatures } = JSON.parse(leaf) as {
    rotation: { old_key: string; new_key: string };
    signatures: Signature[];
  };
  for (const [index, text] of [rotation.old_key, rotation.new_key].entries()) {
    const key = await parseVerifierKey(text);
    const verdict = await checkSignature(rotation, signatures[index]!, [key]);
    if (verdict !== 'valid') return `is not signed by ${key.id}`;
  }
  return null;
}

async function confirmationProblem(db: Queries, leaf: string): Promise<string | null> {
  const { run } = JSON.parse(leaf) as { run: string };
  const row = await db
    .selectFrom('confirmations')
    .select('run_id')
    .where('run_id', '=', run)
    .executeTakeFirst();
  return row === undefined ? 'confirms indicators in a list that is missing' : null;
}

async function baselineProblem(db: Queries, leaf: string): Promise<string | null> {
  const different = await baselineDifferences(db, leaf);
  return different.length === 0 ? null : `covers rows that have changed since, in ${different.join(', ')}`;
}
