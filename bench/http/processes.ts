// Starts servers as separate processes on a dedicated core.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const CORE = '0';

export interface RunningServer {
  url: string;
  /** Resolves when the server does nothing but wait for requests. */
  isIdle(): Promise<void>;
  /** Processor time so far, of all its threads. */
  processorMs(): number;
  stop(): Promise<void>;
}

const LOOK_MS = 1000;
/** Fraction of one core. */
const IDLE_SHARE = 0.05;

/** Resolves when the process prints its address. */
export async function startOnCore(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child: ChildProcess = spawn('taskset', ['-c', CORE, process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout!.setEncoding('utf8')) {
    output += text;
    const url = /listening on (\S+)/.exec(output)?.[1];
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
  throw new Error(`the server exited before it was listening: ${output}`);
}

async function untilIdle(pid: number): Promise<void> {
  for (let before = processorMs(pid); ; ) {
    await wait(LOOK_MS);
    const now = processorMs(pid);
    if (now - before < LOOK_MS * IDLE_SHARE) return;
    before = now;
  }
}

/** User and system time of all threads so far. Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
