// Checks the log itself: its leaves, the hashes above them, and the checkpoints.

import {
  checkSignature,
  leafHash,
  openCheckpoint,
  parseVerifierKey,
  rootFrom,
  type Signature,
  treeInMemory,
} from '@rf-indicators/engine';
import { requireConsistency } from '../../log/checkpoint-file.ts';
import type { ReportFinding } from '../../log/findings.ts';
import { type KeyChain, keysAt } from '../../log/key-chain.ts';
import type { LeafKind } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { baselineDifferences } from './baseline.ts';

export async function checkLog(
  db: Queries,
  chain: KeyChain,
  report: ReportFinding,
): Promise<{ leaves: number; checkpoints: number }> {
  const hashes: Uint8Array[] = [];
  const leaves = await db.selectFrom('log_leaves').selectAll().orderBy('idx').execute();
  for (const [index, { idx, leaf, leaf_hash, kind }] of leaves.entries()) {
    const record = `log_leaves ${idx}`;
    if (idx !== index) report(record, 'is not numbered directly after the leaf before it');
    const hash = await leafHash(Buffer.from(leaf));
    if (Buffer.from(hash).toString('base64') !== leaf_hash) report(record, 'does not match its stored hash');
    if (kindOf(leaf) !== kind) report(record, `is stored as a leaf of another kind: ${kind}`);
    const problem = await leafProblem(db, kind, leaf);
    if (problem !== null) report(record, problem);
    hashes.push(hash);
  }
  const readNode = await treeInMemory(hashes);
  await checkNodes(db, leaves.length, readNode, report);
  const [state, ...others] = await db.selectFrom('log_state').select('tree_size').orderBy('id').execute();
  if (others.length > 0) report('log_state', 'has more than one row');
  const tree_size = state?.tree_size ?? 0;
  if (tree_size !== leaves.length)
    report('log_state 1', `gives a size of ${tree_size} leaves, but there are ${leaves.length}`);
  const checkpoints = await db.selectFrom('checkpoints').selectAll().orderBy('tree_size').execute();
  for (const { tree_size: size, note } of checkpoints) {
    const problem = await checkpointProblem(size, note, leaves.length, chain, readNode);
    if (problem !== null) report(`checkpoints ${size}`, problem);
  }
  await checkCheckpointsKept(db, leaves, new Set(checkpoints.map((row) => row.tree_size)), report);
  if (leaves.length > 0 && checkpoints.at(-1)?.tree_size !== leaves.length) {
    report('checkpoints', `have none for the current log, which has ${leaves.length} leaves`);
  }
  return { leaves: leaves.length, checkpoints: checkpoints.length };
}

/** Every publication, rotation and seal signed a checkpoint. */
async function checkCheckpointsKept(
  db: Queries,
  leaves: readonly { idx: number; kind: LeafKind }[],
  kept: ReadonlySet<number>,
  report: ReportFinding,
): Promise<void> {
  const publications = await db.selectFrom('publications').select('tree_size').execute();
  const signed = [
    ...publications.map(({ tree_size }) => tree_size).filter((size) => size > 0),
    ...leaves.filter(({ kind }) => kind === 'key_rotation' || kind === 'records').map(({ idx }) => idx + 1),
  ];
  for (const size of new Set(signed)) if (!kept.has(size)) report(`checkpoints ${size}`, 'is missing');
}

async function checkNodes(
  db: Queries,
  leaves: number,
  readNode: (level: number, index: number) => Promise<Uint8Array>,
  report: ReportFinding,
): Promise<void> {
  const nodes = await db.selectFrom('log_nodes').selectAll().execute();
  const stored = new Set<string>();
  for (const { level, idx, hash } of nodes) {
    stored.add(`${level}/${idx}`);
    const computed = await readNode(level, idx).catch(() => null);
    if (computed === null || Buffer.from(computed).toString('base64') !== hash) {
      report(`log_nodes ${level}/${idx}`, 'is not the hash of the nodes below it');
    }
  }
  for (let level = 0, width = leaves; width > 0; level += 1, width = Math.floor(width / 2)) {
    for (let idx = 0; idx < width; idx += 1) {
      if (!stored.has(`${level}/${idx}`)) report(`log_nodes ${level}/${idx}`, 'is missing');
    }
  }
}

async function checkpointProblem(
  size: number,
  note: string,
  leaves: number,
  chain: KeyChain,
  readNode: (level: number, index: number) => Promise<Uint8Array>,
): Promise<string | null> {
  try {
    const origin = chain.keys[0]?.key.name ?? '';
    const { treeSize, rootHash, unknown } = await openCheckpoint(note, origin, keysAt(chain, size - 1));
    // Witnesses may add signatures to their copies, but the stored note has only those of the service.
    if (unknown > 0) return 'has a signature by an unknown key';
    if (treeSize !== size) return `is for ${treeSize} leaves`;
    if (size > leaves) return 'is for more leaves than there are';
    const root = await rootFrom(size, readNode);
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
