// The embedded store: node:sqlite with Kysely's SQLite dialect.

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DialectAdapter,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { makePrivateFile, makePrivateFolder } from './file-modes.ts';
import { pollingBus } from './polling-bus.ts';
import { AuthorityIndex, type ChangeMark } from './records/authority.ts';
import { bind } from './records/bound.ts';
import { chainedTransaction } from './records/chained-work.ts';
import type { ChainKeySource } from './records/mac.ts';
import type { Database } from './schema.ts';
import { SqliteStatistics } from './sqlite-statistics.ts';
import { type Store, StoreError } from './store.ts';
import { TurnTakingConnection } from './write-turns.ts';

/** A prepared statement takes about 80 times the memory of its text, so this limits the cache to about 20 MB. */
const CACHED_TEXT = 256 * 1024;
const LONGEST_WAIT_MS = 30_000;

/** For a database without records. */
const noKey: ChainKeySource = () => {
  throw new StoreError('This database has no master key, so nothing can be recorded in it.');
};

export function openSqlite(file: string, chainKey: ChainKeySource = noKey): Store {
  makePrivateFolder(path.dirname(file));
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: LONGEST_WAIT_MS });
  prepareDurability(database);
  // A key that is destroyed does not stay in the page that had it.
  database.exec('pragma secure_delete = fast');
  return asStore(database, path.resolve(file), chainKey);
}

/** A store in memory, for comparisons; it is gone when it is closed. */
export function openSqliteInMemory(): Store {
  return asStore(new DatabaseSync(':memory:'), `memory ${randomUUID()}`, noKey);
}

/** Stores of the same file have the same name. */
function asStore(database: DatabaseSync, name: string, chainKey: ChainKeySource): Store {
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(database, name) });
  const statistics = new SqliteStatistics(database, LONGEST_WAIT_MS);
  const bound = { chainKey, authority: new AuthorityIndex(chainKey, changeMarkOf(database)) };
  bind(db, bound);
  return {
    kind: 'sqlite',
    db,
    transaction: (work, options) =>
      chainedTransaction(db, bound, (chained) => db.transaction().execute(chained), work, options),
    chainKey,
    changeBus: (options) => pollingBus(db, options),
    keepStatistics: () => statistics.keep(),
    close: () => {
      statistics.end();
      return db.destroy();
    },
  };
}

/** What other connections committed, and what this one wrote. */
function changeMarkOf(database: DatabaseSync): ChangeMark {
  const others = database.prepare('pragma data_version');
  const own = database.prepare('select total_changes() as changes');
  return () => `${others.get()!.data_version} ${own.get()!.changes}`;
}

/** Committed writes must survive a power failure; a SQLite build that cannot guarantee this is refused. */
function prepareDurability(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const setting = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  if (setting('journal_mode') !== 'wal')
    throw new StoreError('SQLite could not be switched to journal_mode=WAL.');
  if (setting('synchronous') !== 2) throw new StoreError('SQLite could not be switched to synchronous=FULL.');
  if (setting('foreign_keys') !== 1) throw new StoreError('SQLite could not be switched to foreign_keys=ON.');
}

interface DriverConfig {
  name: string;
  database: ReturnType<typeof asKyselyExpects>;
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: DriverConfig;

  constructor(database: DatabaseSync, name: string) {
    const config = { name, database: asKyselyExpects(database) };
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

/** SQLite can undo changes of tables, so migrations run in one transaction and a killed one leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #config: DriverConfig;
  #connection: TurnTakingConnection | null = null;

  constructor(config: DriverConfig) {
    super(config);
    this.#config = config;
  }

  override async acquireConnection(): Promise<TurnTakingConnection> {
    this.#connection ??= new TurnTakingConnection(await super.acquireConnection(), this.#config.name);
    return this.#connection;
  }

  /** Takes the write lock at the start: a transaction that reads first and then writes could fail with SQLITE_BUSY. */
  override async beginTransaction(connection: TurnTakingConnection): Promise<void> {
    await connection.beginTransaction(CompiledQuery.raw('begin immediate'));
  }

  override async commitTransaction(connection: TurnTakingConnection): Promise<void> {
    await super.commitTransaction(connection);
    connection.endTransaction();
  }

  /** SQLite itself rolls back when the disk is full or fails. A second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: TurnTakingConnection): Promise<void> {
    try {
      if (this.#config.database.isInTransaction()) await super.rollbackTransaction(connection);
    } finally {
      connection.endTransaction();
    }
  }
}

/** Kysely's dialect expects the interface of better-sqlite3. */
function asKyselyExpects(database: DatabaseSync) {
  const cache = statementCache(database);
  return {
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    prepare: (text: string) => {
      const { statement, reader } = cache(text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader,
        all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) =>
          statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

interface Prepared {
  statement: StatementSync;
  /** Whether it gives rows. Kept, because asking SQLite describes every column anew. */
  reader: boolean;
}

/** A least-recently-used cache of prepared statements by their text. */
function statementCache(database: DatabaseSync): (text: string) => Prepared {
  const cache = new Map<string, Prepared>();
  let length = 0;
  return (text) => {
    const cached = cache.get(text);
    const prepared = cached ?? prepare(database, text);
    if (cached) cache.delete(text);
    else length += text.length;
    cache.set(text, prepared);
    for (const oldest of cache.keys()) {
      if (length <= CACHED_TEXT) break;
      cache.delete(oldest);
      length -= oldest.length;
    }
    return prepared;
  };
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text);
  return { statement, reader: statement.columns().length > 0 };
}
