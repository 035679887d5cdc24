// Nodes: processes of `rf serve` that share a store. Each has a folder, a port and a name of its own.

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { type Program, startProgram } from './program.ts';

const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/rf.mjs', import.meta.url));

export interface Node extends Program {
  name: string;
  port: number;
  url: string;
}

export interface NodeOptions {
  /** RF_NODE. */
  name: string;
  folder: string;
  /** DATABASE_URL, RF_REDIS_URL, RF_MASTER_KEY, RF_VERIFIER_KEY, and whatever else is the same for all nodes. */
  env: Record<string, string>;
  port?: number;
}

export async function startNode({ name, folder, env, port: given }: NodeOptions): Promise<Node> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = given ?? holdPort().port;
  const url = `http://127.0.0.1:${port}`;
  const node = await startProgram({
    command: process.execPath,
    args: [LAUNCHER, 'serve'],
    cwd: folder,
    env: { ...env, PORT: String(port), RF_DATA_DIR: folder, RF_NODE: name, RF_METRICS: 'loopback' },
    isReady: () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
  });
  return Object.defineProperties(node, Object.getOwnPropertyDescriptors({ name, port, url })) as Node;
}

/** Runs a command of rf, with the settings of the nodes. Gives what it printed. */
export async function rf(args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
