// The checkpoint file (RF_CHECKPOINT_FILE): a copy of every signed checkpoint, kept outside the store and its
// backups. If the store is rolled back to an older state, the file shows it, and publishing is refused.

import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { parseCheckpoint, rootFrom } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** Reads one checkpoint per line, each a JSON string. A last line that a crash cut short is skipped. */
export function readCheckpointFile(file: string): string[] {
  if (!existsSync(file)) return [];
  const notes: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line !== '') notes.push(JSON.parse(line));
    } catch {
      // The store still has this checkpoint, so the next catch-up appends it again.
    }
  }
  return notes;
}

async function append(file: string, notes: readonly string[]): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.writeFile(notes.map((note) => `\n${JSON.stringify(note)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Appends the checkpoints that the file lacks: the new one after a publication, and any that a crash left out. */
export async function catchUpCheckpointFile(db: Queries, file: string): Promise<void> {
  const last = readCheckpointFile(file).at(-1);
  const size = last === undefined ? 0 : sizeOf(last);
  const rows = await db
    .selectFrom('checkpoints')
    .select('note')
    .where('tree_size', '>', size)
    .orderBy('tree_size')
    .execute();
  if (rows.length > 0)
    await append(
      file,
      rows.map(({ note }) => note),
    );
}

/** Throws if the store's log is behind the newest of these checkpoints, or contradicts it. */
export async function requireConsistency(db: Queries, notes: readonly string[]): Promise<void> {
  const treeSize = await treeSizeOf(db);
  const newest = notes.reduce<string | null>(
    (kept, note) => (kept && sizeOf(kept) >= sizeOf(note) ? kept : note),
    null,
  );
  if (newest === null) return;
  const { treeSize: size, rootHash } = parseCheckpoint(bodyOf(newest));
  if (size > treeSize) {
    throw new Refusal(
      'conflict',
      `The store's log has ${treeSize} entries, but a checkpoint of ${size} entries was signed. The store is ` +
        'behind: restore a newer backup with rf restore before publishing.',
    );
  }
  const root = await rootFrom(size, storedNodes(db));
  if (!Buffer.from(root).equals(rootHash)) {
    throw new Refusal(
      'conflict',
      `The store's log contradicts the signed checkpoint of ${size} entries. Restore a backup with rf restore.`,
    );
  }
}

/** The text that a note's signatures cover. */
export function bodyOf(note: string): string {
  return note.slice(0, note.indexOf('\n\n') + 1);
}

function sizeOf(note: string): number {
  return parseCheckpoint(bodyOf(note)).treeSize;
}
