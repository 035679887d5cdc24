// Runs republish.ts in a process of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Republished } from './republish.ts';

interface Options {
  /** The core to run on; any, without it. */
  core?: string;
  /** Publish this many providers first, for the JIT compiler. */
  warmUp?: number;
}

export async function republish(folder: string, { core, warmUp = 0 }: Options = {}): Promise<Republished> {
  const script = fileURLToPath(new URL('republish.ts', import.meta.url));
  const command = [
    ...(core === undefined ? [] : ['taskset', '-c', core]),
    process.execPath,
    script,
    folder,
    String(warmUp),
  ];
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`publishing again ended with ${code}`);
  const republished = JSON.parse(output.trim().split('\n').at(-1)!) as Republished;
  if (republished.published === 0) throw new Error('nothing was published');
  return republished;
}
