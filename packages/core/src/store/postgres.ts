// The PostgreSQL store.

import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { TopicVersions } from './change-bus.ts';
import { pollingBus } from './polling-bus.ts';
import { readOnlyServer } from './postgres-faults.ts';
import { listenOnPostgres } from './postgres-listener.ts';
import { KEEP_ALIVE_MS, PostgresPool } from './postgres-pool.ts';
import { chainedWork } from './records/chain.ts';
import type { Database, Topic } from './schema.ts';
import type { ConnectOptions, Store } from './store.ts';

/** For commands; each thread of the service is given fewer. */
const CONNECTIONS = 10;
const INT8 = 20;
/** Serialization failure and deadlock: the same transaction may succeed when it is retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);

export interface PostgresOptions extends ConnectOptions {
  /** Throws if the store must not be used. Asked at the first query, and now and then. */
  guard?: PostgresGuard | undefined;
}

export type PostgresGuard = (query: <R>(sql: string) => Promise<readonly R[]>) => Promise<void>;

export function openPostgres(url: string, options: PostgresOptions = {}): Store {
  const { connections = CONNECTIONS, name = 'rf', queryMs = null, idleTransactionMs = null } = options;
  const { guard, listens = true } = options;
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: {
      // Our 64-bit integers fit into a number; pg would return them as strings.
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  };
  const pool = new PostgresPool(config, {
    max: connections,
    limits: { queryMs, idleTransactionMs },
    waitMs: queryMs,
    guard:
      guard && ((connection) => guard(async <R>(sql: string) => (await connection.query<R>(sql, [])).rows)),
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const listen = (notify: () => void) =>
    listenOnPostgres(config, { notify, onStandby: () => pool.replaceConnections() });
  /** A demoted server keeps answering reads, with its old content. */
  const readFromPrimary = async () => {
    const { rows } = await sql<{ topic: Topic; version: number; is_read_only: boolean }>`
      select topic, version, current_setting('transaction_read_only') = 'on' as is_read_only from topics`.execute(
      db,
    );
    if (rows.some(({ is_read_only }) => is_read_only)) {
      pool.replaceConnections();
      throw readOnlyServer();
    }
    return Object.fromEntries(rows.map(({ topic, version }) => [topic, version])) as TopicVersions;
  };
  return {
    kind: 'postgres',
    db,
    transaction: (work, given) =>
      withRetries(
        () =>
          db
            .transaction()
            .setIsolationLevel('serializable')
            .execute((writes) => chainedWork(writes, work, given)),
        { isRetryable: (error) => RETRYABLE_CODES.has((error as { code?: string }).code ?? '') },
      ),
    changeBus: (given) => pollingBus(db, given, listens ? listen : undefined, readFromPrimary),
    close: () => db.destroy(),
  };
}

/** Short work is retried for this long. Under load, a number of attempts would be used up in a second. */
const RETRIED_FOR_MS = 10_000;
/** Retry at least this many times, even if one attempt uses up the whole time limit. */
const FEWEST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

export interface RetryOptions {
  isRetryable: (error: unknown) => boolean;
  /** From 0 to below 1. */
  random?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number;
}

/**
 * Pauses are random, and on average twice as long after each attempt, so that writers that conflicted once are unlikely
 * to conflict again.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { isRetryable, random = Math.random, sleep = wait, elapsed = () => performance.now() }: RetryOptions,
): Promise<T> {
  const end = elapsed() + RETRIED_FOR_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = elapsed() >= end && attempt >= FEWEST_ATTEMPTS;
      if (isLast || !isRetryable(error)) throw error;
    }
    await sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}
