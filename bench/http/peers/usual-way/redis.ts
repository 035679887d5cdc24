// A Redis server on loopback that keeps nothing on disk.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface RedisServer {
  url: string;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  for await (const text of server.stdout.setEncoding('utf8')) {
    if (!text.includes('Ready to accept connections')) continue;
    server.stdout.resume();
    return {
      url: `redis://127.0.0.1:${port}`,
      stop: async () => {
        server.kill();
        await exited;
      },
    };
  }
  throw new Error('redis-server ended before it was ready');
}
