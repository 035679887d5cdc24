// Servers as processes of their own, on a core of their own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const CORE = '0';

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

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
      stop: async () => {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`the server ended before it listened: ${told}`);
}
