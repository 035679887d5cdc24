// One store, two databases. Everything above this folder sees only this: typed queries and transactions.

import type { Kysely, Transaction } from 'kysely';
import type { ChangeBus, ChangeBusOptions } from './change-bus.ts';
import type { Database } from './schema.ts';

export type StoreKind = 'sqlite' | 'postgres';

export type Queries = Kysely<Database>;
export type Writes = Transaction<Database>;

export interface Store {
  kind: StoreKind;
  db: Queries;
  /**
   * What belongs together is written together. On SQLite the writer's lock is taken at the start; on
   * PostgreSQL the work is repeated if it lost a race, so it must not have effects outside the store.
   */
  transaction<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
  /** Starts a bus of its own. On PostgreSQL it takes one connection, whatever it carries. */
  changeBus(options?: ChangeBusOptions): ChangeBus;
  close(): Promise<void>;
}

/** Where a store is: PostgreSQL where there is an address, otherwise SQLite in the folder. */
export interface StoreLocation {
  dataDir: string;
  databaseUrl: string | null;
}

/** How to connect; it matters on PostgreSQL only. */
export interface ConnectOptions {
  /** How many connections queries may use at once. */
  connections?: number;
  /** What the database's administrator sees: the application's name. */
  name?: string;
}

/** Refused by the store as it stands: another migration level, a missing setting, a folder in use. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
