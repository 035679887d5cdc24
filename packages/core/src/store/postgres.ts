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
const LISTEN_AGAIN_MS = 1000;
/** Notified by a trigger on the change counter. */
const CHANGE_CHANNEL = 'rf_changes';

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
    onChange: (tell) => listen(url, tell),
    close: () => db.destroy(),
  };
}

/** A connection of its own, made again when it is lost. */
function listen(url: string, tell: () => void): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let again: NodeJS.Timeout | undefined;
  const connect = async () => {
    const next = new pg.Client({ connectionString: url });
    const lost = () => {
      if (client !== next) return;
      client = null;
      void next.end().catch(() => undefined);
      if (!stopped) again = setTimeout(connect, LISTEN_AGAIN_MS).unref();
    };
    client = next;
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', tell);
    try {
      await next.connect();
      await next.query(`listen ${CHANGE_CHANNEL}`);
    } catch {
      lost();
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(again);
    await client?.end().catch(() => undefined);
  };
}
