// Follows the log to its newest checkpoint: reads all new entries, recomputes the root from them, and proves from the tiles
// that the new tree extends every checkpoint that the monitor remembers.

import {
  appendLeaves,
  consistencyProofFrom,
  leafHash,
  openCheckpoint,
  type ParsedCheckpoint,
  parseCheckpoint,
  parseVerifierKey,
  type ReadNode,
  readNodesFrom,
  rootFrom,
  splitNote,
  type TreeNode,
  verifyConsistency,
} from '@rf-indicators/engine';
import { Alarm, alarm, type Finding } from './alarm.ts';
import { addLeaf } from './facts.ts';
import { KeyHistory } from './key-history.ts';
import { type Leaf, readLeaf } from './leaf.ts';
import type { Source } from './source.ts';
import { type MonitorState, rememberCheckpoint, type SeenCheckpoint } from './state.ts';
import { nodesFromTiles, readEntries, TILE_WIDTH } from './tiles.ts';

/** The clocks of the service and of the monitor may differ. */
const CLOCKS_DIFFER_MS = 10 * 60 * 1000;

export interface NewLeaf {
  index: number;
  leaf: Leaf;
}

export interface FollowedLog {
  tree: SeenCheckpoint;
  keys: KeyHistory;
  /** Reads the verified tree from the tiles. */
  readNode: ReadNode;
  leaves: NewLeaf[];
  findings: Finding[];
}

/** Extends the state up to the given note. Throws an Alarm if the note does not continue what the state has. */
export async function followLog(
  source: Source,
  state: MonitorState,
  note: string,
  now: number,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<FollowedLog> {
  const known = state.checkpoints.at(-1);
  const notes = known === undefined ? [note] : [known.note, note];
  const shown = readCheckpoint(note, notes);
  if (shown.origin !== state.origin)
    throw alarm('origin_changed', `The checkpoint is of "${shown.origin}", not of "${state.origin}".`, notes);
  const root = Buffer.from(shown.rootHash).toString('base64');
  const keys = await KeyHistory.read(state.keys);
  if (known !== undefined && shown.treeSize <= known.size) {
    await requireSigned(note, shown, keys, notes);
    if (shown.treeSize === known.size && root === known.root) {
      const readNode = nodesFromTiles(known.size, source);
      await requireTiles(state, shown, readNode, notes);
      return { tree: known, keys, readNode, leaves: [], findings: [] };
    }
    throw contradiction(state, shown, root, notes);
  }
  const entries = await readNewEntries(source, known?.size ?? 0, shown.treeSize, progress).catch((error) =>
    // A checkpoint that nobody signed proves nothing, so that is said first.
    requireSigned(note, shown, keys, notes).then(() => {
      throw error instanceof Alarm ? new Alarm(error.findings, notes) : error;
    }),
  );
  const { leaves, findings } = await readLeaves(entries, known?.size ?? 0, keys);
  keys.requirePinned(await parseVerifierKey(state.pinned.key));
  await requireSigned(note, shown, keys, notes);
  const edge = await extend(state, entries, shown, source, notes);
  const readNode = nodesFromTiles(shown.treeSize, source);
  await requireTiles(state, shown, readNode, notes);
  for (const { index, leaf } of leaves)
    findings.push(...addLeaf(state.facts, index, leaf), ...datedAhead(index, leaf, now));
  const tree = { size: shown.treeSize, root, note, seen_at: new Date(now).toISOString() };
  rememberCheckpoint(state, tree);
  state.edge = edge.map(({ level, index, hash }) => ({
    level,
    index,
    hash: Buffer.from(hash).toString('base64'),
  }));
  state.keys = keys.stored();
  return { tree, keys, readNode, leaves, findings };
}

/** Days that have not come yet can be signed by a service whose clock was set on. */
function datedAhead(index: number, leaf: Leaf, now: number): Finding[] {
  if (!('at' in leaf) || Date.parse(leaf.at) <= now + CLOCKS_DIFFER_MS) return [];
  return [{ code: 'dated_ahead', detail: `Entry ${index} is dated ${leaf.at}, which is still to come.` }];
}

function readCheckpoint(note: string, notes: readonly string[]): ParsedCheckpoint {
  try {
    return parseCheckpoint(splitNote(note).text);
  } catch (error) {
    throw alarm('checkpoint_malformed', (error as Error).message, notes);
  }
}

async function requireSigned(
  note: string,
  { origin, treeSize }: ParsedCheckpoint,
  keys: KeyHistory,
  notes: readonly string[],
): Promise<void> {
  await openCheckpoint(note, origin, keys.at(treeSize - 1)).catch((error: Error) => {
    throw alarm('signature', error.message, notes);
  });
}

/** The note is signed, but smaller than the newest one that was seen, or of the same size with another root. */
function contradiction(
  { checkpoints }: MonitorState,
  { treeSize }: ParsedCheckpoint,
  root: string,
  notes: readonly string[],
): Alarm {
  const same = checkpoints.find(({ size }) => size === treeSize);
  if (same !== undefined && same.root !== root)
    return alarm('fork', `Two checkpoints of ${treeSize} entries have different roots.`, [
      same.note,
      notes.at(-1)!,
    ]);
  return alarm('rollback', `The log has ${treeSize} entries, but it had ${checkpoints.at(-1)!.size}.`, notes);
}

async function readNewEntries(
  source: Source,
  from: number,
  to: number,
  progress: (done: number, all: number) => void,
): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for (let tile = Math.floor(from / TILE_WIDTH); tile * TILE_WIDTH < to; tile += 1) {
    const bundle = await readEntries(source, to, tile);
    entries.push(...bundle.slice(Math.max(0, from - tile * TILE_WIDTH)));
    progress(entries.length, to - from);
  }
  return entries;
}

