// Faults that clients cause: sockets that send slowly, and more requests than the nodes can answer.

import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../fault.ts';

const SLOW_SOCKETS = 1000;
const BYTE_EVERY_MS = 1000;
/** Processes that each ask as fast as they can: one alone uses up what is left of two cores. */
const GENERATORS = 3;

export const TRAFFIC_FAULTS: Fault[] = [
  {
    name: 'slow-sockets',
    what: `${SLOW_SOCKETS} sockets send the headers of a request one byte per second`,
    seconds: { full: 60, short: 3 },
    async begin({ nodes }) {
      const sockets = Array.from({ length: SLOW_SOCKETS }, (_, at) =>
        slowSocket(nodes[at % nodes.length]!.settings.port),
      );
      const text = 'GET /api/v1/status HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ';
      let at = 0;
      const sending = setInterval(() => {
        const byte = text[at] ?? 'a';
        at += 1;
        for (const socket of sockets) if (socket.writable) socket.write(byte);
      }, BYTE_EVERY_MS);
      return async () => {
        clearInterval(sending);
        for (const socket of sockets) socket.destroy();
      };
    },
  },
  {
    name: 'overload',
    what: `${GENERATORS} processes send as many keyed and public reads as they can, each of which alone would fill the machine`,
    seconds: { full: 300, short: 4 },
    async begin({ nodes, credentials }) {
      const file = fileURLToPath(new URL('../load/flood.ts', import.meta.url));
      const floods: ChildProcess[] = Array.from({ length: GENERATORS }, () =>
        spawn(process.execPath, [file, credentials.keys.PROFESSIONAL, ...nodes.map(({ url }) => url)], {
          stdio: 'ignore',
        }),
      );
      return async () => {
        for (const flood of floods) flood.kill('SIGKILL');
      };
    },
  },
];

function slowSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // The server closes it after its time, which is what it should do.
  socket.on('error', () => undefined);
  return socket;
}
