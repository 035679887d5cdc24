// The interface to the store: typed queries and transactions, the same on SQLite and PostgreSQL.

import type { Kysely, Transaction } from 'kysely';
import type { ChangeBus, ChangeBusOptions } from './change-bus.ts';
import type { ChainKeySource } from './records/mac.ts';
import type { Database, Row, Table } from './schema.ts';

export type StoreKind = 'sqlite' | 'postgres';

export type Queries = Kysely<Database>;
export type Writes = Transaction<Database>;

/** For queries that work on any table. */
export function untyped(db: Queries | Writes): Kysely<Record<Table, Row>> {
  return db as unknown as Kysely<Record<Table, Row>>;
}

export interface Store {
  kind: StoreKind;
  db: Queries;
  /**
   * A serializable transaction. SQLite takes the write lock at the start. On PostgreSQL the work is retried after a
   * conflict, so it must not have effects outside the store.
   */
  transaction<T>(work: (writes: Writes) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Throws if there is no master key. */
  chainKey: ChainKeySource;
  /** Creates a change bus. On PostgreSQL it uses one connection, however many topics it has. */
  changeBus(options?: ChangeBusOptions): ChangeBus;
  /** Lets the planner of SQLite know how large tables are, until the store is closed. PostgreSQL finds out by itself. */
  keepStatistics(): void;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** false for a restore, whose rows bring their entries of the record chain with them. */
  chained?: boolean;
}

/** PostgreSQL if there is a URL, otherwise SQLite in the folder. */
export interface StoreLocation {
  dataDir: string;
  databaseUrl: string | null;
  /** The text of RF_MASTER_KEY; without it, the key file in the folder is read. Only writing needs one. */
  masterKey?: string | undefined;
}

/** Used on PostgreSQL only. */
export interface ConnectOptions {
  /** The size of the connection pool. */
  connections?: number;
  /** The application_name, which database administrators see. */
  name?: string;
  /** How long a query may take, with its wait for locks and for a connection. Without it, there is no limit. */
  queryMs?: number;
  /** How long the database waits for the next query of a transaction. Without it, there is no limit. */
  idleTransactionMs?: number;
  /** Whether a change bus has a connection on which the database tells of changes; without it, the bus only polls. */
  listens?: boolean;
}

/** The store or a backup cannot be used: for example other migrations, a missing setting, or a folder in use. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
