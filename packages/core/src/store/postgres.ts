// The large store: PostgreSQL, with the same queries.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pollingBus } from './polling-bus.ts';
import { listenOnPostgres } from './postgres-listener.ts';
import { withRetries } from './retry.ts';
import type { Database } from './schema.ts';
import type { ConnectOptions, Store } from './store.ts';

/** For a command, which has the store for itself; each thread of a service has fewer. */
const CONNECTIONS = 10;
const INT8 = 20;
/** Serialization failure and deadlock: the same work, tried again, may well go through. */
const LOST_A_RACE = new Set(['40001', '40P01']);

export function openPostgres(
  url: string,
  { connections = CONNECTIONS, name = 'rf' }: ConnectOptions = {},
): Store {
  const config = { connectionString: url, application_name: name };
  const pool = new pg.Pool({
    ...config,
    max: connections,
    types: {
      // Counts and times fit into a number; pg would hand them over as texts.
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // A connection lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    db,
    transaction: (work) =>
      withRetries(() => db.transaction().setIsolationLevel('serializable').execute(work), {
        isRetryable: (error) => LOST_A_RACE.has((error as { code?: string }).code ?? ''),
      }),
    changeBus: (options) => pollingBus(db, options, (tell) => listenOnPostgres(config, tell)),
    close: () => db.destroy(),
  };
}
