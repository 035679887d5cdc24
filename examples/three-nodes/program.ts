// A program of the machine that runs as a child process, and can be stopped, killed, paused and started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NOBODY = 65534;

/** Some servers refuse to run as root, or should not: root starts them as nobody. */
export const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface ProgramOptions {
  command: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  identity?: { uid?: number; gid?: number };
  /** Resolves when the program can be used. */
  isReady: () => Promise<boolean>;
  /** Asks it to stop; SIGTERM unless told. */
  stopSignal?: NodeJS.Signals;
}

export interface Program {
  /** Starts it again after a stop or a kill. */
  start(): Promise<void>;
  /** With the signal that it usually gets, unless told otherwise. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it and its children without a chance to save anything. */
  kill(): Promise<void>;
  /** It keeps its memory and its connections, and does nothing until it is resumed. */
  pause(): void;
  resume(): void;
  readonly isRunning: boolean;
  readonly pid: number;
  /** What it wrote so far. */
  output(): string;
}

/** Only what hangs takes longer, on a machine with other work to do too. */
const READY_MS = 300_000;

export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { command, args, cwd, env = {}, identity = {}, isReady, stopSignal = 'SIGTERM' } = options;
  let child: ChildProcess;
  let exited: Promise<unknown>;
  let output = '';
  // Nothing outlives this process, also if it fails.
  const end = () => signalAll(child, 'SIGKILL');
  const start = async () => {
    child = spawn(command, args, {
      ...identity,
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    exited = once(child, 'exit');
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-100_000);
      });
    }
    process.once('exit', end);
    await until(`${path.basename(command)} is ready`, async () => {
      if (!isAlive(child)) throw new Error(`${command} ended: ${output}`);
      return isReady();
    });
  };
  const stopBy = async (send: () => void) => {
    if (isAlive(child)) {
      send();
      await exited;
    }
    process.off('exit', end);
  };
  await start();
  return {
    start,
    stop: (signal = stopSignal) =>
      stopBy(() => {
        signalAll(child, 'SIGCONT');
        child.kill(signal);
      }),
    kill: () => stopBy(end),
    pause: () => signalAll(child, 'SIGSTOP'),
    resume: () => signalAll(child, 'SIGCONT'),
    get isRunning() {
      return isAlive(child);
    },
    get pid() {
      return child.pid!;
    },
    output: () => output,
  };
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** The children too: PostgreSQL puts each of its own into a group of its own. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!isAlive(child)) return;
  const parent = child.pid!;
  // Looked for twice: one that is killed has no children afterwards, and one that runs can start another meanwhile.
  const before = childrenOf(parent);
  send(parent, signal);
  for (const pid of new Set([...before, ...childrenOf(parent)])) send(pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

/** And their children. */
export function childrenOf(parent: number): number[] {
  return globSync('/proc/[0-9]*/stat').flatMap((file) => {
    try {
      // The name of the command may contain spaces, and is in parentheses.
      const [, ppid] = readFileSync(file, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const pid = Number(file.split('/')[2]);
      return Number(ppid) === parent ? [pid, ...childrenOf(pid)] : [];
    } catch {
      return [];
    }
  });
}

export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + READY_MS;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${READY_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Null if the machine does not have it. */
export function findProgram(name: string): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

export function requireProgram(name: string, debianPackage: string): string {
  const found = findProgram(name);
  if (found !== null) return found;
  throw new Error(`There is no ${name} on this machine. Install the Debian package ${debianPackage}.`);
}
