// PostgreSQL on loopback: a primary, and a standby that receives everything as it is written and can be promoted.

import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { type Program, requireProgram, startProgram, unprivileged, until } from './program.ts';

export interface Postgres extends Program {
  port: number;
  url(database?: string): string;
  query(statement: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

export interface PostgresOptions {
  folder: string;
  port?: number;
  /** Settings of the server, such as synchronous_commit=on. */
  settings?: string[];
}

const program = (name: string) => requireProgram(name, 'postgresql');

export async function startPrimary({ folder, port, settings = [] }: PostgresOptions): Promise<Postgres> {
  makeFolder(folder);
  const data = path.join(folder, 'data');
  const initdb = ['-D', data, '-U', 'rf', '--auth=trust', '-E', 'UTF8', '--locale=C', '--data-checksums'];
  execFileSync(program('initdb'), initdb, { ...unprivileged, cwd: folder, stdio: 'ignore' });
  return startServer(folder, port ?? holdPort().port, settings);
}

/** Copies the primary, which goes on working, and follows it. */
export async function startStandby(
  primary: Postgres,
  { folder, port, settings = [] }: PostgresOptions,
): Promise<Postgres> {
  makeFolder(folder);
  const args = [
    '-d',
    primary.url('postgres'),
    '-D',
    path.join(folder, 'data'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ];
  execFileSync(program('pg_basebackup'), args, { ...unprivileged, cwd: folder, stdio: 'ignore' });
  return startServer(folder, port ?? holdPort().port, settings);
}

/** Resolves when the standby has everything that the primary has written. */
export async function untilCaughtUp(primary: Postgres, standby: Postgres): Promise<void> {
  const [row] = await primary.query('select pg_current_wal_lsn()::text as lsn');
  const reached = `select pg_last_wal_replay_lsn() >= '${String(row!.lsn)}'::pg_lsn as reached`;
  await until('the standby has caught up', async () => (await standby.query(reached))[0]!.reached === true);
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (unprivileged.uid !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid);
}

async function startServer(folder: string, port: number, settings: readonly string[]): Promise<Postgres> {
  const url = (database = 'postgres') => `postgres://rf@127.0.0.1:${port}/${database}`;
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'hot_standby=on',
    'max_connections=200',
    ...settings,
  ];
  const query: Postgres['query'] = async (statement, database) => {
    const client = new pg.Client({ connectionString: url(database), connectionTimeoutMillis: 2000 });
    // The server may go away while the connection is open.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const server = await startProgram({
    command: program('postgres'),
    args: ['-D', path.join(folder, 'data'), ...all.flatMap((text) => ['-c', text])],
    cwd: folder,
    identity: unprivileged,
    // Ends sessions, and stops.
    stopSignal: 'SIGINT',
    isReady: () =>
      query('select 1').then(
        () => true,
        () => false,
      ),
  });
  return Object.defineProperties(server, {
    ...Object.getOwnPropertyDescriptors({
      port,
      url,
      query,
      promote: async () => {
        await query('select pg_promote(true, 30)');
        await until('the standby is the primary', async () => {
          const [row] = await query('select pg_is_in_recovery() as standby');
          return row!.standby === false;
        });
      },
    }),
  }) as Postgres;
}