async function readLeaves(
  entries: readonly Uint8Array[],
  from: number,
  keys: KeyHistory,
): Promise<{ leaves: NewLeaf[]; findings: Finding[] }> {
  const leaves: NewLeaf[] = [];
  const findings: Finding[] = [];
  for (const [position, bytes] of entries.entries()) {
    const index = from + position;
    const leaf = readLeaf(bytes);
    if (leaf === null)
      findings.push({ code: 'leaf_malformed', detail: `Entry ${index} does not have the form of its kind.` });
    else leaves.push({ index, leaf });
    if (leaf?.kind === 'rotation') await keys.rotate(index, leaf);
  }
  return { leaves, findings };
}

/** The right edge of the new tree, if the entries lead from the verified tree to the new root. */
async function extend(
  state: MonitorState,
  entries: readonly Uint8Array[],
  shown: ParsedCheckpoint,
  source: Source,
  notes: readonly string[],
): Promise<TreeNode[]> {
  const size = state.checkpoints.at(-1)?.size ?? 0;
  const known: TreeNode[] = state.edge.map(({ level, index, hash }) => ({
    level,
    index,
    hash: new Uint8Array(Buffer.from(hash, 'base64')),
  }));
  const hashes: Uint8Array[] = [];
  for (const bytes of entries) hashes.push(await leafHash(bytes));
  const nodes = [...known, ...(await appendLeaves(size, readNodesFrom(known), hashes))];
  const root = await rootFrom(shown.treeSize, readNodesFrom(nodes));
  if (Buffer.from(root).equals(shown.rootHash)) return rightEdge(nodes, shown.treeSize);
  throw await explainRoot(state, shown, source, notes);
}

/** The subtrees that a tree of this size consists of: one for each binary digit of the size that is 1. */
function rightEdge(nodes: readonly TreeNode[], size: number): TreeNode[] {
  const edge: TreeNode[] = [];
  for (let level = 0, width = size; width > 0; level += 1, width = Math.floor(width / 2)) {
    if (width % 2 === 1) edge.push(nodes.find((node) => node.level === level && node.index === width - 1)!);
  }
  return edge;
}

/** Why the entries do not lead to the root: the log was rewritten, or only the entries are wrong. */
async function explainRoot(
  state: MonitorState,
  shown: ParsedCheckpoint,
  source: Source,
  notes: readonly string[],
): Promise<Alarm> {
  try {
    await requireTiles(state, shown, nodesFromTiles(shown.treeSize, source), notes);
    return alarm(
      'leaf_changed',
      `The entries up to ${shown.treeSize} are not those of the signed tree.`,
      notes,
    );
  } catch (error) {
    if (error instanceof Alarm) return error;
    throw error;
  }
}

/** The tiles must give the new root, and prove that the new tree extends every remembered one. */
async function requireTiles(
  { checkpoints }: MonitorState,
  { treeSize, rootHash }: ParsedCheckpoint,
  readNode: ReadNode,
  notes: readonly string[],
): Promise<void> {
  const root = await rootFrom(treeSize, readNode);
  if (!Buffer.from(root).equals(rootHash))
    throw alarm(
      'tiles_differ',
      `The tiles of ${treeSize} entries give another root than the checkpoint.`,
      notes,
    );
  for (const { size, root: oldRoot, note } of checkpoints) {
    if (size === 0) continue;
    const holds = await verifyConsistency({
      oldSize: size,
      newSize: treeSize,
      oldRoot: new Uint8Array(Buffer.from(oldRoot, 'base64')),
      newRoot: rootHash,
      proof: await consistencyProofFrom(size, treeSize, readNode),
    });
    if (!holds)
      throw alarm('fork', `The log of ${treeSize} entries does not begin with the log of ${size} entries.`, [
        note,
        notes.at(-1)!,
      ]);
  }
}
