// Restores a backup into an empty store, in one transaction and with all constraints enabled.

import { newestMigration } from './backup.ts';
import { type Backup, readBackup } from './backup-format.ts';
import { isTable, type Row, TABLE_NAMES, TABLES, type Table } from './schema.ts';
import { type Queries, type Store, StoreError, untyped, type Writes } from './store.ts';

const SESSION_TABLES: readonly Table[] = ['user_sessions', 'user_verifications'];

/** Limits of one insert statement. */
const VALUES_AT_ONCE = 5000;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export interface RestoreOptions {
  /** Null: the backup is not authenticated. */
  key: Uint8Array | null;
  /** The number of rows in the backup, from reading it once before. */
  rows: number;
  /** Checks the restored rows before they are committed. If it throws, everything is rolled back. */
  check(restored: Writes, backup: Backup): Promise<void>;
  progress?: (done: number, all: number) => void;
}

export async function restoreBackup(store: Store, file: string, options: RestoreOptions): Promise<Backup> {
  const restore = async (writes: Writes): Promise<Backup> => {
    await requireEmpty(writes);
    const migration = await newestMigration(writes);
    const insert = new BatchInsert(writes);
    let done = 0;
    const backup = await readBackup(file, options.key, {
      header: (header) => {
        if (header.migration === migration) return;
        throw new StoreError(
          `${file} was made at migration ${header.migration}, and this version of rf is at ${migration}. Restore it ` +
            'with the version that made it. A newer version can then migrate the restored store.',
        );
      },
      row: async (table, row) => {
        if (!isTable(table))
          throw new StoreError(`${file} contains a table that this version of rf does not know: ${table}.`);
        await insert.add(table, row);
        done += 1;
        options.progress?.(done, options.rows);
      },
    });
    await insert.flush();
    await options.check(writes, backup);
    // Sessions that have ended since the backup must not come back: people sign in again.
    for (const table of SESSION_TABLES) await untyped(writes).deleteFrom(table).execute();
    return backup;
  };
  return store.transaction(restore, { chained: false });
}

async function requireEmpty(writes: Writes): Promise<void> {
  for (const table of TABLE_NAMES) {
    if (TABLES[table].rows !== undefined) continue;
    const row = await untyped(writes).selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row === undefined) continue;
    throw new StoreError(
      `The store is not empty (the table ${table} has rows), and a restore overwrites nothing. Restore into an empty ` +
        'folder (RF_DATA_DIR) or an empty PostgreSQL database (DATABASE_URL).',
    );
  }
}

/** Collects rows of a table and inserts them in batches. */
class BatchInsert {
  readonly #writes: Writes;
  #table: Table | null = null;
  #rows: Row[] = [];
  #bytes = 0;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  async add(table: Table, row: Row): Promise<void> {
    const values = Object.values(row);
    const full = (this.#rows.length + 1) * values.length > VALUES_AT_ONCE || this.#bytes > BYTES_AT_ONCE;
    if (table !== this.#table || full) await this.flush();
    this.#table = table;
    this.#rows.push(row);
    for (const value of values) this.#bytes += (value as { length?: number } | null)?.length ?? 8;
  }

  async flush(): Promise<void> {
    const db = untyped(this.#writes);
    if (this.#table !== null) {
      // A new store has rows in these tables; a restore replaces them.
      if (TABLES[this.#table].rows !== undefined) await db.deleteFrom(this.#table).execute();
      await db.insertInto(this.#table).values(this.#rows).execute();
    }
    this.#table = null;
    this.#rows = [];
    this.#bytes = 0;
  }
}

/** What a restore brought that decides who has power over the store. */
export interface RestoredContent {
  /** People who were not retired. */
  staff: number;
  /** Staff tokens that work: confirmed, not revoked, of somebody who was not retired. */
  active_staff_tokens: number;
  newest_checkpoint: { tree_size: number; created_at: number } | null;
}

export async function restoredContent(db: Queries): Promise<RestoredContent> {
  const people = await db
    .selectFrom('staff')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  const tokens = await db
    .selectFrom('staff_tokens')
    .innerJoin('staff', 'staff.id', 'staff_tokens.staff_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('retired_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom('checkpoints')
    .select(['tree_size', 'created_at'])
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    staff: Number(people.count),
    active_staff_tokens: Number(tokens.count),
    newest_checkpoint: newest ?? null,
  };
}
