// Brings a backup into a store that holds nothing yet: all of it or nothing, with every constraint on.

import { newestMigration } from './backup.ts';
import { type Backup, readBackup } from './backup-format.ts';
import { BACKUP_TABLES, isTable, PREFILLED_TABLES, type Row, type Table, untyped } from './backup-tables.ts';
import { type Store, StoreError, type Writes } from './store.ts';

/** Rows go in together until they would be too many values for one statement, or too large. */
const VALUES_AT_ONCE = 5000;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export interface RestoreOptions {
  /** How many rows the backup holds, as a first reading has told. */
  rows: number;
  /** Looks at what was restored before it counts; what it throws undoes everything. */
  check(restored: Writes, backup: Backup): Promise<void>;
  progress?: (done: number, all: number) => void;
}

export async function restoreBackup(store: Store, file: string, options: RestoreOptions): Promise<Backup> {
  return store.transaction(async (writes) => {
    await requireEmpty(writes);
    const migration = await newestMigration(writes);
    const insertion = new Insertion(writes);
    let done = 0;
    const backup = await readBackup(file, {
      header: (header) => {
        if (header.migration === migration) return;
        throw new StoreError(
          `${file} is of a store at ${header.migration}, and this rf is at ${migration}. Restore it with the ` +
            'version of rf that made it; a newer rf then brings that store up to date.',
        );
      },
      row: async (table, row) => {
        if (!isTable(table))
          throw new StoreError(`${file} holds a table that this rf does not know: ${table}.`);
        await insertion.add(table, row);
        done += 1;
        options.progress?.(done, options.rows);
      },
    });
    await insertion.flush();
    await options.check(writes, backup);
    return backup;
  });
}

async function requireEmpty(writes: Writes): Promise<void> {
  for (const table of BACKUP_TABLES) {
    if (PREFILLED_TABLES.has(table)) continue;
    const row = await untyped(writes).selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row === undefined) continue;
    throw new StoreError(
      `The store is not empty (there are rows in ${table}), and rf overwrites nothing. Restore into an empty ` +
        'folder (RF_DATA_DIR) or an empty PostgreSQL database (DATABASE_URL).',
    );
  }
}

class Insertion {
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
      if (PREFILLED_TABLES.has(this.#table)) await db.deleteFrom(this.#table).execute();
      await db.insertInto(this.#table).values(this.#rows).execute();
    }
    this.#table = null;
    this.#rows = [];
    this.#bytes = 0;
  }
}
