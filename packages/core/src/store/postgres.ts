// The PostgreSQL store.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pollingBus } from './polling-bus.ts';
import { listenOnPostgres } from './postgres-listener.ts';
import { chainedWork } from './records/chain.ts';
import { withRetries } from './retry.ts';
import type { Database } from './schema.ts';
import type { ConnectOptions, Store } from './store.ts';

/** For commands; each thread of the service is given fewer. */
const CONNECTIONS = 10;
const INT8 = 20;
/** Serialization failure and deadlock: the same transaction may succeed when it is retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);

export function openPostgres(
  url: string,
  { connections = CONNECTIONS, name = 'rf' }: ConnectOptions = {},
): Store {
  const config = { connectionString: url, application_name: name };
  const pool = new pg.Pool({
    ...config,
    max: connections,
    types: {
      // Our 64-bit integers fit into a number; pg would return them as strings.
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // The pool replaces an idle connection that was lost; without this listener the error would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    db,
    transaction: (work, options) =>
      withRetries(
        () =>
          db
            .transaction()
            .setIsolationLevel('serializable')
            .execute((writes) => chainedWork(writes, work, options)),
        { isRetryable: (error) => RETRYABLE_CODES.has((error as { code?: string }).code ?? '') },
      ),
    changeBus: (options) => pollingBus(db, options, (notify) => listenOnPostgres(config, notify)),
    close: () => db.destroy(),
  };
}
