// Runs rf: commands in the process of the test, servers in a process of their own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { copyDemo } from './demo-folder.ts';
import { LAUNCHER, type Outcome, repository } from './rf-process.ts';

export type { Outcome } from './rf-process.ts';
export { repository } from './rf-process.ts';

export const SAMPLES = path.join(repository, 'methodology/samples/providers.json');
export const FRAMEWORK = path.join(repository, 'methodology/rf-framework-1.0.json');

/**
 * The command line in this process, with a terminal that keeps what is written to it: nothing in it touches the process
 * itself. How a process is started and ended is tested with real ones.
 */
export async function rf(
  args: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  // Loaded here: most test files never run a command.
  const { runCommandLine } = await import('../../packages/server/src/cli/rf.ts');
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  outcome.code = await runCommandLine(args, {
    out: (line) => {
      outcome.stdout += `${line}\n`;
    },
    outBytes: (bytes) => {
      outcome.stdout += Buffer.from(bytes).toString('latin1');
    },
    err: (line) => {
      outcome.stderr += `${line}\n`;
    },
    readStdin: async () => input,
    readSecret: async () => input,
    isTerminal: false,
    env: { ...process.env, ...env },
    now: () => new Date(),
    untilStopped: () => new Promise<string>(() => undefined),
  });
  return outcome;
}

/** What things are cleaned up after: a test, or all tests of a file. */
export interface Lifetime {
  after(act: () => unknown): void;
}

let atTheEnd: (() => unknown)[] = [];

/** For what is made once, before the tests of a file. */
export const wholeFile: Lifetime = { after: (act) => void atTheEnd.push(act) };

/** What was made last is cleaned up first. npm test, which runs several files in a process, calls this after each. */
export async function endFile(): Promise<void> {
  const acts = atTheEnd.reverse();
  atTheEnd = [];
  for (const act of acts) await act();
}

// For a file that is run alone. Asked for here, when this file is loaded: ends of the file are taken in the order in
// which they were asked for, and what these clean up must be gone before the database server is, which others asked for.
after(endFile);

const cleanUps = new WeakMap<Lifetime, (() => unknown)[]>();

/** What was made last is cleaned up first: a store is closed before its database is dropped. */
export function cleanUp(t: Lifetime, act: () => unknown): void {
  const acts = cleanUps.get(t) ?? [];
  acts.push(act);
  if (acts.length > 1) return;
  cleanUps.set(t, acts);
  t.after(async () => {
    cleanUps.delete(t);
    for (const next of acts.reverse()) await next();
  });
}

/** Where a folder is made: in memory where npm test found some, or on a disk, for tests of what a disk keeps. */
export type Medium = 'memory' | 'disk';

/** A folder that is gone when the test is. */
export function temporaryFolder(t: Lifetime, medium: Medium = 'memory'): string {
  const parent = medium === 'disk' ? (process.env.RF_TEST_DISK ?? os.tmpdir()) : os.tmpdir();
  const folder = mkdtempSync(path.join(parent, 'rf-test-'));
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** A folder that holds a store already, or shall hold one after the test; otherwise a temporary one. */
  dataDir?: string;
  /** Whether the demo world is served; a store that was made otherwise is served as it is. */
  demo?: boolean;
  /** Further arguments for a process of its own. */
  args?: string[];
  /** How many files a process of its own may open. */
  openFiles?: number;
}

export interface RunningServer {
  /** Of a server in a process of its own. */
  pid?: number;
  url: string;
  dataDir: string;
  /** Asks it to stop, as an operator would; gives its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it without a chance to save anything. */
  kill: () => Promise<void>;
  /** What it wrote on its standard error so far. */
  errors: () => string;
}

/** A server of its own on a free port; it is gone when the test is. */
export async function startServer(t: Lifetime, options: ServerOptions = {}): Promise<RunningServer> {
  const { env = {}, dataDir = temporaryFolder(t), demo = true, args = [], openFiles } = options;
  if (demo && env.DATABASE_URL === undefined) copyDemo(dataDir);
  const command = [process.execPath, LAUNCHER, 'serve', ...(demo ? ['--demo'] : []), ...args];
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command];
  const [program, ...rest] = openFiles === undefined ? command : limited;
  const child = spawn(program!, rest, {
    env: { ...process.env, PORT: '0', RF_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ending = () => `exit code ${child.exitCode}, signal ${child.signalCode}`;
  const end = () => child.kill('SIGKILL');
  cleanUp(t, async () => {
    end();
    await exited;
    process.off('exit', end);
    process.off('uncaughtExceptionMonitor', end);
  });
  // A test file that fails before its first test cleans up nothing.
  process.on('exit', end);
  process.on('uncaughtExceptionMonitor', end);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    process.stderr.write(text);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let banner = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      const found = /listening on (\S+)/.exec(banner)?.[1];
      if (found) resolve(found);
    });
    void exited.then(() => reject(new Error(`the server ended before it listened (${ending()}): ${banner}`)));
  });
  return {
    pid: child.pid!,
    url,
    dataDir,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    errors: () => errors,
  };
}
