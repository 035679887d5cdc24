// A PostgreSQL primary and a standby that follows it, on loopback, for tests of a switch from one to the other.

import pg from 'pg';
import { cleanUp, type Lifetime } from './lifetime.ts';
import { type PostgresServer, startPostgres, startPostgresFrom } from './postgres.ts';
import { until as untilHolds } from './until.ts';

export interface PostgresPair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Ends the primary at once, as a machine that loses power. */
  killPrimary(): Promise<void>;
  /** Makes the standby a primary. Resolves when it takes writes. */
  promote(): Promise<void>;
  /** Makes the primary refuse writes, as a server that was demoted; its connections stay open. */
  demote(): Promise<void>;
}

/** `synchronous`: a commit waits until the standby has it on disk. */
export async function startPostgresPair(t: Lifetime, { synchronous = false } = {}): Promise<PostgresPair> {
  const primary = await startPostgres({
    settings: ['wal_level=replica', 'hot_standby=on', 'max_wal_senders=4'],
  });
  cleanUp(t, () => primary.stop());
  const standby = await startPostgresFrom(primary);
  cleanUp(t, () => standby.stop());
  if (synchronous) {
    await execute(primary.url, "alter system set synchronous_standby_names = '*'");
    await execute(primary.url, 'select pg_reload_conf()');
    await until(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'");
  } else await until(primary.url, "select 1 from pg_stat_replication where state = 'streaming'");
  return {
    primary,
    standby,
    killPrimary: () => primary.stop('immediate'),
    promote: async () => {
      await execute(standby.url, 'select pg_promote(true, 20)');
      await until(standby.url, 'select 1 where not pg_is_in_recovery()');
    },
    demote: async () => {
      await execute(primary.url, 'alter system set default_transaction_read_only = on');
      await execute(primary.url, 'select pg_reload_conf()');
      await until(primary.url, "select 1 where current_setting('default_transaction_read_only') = 'on'");
    },
  };
}

async function execute(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(url: string, query: string): Promise<void> {
  await untilHolds(query, async () => (await execute(url, query)).length > 0);
}
