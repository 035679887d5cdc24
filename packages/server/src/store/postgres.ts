// The large store: PostgreSQL, with the same queries.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

const CONNECTIONS = 10;
const INT8 = 20;
/** Serialization failure and deadlock: the same work, tried again, may well go through. */
const LOST_A_RACE = new Set(['40001', '40P01']);
const TRIES = 10;

export function openPostgres(url: string): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
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
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await db.transaction().setIsolationLevel('serializable').execute(work);
        } catch (error) {
          if (attempt === TRIES || !LOST_A_RACE.has((error as { code?: string }).code ?? '')) throw error;
        }
      }
    },
    close: () => db.destroy(),
  };
}
