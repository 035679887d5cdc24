// A real Redis server on loopback, started and stopped by the test that needs it. It keeps nothing on disk unless asked.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { requireProgram } from '../../examples/three-nodes/program.ts';
import { holdPort } from '../../packages/server/src/service/held-port.ts';

export interface RedisServer {
  readonly url: string;
  /** Sends a command, and returns the raw reply. */
  command(text: string): Promise<string>;
  /** Stops it from running, with its connections open. */
  pause(): void;
  resume(): void;
  /** Ends it without notice. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what it kept on disk. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface RedisOptions {
  /** More arguments of redis-server, such as `--appendonly yes`. */
  args?: readonly string[];
}

/** A process title would be written over the environment, by which npm test finds what a run has started. */
const KEEPS_ENVIRONMENT = ['--set-proc-title', 'no'];

export async function startRedis({ args = [] }: RedisOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-redis-'));
  const { port, release } = holdPort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const start = () =>
    spawnRedis([...settings, '--save', '', '--appendonly', 'no', ...KEEPS_ENVIRONMENT, ...args]);
  let server = await start();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    command: (text) => command(port, text),
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      server = await start();
    },
    stop: async () => {
      await end('SIGKILL');
      release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function spawnRedis(args: readonly string[]): Promise<ChildProcess> {
  const server = spawn(requireProgram('redis-server', 'redis-server'), args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    output += text;
    if (!output.includes('Ready to accept connections')) continue;
    server.stdout.resume();
    return server;
  }
  throw new Error(`redis-server ended before it was ready: ${output}`);
}

async function command(port: number, text: string): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.setEncoding('utf8').write(`${text}\r\nQUIT\r\n`);
  let reply = '';
  for await (const part of socket) reply += part;
  return reply;
}
