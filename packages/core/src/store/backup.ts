// Writes a backup while the store is served: everything it held at one instant.

import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import {
  BACKUP_FORMAT,
  type Backup,
  BackupDigests,
  type BackupFooter,
  type BackupHeader,
  encodeRow,
  rowsIn,
} from './backup-format.ts';
import { BACKUP_TABLES, type Table, untyped } from './backup-tables.ts';
import { requireCurrentMigrations } from './migrate.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';
import type { StoreLocation } from './store.ts';
import { type Queries, StoreError } from './store.ts';

/** Lines are handed on in pieces of about this many characters. */
const PIECE = 256 * 1024;

export interface BackupOptions {
  createdAt: Date;
  /** The master key's text, to put inside. Whoever has such a file can sign in the service's name. */
  masterKey?: string;
  progress?: (done: number, all: number) => void;
}

/** The file must not exist yet; its owner alone can read it. */
export async function writeBackup(
  location: StoreLocation,
  file: string,
  options: BackupOptions,
): Promise<Backup> {
  // Opened first: what is removed after a failure is then surely ours.
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'the file already exists' : error.message;
    throw new StoreError(`Cannot write ${file}: ${why}.`);
  });
  try {
    return await withSnapshot(location, async (snapshot) => {
      // Another version has other tables: those that this list of tables lacks would be missing from the backup.
      await requireCurrentMigrations(snapshot.db);
      const header = await headerOf(snapshot.db, options);
      const footer = { end: BACKUP_FORMAT } as BackupFooter;
      const target = handle.createWriteStream({ flush: true });
      await pipeline(Readable.from(pieces(snapshot, header, footer, options)), createGzip(), target);
      return { header, footer };
    });
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new StoreError(`Cannot write ${file}: the disk is full.`);
  }
}

/** Fills in the footer at the end, when it is known. */
async function* pieces(
  snapshot: Snapshot,
  header: BackupHeader,
  footer: BackupFooter,
  { progress }: BackupOptions,
): AsyncGenerator<string> {
  const digests = new BackupDigests();
  const first = `${JSON.stringify(header)}\n`;
  digests.header(first);
  yield first;
  const rows = await countRows(snapshot.db);
  for await (const piece of content(snapshot, rows, progress)) {
    digests.content(piece);
    yield piece;
  }
  Object.assign(footer, { rows, ...digests.finish() });
  yield `${JSON.stringify(footer)}\n`;
}

async function* content(
  snapshot: Snapshot,
  counts: Record<Table, number>,
  progress: BackupOptions['progress'],
): AsyncGenerator<string> {
  const all = rowsIn(counts);
  let done = 0;
  let piece = '';
  for (const table of BACKUP_TABLES) {
    piece += `${JSON.stringify({ table, rows: counts[table] })}\n`;
    for await (const row of snapshot.rowsOf(table)) {
      piece += `${encodeRow(row)}\n`;
      done += 1;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
      progress?.(done, all);
    }
  }
  yield piece;
  progress?.(all, all);
}

async function headerOf(db: Queries, { createdAt, masterKey }: BackupOptions): Promise<BackupHeader> {
  const { tree_size } = await db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    created_at: createdAt.toISOString(),
    migration: await newestMigration(db),
    tree_size,
    checkpoint: newest?.note ?? null,
    keys: masterKey === undefined ? 'sealed' : 'included',
  };
  return masterKey === undefined ? header : { ...header, master_key: masterKey };
}

export async function newestMigration(db: Queries): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return rows[0]!.name;
}

async function countRows(db: Queries): Promise<Record<Table, number>> {
  const counts: Partial<Record<Table, number>> = {};
  for (const table of BACKUP_TABLES) {
    const { count } = await untyped(db)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts as Record<Table, number>;
}
