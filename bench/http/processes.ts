// Servers as processes of their own, on a core of their own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const CORE = '0';

export interface RunningServer {
  url: string;
  /** Resolves when it has nothing left to do but to wait for requests. */
  isIdle(): Promise<void>;
  /** Processor time so far, of all its threads. */
  processorMs(): number;
  stop(): Promise<void>;
}

const LOOK_MS = 1000;
/** Of a core. */
const IDLE_SHARE = 0.05;

/** Resolves when the process says where it listens. */
export async function startOnCore(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child: ChildProcess = spawn('taskset', ['-c', CORE, process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let told = '';
  for await (const text of child.stdout!.setEncoding('utf8')) {
    told += text;
    const url = /listening on (\S+)/.exec(told)?.[1];
    if (url === undefined) continue;
    child.stdout!.resume();
    return {
      url,
      isIdle: () => untilIdle(child.pid!),
      processorMs: () => processorMs(child.pid!),
      stop: async () => {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`the server ended before it listened: ${told}`);
}

async function untilIdle(pid: number): Promise<void> {
  for (let before = processorMs(pid); ; ) {
    await wait(LOOK_MS);
    const now = processorMs(pid);
    if (now - before < LOOK_MS * IDLE_SHARE) return;
    before = now;
  }
}

/** User and system time so far, of all threads; Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
