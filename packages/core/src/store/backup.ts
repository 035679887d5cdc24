// Writes a backup of the whole store as of one instant, while the service can keep running.

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
import { requireCurrentMigrations } from './migrate.ts';
import { TABLE_NAMES, type Table } from './schema.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';
import { type Queries, StoreError, type StoreLocation, untyped } from './store.ts';

/** Lines are passed on in chunks of about this many characters. */
const CHUNK_LENGTH = 256 * 1024;

export interface BackupOptions {
  createdAt: Date;
  /** Authenticates the backup. */
  key: Uint8Array;
  /** The text of the master key, if it is to be included. Anyone who has such a file can sign as the service. */
  masterKey?: string;
  progress?: (done: number, all: number) => void;
}

/** The file must not exist yet. Only its owner can read it. */
export async function writeBackup(
  location: StoreLocation,
  file: string,
  options: BackupOptions,
): Promise<Backup> {
  // Created first, and never over an existing file: the file that a failure removes is then our own.
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
      await pipeline(Readable.from(backupText(snapshot, header, footer, options)), createGzip(), target);
      return { header, footer };
    });
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new StoreError(`Cannot write ${file}: the disk is full.`);
  }
}

/** Fills in the footer at the end, when its values are known. */
async function* backupText(
  snapshot: Snapshot,
  header: BackupHeader,
  footer: BackupFooter,
  { key, progress }: BackupOptions,
): AsyncGenerator<string> {
  const digests = new BackupDigests(key);
  const first = `${JSON.stringify(header)}\n`;
  digests.header(first);
  yield first;
  const rows = await countRows(snapshot.db);
  for await (const chunk of tablesText(snapshot, rows, progress)) {
    digests.content(chunk);
    yield chunk;
  }
  Object.assign(footer, { rows, ...digests.finish() });
  yield `${JSON.stringify(footer)}\n`;
}

async function* tablesText(
  snapshot: Snapshot,
  counts: Record<Table, number>,
  progress: BackupOptions['progress'],
): AsyncGenerator<string> {
  const all = rowsIn(counts);
  let done = 0;
  let chunk = '';
  for (const table of TABLE_NAMES) {
    chunk += `${JSON.stringify({ table, rows: counts[table] })}\n`;
    for await (const row of snapshot.rowsOf(table)) {
      chunk += `${encodeRow(row)}\n`;
      done += 1;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
      progress?.(done, all);
    }
  }
  yield chunk;
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
  for (const table of TABLE_NAMES) {
    const { count } = await untyped(db)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts as Record<Table, number>;
}
