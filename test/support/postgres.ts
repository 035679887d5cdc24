// A real PostgreSQL server on loopback, started for the tests and stopped after them. npm test starts one for
// all files when the first asks for it; a file that is run alone starts its own.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { requireProgram } from '../../examples/three-nodes/program.ts';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { until } from './until.ts';

export interface PostgresServer {
  /** Address of a database that exists; others are made beside it. */
  url: string;
  port: number;
  /** Of the server, for signals such as SIGSTOP; its connections have processes of their own. */
  readonly pid: number;
  /** Folder and files are gone afterwards. `immediate`: without a checkpoint, as after a power failure. */
  stop(how?: StopMode): Promise<void>;
  /** Ends the server and keeps its files, for `resume`. */
  pause(how?: StopMode): Promise<void>;
  resume(): Promise<void>;
}

/** fast: connections are ended, and what was committed is written. immediate: as after a power failure. */
export type StopMode = 'fast' | 'immediate';

const NOBODY = 65534;

/** PostgreSQL refuses to run as root, so root starts it as nobody. */
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const program = (name: string) => requireProgram(name, 'postgresql');

/** Tests end the processes that use it and never the machine, so what they write need not reach a disk. */
const IN_MEMORY = ['fsync=off', 'full_page_writes=off'];

export interface PostgresOptions {
  durable?: boolean;
  /** Further settings, as in postgresql.conf. */
  settings?: readonly string[];
}

export async function startPostgres({
  durable = false,
  settings = [],
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = serverFolder(durable);
  const initdb = ['-D', path.join(folder, 'data'), '-U', 'rf', '--auth=trust', '-E', 'UTF8', '--locale=C'];
  execFileSync(program('initdb'), initdb, optionsIn(folder));
  return startIn(folder, [...(durable ? [] : IN_MEMORY), ...settings]);
}

/** A standby that follows a running server. */
export async function startPostgresFrom(
  primary: PostgresServer,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const folder = serverFolder(false);
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'rf'];
  execFileSync(
    program('pg_basebackup'),
    [...source, '-D', path.join(folder, 'data'), '-R', '-c', 'fast', '-X', 'stream'],
    optionsIn(folder),
  );
  return startIn(folder, [...IN_MEMORY, 'hot_standby=on', ...settings]);
}

function serverFolder(durable: boolean): string {
  const parent = durable ? (process.env.RF_TEST_DISK ?? os.tmpdir()) : os.tmpdir();
  const folder = mkdtempSync(path.join(parent, 'rf-postgres-'));
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

function optionsIn(folder: string) {
  return { ...identity, cwd: folder, stdio: 'ignore' as const };
}

async function startIn(folder: string, given: readonly string[]): Promise<PostgresServer> {
  const { port, release } = holdPort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...given,
  ];
  const args = ['-D', path.join(folder, 'data'), ...settings.flatMap((text) => ['-c', text])];
  let server: ChildProcess;
  const resume = async () => {
    server = spawn(program('postgres'), args, optionsIn(folder));
    await untilReachable(port, server);
  };
  const pause = async (how: StopMode = 'fast') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  await resume();
  return {
    url: `postgres://rf@127.0.0.1:${port}/postgres`,
    port,
    get pid() {
      return server.pid!;
    },
    pause,
    resume,
    stop: async (how) => {
      await pause(how);
      release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReachable(port: number, server: ChildProcess): Promise<void> {
  await until('postgres answers', () => {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    return answers(port);
  });
}

/** A socket that opens is not enough: the server says when it is ready to take queries. */
async function answers(port: number): Promise<boolean> {
  const opened = await new Promise<boolean>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
  if (!opened) return false;
  const client = new pg.Client({ connectionString: `postgres://rf@127.0.0.1:${port}/postgres` });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** A new database on a running server: empty, or a copy of another one. */
export async function createDatabase(
  serverUrl: string,
  template?: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2)}`;
  // Copying files costs less than writing all their pages to the log, and these databases need not survive a crash.
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await execute(serverUrl, `create database ${name}${copied}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`) };
}

export function renameDatabase(serverUrl: string, url: string, name: string): Promise<void> {
  return execute(serverUrl, `alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
