// The PostgreSQL store.

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { TopicVersions } from './change-bus.ts';
import { pollingBus } from './polling-bus.ts';
import { readOnlyServer } from './postgres-faults.ts';
import { listenOnPostgres } from './postgres-listener.ts';
import { KEEP_ALIVE_MS, PostgresPool } from './postgres-pool.ts';
import { AuthorityIndex } from './records/authority.ts';
import { bind } from './records/bound.ts';
import { chainedTransaction } from './records/chained-work.ts';
import type { ChainKeySource } from './records/mac.ts';
import { withRetries } from './retries.ts';
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

export function openPostgres(url: string, chainKey: ChainKeySource, options: PostgresOptions = {}): Store {
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
  const bound = { chainKey, authority: new AuthorityIndex(chainKey) };
  bind(db, bound);
  return {
    kind: 'postgres',
    db,
    transaction: (work, given) =>
      chainedTransaction(
        db,
        bound,
        (chained) =>
          withRetries(() => db.transaction().setIsolationLevel('serializable').execute(chained), {
            isRetryable: (error) => RETRYABLE_CODES.has((error as { code?: string }).code ?? ''),
          }),
        work,
        given,
      ),
    chainKey,
    changeBus: (given) => pollingBus(db, given, listens ? listen : undefined, readFromPrimary),
    keepStatistics: () => undefined,
    close: () => db.destroy(),
  };
}
