// Redis on loopback. It holds counts of the last hour, so nothing of it is written to the disk.

import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { type Program, requireProgram, startProgram } from './program.ts';

export interface Redis extends Program {
  port: number;
  url: string;
}

export async function startRedis({ folder, port: given }: { folder: string; port?: number }): Promise<Redis> {
  mkdirSync(folder, { recursive: true });
  const port = given ?? holdPort().port;
  const server = await startProgram({
    command: requireProgram('redis-server', 'redis-server'),
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    cwd: folder,
    isReady: () => responds(port),
  });
  return Object.defineProperties(
    server,
    Object.getOwnPropertyDescriptors({ port, url: `redis://127.0.0.1:${port}` }),
  ) as Redis;
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
