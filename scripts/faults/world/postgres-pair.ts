// PostgreSQL with a streaming standby that confirms every commit, and the switch from one to the other.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres, startPostgresFrom } from '../../../test/support/postgres.ts';

/** The standby looks for the primary again after half a second: a restart must not cost more than the restart. */
const SETTINGS = ['wal_retrieve_retry_interval=500ms', 'max_connections=200'];

export class PostgresPair {
  #primary: PostgresServer;
  #standby: PostgresServer;
  #demoted: PostgresServer | null = null;

  private constructor(primary: PostgresServer, standby: PostgresServer) {
    this.#primary = primary;
    this.#standby = standby;
  }

  static async start(): Promise<PostgresPair> {
    const primary = await startPostgres({ settings: SETTINGS });
    return new PostgresPair(primary, await standbyOf(primary));
  }

  /** Of the server that takes writes. */
  get port(): number {
    return this.#primary.port;
  }

  get url(): string {
    return this.#primary.url;
  }

  start(): Promise<void> {
    return this.#primary.resume();
  }

  stop(): Promise<void> {
    return this.#primary.pause('fast');
  }

  crash(): Promise<void> {
    return this.#primary.pause('immediate');
  }

  /** The server stands still, with all its connections. */
  freeze(): void {
    const { pid } = this.#primary;
    // First, so that it starts no other.
    process.kill(pid, 'SIGSTOP');
    for (const child of childrenOf(pid)) process.kill(child, 'SIGSTOP');
  }

  unfreeze(): void {
    const { pid } = this.#primary;
    for (const each of [...childrenOf(pid), pid]) process.kill(each, 'SIGCONT');
  }

  /**
   * Demotes the primary and promotes the standby. `pointTo` directs new connections; connections to the demoted server
   * stay open, and it answers their writes with 25006, until `rebuild`.
   */
  async switchOver(pointTo: (port: number) => void): Promise<void> {
    const demoted = this.#primary;
    const promoted = this.#standby;
    await execute(
      demoted.url,
      'alter system set default_transaction_read_only = on',
      'select pg_reload_conf()',
    );
    await until(
      demoted.url,
      'select coalesce(bool_and(pg_current_wal_lsn() <= replay_lsn), false) as done from pg_stat_replication',
    );
    await execute(promoted.url, 'select pg_promote(true, 20)');
    this.#demoted = demoted;
    this.#primary = promoted;
    await execute(promoted.url, "alter system set synchronous_standby_names = ''", 'select pg_reload_conf()');
    pointTo(promoted.port);
  }

  /** Removes the demoted server, and makes a new standby. */
  async rebuild(): Promise<void> {
    await this.#demoted?.stop('immediate');
    this.#demoted = null;
    this.#standby = await standbyOf(this.#primary);
  }

  async remove(): Promise<void> {
    const servers = new Set([this.#primary, this.#standby, this.#demoted]);
    await Promise.all([...servers].map((server) => server?.stop('immediate')));
  }
}

/** From then on a commit is confirmed once the standby has it, so that a switch loses nothing. */
async function standbyOf(primary: PostgresServer): Promise<PostgresServer> {
  const standby = await startPostgresFrom(primary, SETTINGS);
  await execute(primary.url, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  await until(primary.url, "select count(*) > 0 as done from pg_stat_replication where sync_state = 'sync'");
  return standby;
}

/** The server first, so that it starts no other process. Each of its processes has a session of its own. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    // The second field is the name in parentheses, and may contain anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return null;
  }
}

async function until(url: string, query: string): Promise<void> {
  while ((await execute(url, query))[0]?.done !== true) await pause(20);
}

/** The rows of the last statement. */
async function execute(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
