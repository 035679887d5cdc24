// The embedded store: node:sqlite behind Kysely's own SQLite dialect.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import { pollingBus } from './polling-bus.ts';
import type { Database } from './schema.ts';
import { type Store, StoreError } from './store.ts';

/** A prepared statement takes about 80 times its text; so the cache is bounded by length, at some 20 MB. */
const CACHED_TEXT = 256 * 1024;
const LONGEST_WAIT_MS = 30_000;

export function sqliteFile(dataDir: string): string {
  return path.join(dataDir, 'rf.sqlite');
}

export function openSqlite(file: string): Store {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: LONGEST_WAIT_MS });
  prepareDurability(database);
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database) });
  return {
    kind: 'sqlite',
    db,
    transaction: (work) => db.transaction().execute(work),
    changeBus: (options) => pollingBus(db, options),
    close: () => db.destroy(),
  };
}

/** Every answered write must survive a power cut; a build that cannot promise it is refused at the start. */
function prepareDurability(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const setting = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  if (setting('journal_mode') !== 'wal') throw new StoreError('SQLite would not switch to its WAL.');
  if (setting('synchronous') !== 2) throw new StoreError('SQLite would not switch to synchronous=FULL.');
  if (setting('foreign_keys') !== 1) throw new StoreError('SQLite would not check foreign keys.');
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: { database: ReturnType<typeof asKyselyExpects> };

  constructor(database: DatabaseSync) {
    const config = { database: asKyselyExpects(database) };
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }
}

/** A transaction that reads first and writes later could lose its turn in between; so it takes it at once. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Kysely's dialect is written for another library of the same shape. */
function asKyselyExpects(database: DatabaseSync) {
  const cache = statementCache(database);
  return {
    close: () => database.close(),
    prepare: (text: string) => {
      const statement = cache(text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) =>
          statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

/** Prepared statements by their texts; those that were not used for longest give way. */
function statementCache(database: DatabaseSync): (text: string) => StatementSync {
  const cache = new Map<string, StatementSync>();
  let length = 0;
  return (text) => {
    const cached = cache.get(text);
    const statement = cached ?? database.prepare(text);
    if (cached) cache.delete(text);
    else length += text.length;
    cache.set(text, statement);
    for (const oldest of cache.keys()) {
      if (length <= CACHED_TEXT) break;
      cache.delete(oldest);
      length -= oldest.length;
    }
    return statement;
  };
}
