// Checkpoints are also appended to a file outside the store and its backups (RF_CHECKPOINT_FILE). A store that
// was rolled back to an older state cannot roll that file back with it, so it notices, and publishes nothing.

import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { parseCheckpoint, rootFrom } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import type { Queries } from '../../store/store.ts';
import { storedNodes, treeSizeOf } from './store.ts';

/** One checkpoint a line, as JSON text; a line cut short by a crash is the last one and is passed over. */
export function readCheckpointFile(file: string): string[] {
  if (!existsSync(file)) return [];
  const notes: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line !== '') notes.push(JSON.parse(line));
    } catch {
      // Its checkpoint is in the store, and is appended again by the next catch-up.
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

/** Appends what the store has and the file has not: after each publication, and after a crash between the two. */
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

/** Refuses a store whose log is behind the newest checkpoint it signed, or contradicts it. */
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
      `The store's log has ${treeSize} entries, but a checkpoint of ${size} was signed. The store is behind: ` +
        'bring the missing entries back (rf restore from a newer backup) before publishing.',
    );
  }
  const root = await rootFrom(size, storedNodes(db));
  if (!Buffer.from(root).equals(rootHash)) {
    throw new Refusal('conflict', `The store's log contradicts the signed checkpoint of ${size} entries.`);
  }
}

/** The text that a note's signatures cover. */
export function bodyOf(note: string): string {
  return note.slice(0, note.indexOf('\n\n') + 1);
}

function sizeOf(note: string): number {
  return parseCheckpoint(bodyOf(note)).treeSize;
}
