// The checkpoint file (RF_CHECKPOINT_FILE): a copy of every signed checkpoint, kept outside the store and its
// backups. If the store is rolled back to an older state, the file shows it, and publishing is refused.

import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { CheckpointError, type ParsedCheckpoint, parseCheckpoint, rootFrom } from '@rf-indicators/engine';
import { Refusal, type RefusalDetail } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';
import { storedNodes, treeSizeOf } from './store.ts';

export function readCheckpointFile(file: string): string[] {
  return existsSync(file) ? checkpointsIn(readFileSync(file, 'utf8')) : [];
}

/** One checkpoint per line, each a JSON string. A last line that a crash cut short is skipped. */
export function checkpointsIn(text: string): string[] {
  const notes: string[] = [];
  for (const line of text.split('\n')) {
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
  const size = last === undefined ? 0 : parseNote(last).treeSize;
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

/** Compares the store with the checkpoint file, as requireConsistency does. */
export async function requireConsistencyWithFile(db: Queries, file: string): Promise<void> {
  const { stated, unreadable } = parseNotes(readCheckpointFile(file));
  if (unreadable.length > 0) {
    throw new Refusal(
      'conflict',
      `The checkpoint file ${file} has a line that is not a signed checkpoint. ${unreadable[0]!.message} Restore the ` +
        'file from a copy, or move it away: the service then writes a new one from the store.',
    );
  }
  await requireAgreement(db, stated);
}

/** Throws if the store's log is behind the newest of these checkpoints, or contradicts it. A caller may have sent them. */
export async function requireConsistency(db: Queries, notes: readonly string[]): Promise<void> {
  const { stated, unreadable } = parseNotes(notes);
  if (unreadable.length > 0) {
    const message = `A checkpoint that was given is not a signed checkpoint. ${unreadable[0]!.message}`;
    throw new Refusal('validation_failed', message, unreadable);
  }
  await requireAgreement(db, stated);
}

async function requireAgreement(db: Queries, stated: readonly ParsedCheckpoint[]): Promise<void> {
  const treeSize = await treeSizeOf(db);
  const newest = stated.reduce<ParsedCheckpoint | null>(
    (kept, one) => (kept !== null && kept.treeSize >= one.treeSize ? kept : one),
    null,
  );
  if (newest === null) return;
  const { treeSize: size, rootHash } = newest;
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

/** A line of a file can hold any JSON. */
function parseNote(note: unknown): ParsedCheckpoint {
  if (typeof note !== 'string') throw new CheckpointError('The checkpoint is not a text.');
  if (!note.includes('\n\n'))
    throw new CheckpointError('The checkpoint has no blank line before its signatures.');
  return parseCheckpoint(bodyOf(note));
}

/** What the notes state, and what is wrong with those that are not checkpoints, by their places in the list. */
function parseNotes(notes: readonly string[]): { stated: ParsedCheckpoint[]; unreadable: RefusalDetail[] } {
  const stated: ParsedCheckpoint[] = [];
  const unreadable: RefusalDetail[] = [];
  for (const [index, note] of notes.entries()) {
    try {
      stated.push(parseNote(note));
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error;
      const place = `/checkpoints/${index}`;
      unreadable.push({ place, code: 'not_a_checkpoint', message: error.message });
    }
  }
  return { stated, unreadable };
}
