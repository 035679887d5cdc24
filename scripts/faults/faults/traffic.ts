// Faults that clients cause: sockets that send slowly, and more requests than the nodes can answer.

import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TIER_TERMS } from '@rf-indicators/contract';
import type { Fault } from '../fault.ts';
import type { FloodCounts } from '../load/flood.ts';
import type { World } from '../world/world.ts';

const SLOW_SOCKETS = 1000;
const BYTE_EVERY_MS = 1000;
const GENERATORS = 3;
/** How long one generator alone is measured. */
const ALONE_SECONDS = 10;
/** If three generators get so many times the answers of one, one alone did not use all that the nodes can do. */
const MOST_GAIN = 2;

export const TRAFFIC_FAULTS: Fault[] = [
  {
    name: 'slow-sockets',
    what: `${SLOW_SOCKETS} sockets send the headers of a request one byte per second`,
    seconds: { full: 60, short: 3 },
    stopsReads: true,
    async begin({ nodes, load }) {
      const counts = { opened: 0, closed: 0 };
      const sockets = Array.from({ length: SLOW_SOCKETS }, (_, at) =>
        slowSocket(nodes[at % nodes.length]!.settings.port, counts),
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
        const { opened, closed } = counts;
        if (opened < SLOW_SOCKETS)
          load.journal.violation(`Only ${opened} of ${SLOW_SOCKETS} slow sockets could be opened.`);
        for (const socket of sockets) socket.destroy();
        return `the nodes closed ${closed} of ${opened} sockets`;
      };
    },
  },
  {
    name: 'overload',
    what: `${GENERATORS} processes send as many reads as they can, of which one alone already uses all that the nodes can answer`,
    seconds: { full: 300, short: 4 },
    stopsReads: true,
    // Redis has to share the processor, too, and may answer late.
    touchesLimits: true,
    async begin(world) {
      const { journal } = world.load;
      const alone = startFlood(world);
      await pause(ALONE_SECONDS * 1000);
      const single = alone.stop();
      const floods = Array.from({ length: GENERATORS }, () => startFlood(world));
      const begun = performance.now();
      return async () => {
        const seconds = (performance.now() - begun) / 1000;
        const all = floods.map((flood) => flood.stop());
        const sum = (what: keyof FloodCounts) => all.reduce((total, counts) => total + counts[what], 0);
        const [one, three] = [single.answers / ALONE_SECONDS, sum('answers') / seconds];
        if (single.answers === 0 || all.some(({ answers }) => answers === 0))
          journal.violation('A process that should send requests got no answer at all.');
        if (three > one * MOST_GAIN)
          journal.violation(
            'The nodes answered more when they were asked more, so they were not overloaded.',
          );
        const { requestsPerHour } = TIER_TERMS.PROFESSIONAL;
        const accepted = single.accepted + sum('accepted');
        if (accepted > 2 * requestsPerHour)
          journal.violation(`${accepted} requests were accepted of a key that allows ${requestsPerHour}.`);
        return (
          `${Math.round(one)} answers per second to one process, ${Math.round(three)} to three; ` +
          `${sum('failed')} requests got none`
        );
      };
    },
  },
];

function slowSocket(port: number, counts: { opened: number; closed: number }): Socket {
  const socket = connect(port, '127.0.0.1', () => {
    counts.opened += 1;
  });
  // The server closes it after its time, which is what it should do.
  socket.on('error', () => undefined);
  socket.on('end', () => {
    counts.closed += 1;
  });
  return socket;
}

function startFlood({ nodes, credentials, load }: World): { stop(): FloodCounts } {
  const file = fileURLToPath(new URL('../load/flood.ts', import.meta.url));
  const urls = nodes.map(({ url }) => url);
  const child = spawn(process.execPath, [file, credentials.keys.PROFESSIONAL, load.providers[0]!, ...urls], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let counts: FloodCounts = { answers: 0, failed: 0, accepted: 0 };
  createInterface(child.stdout).on('line', (line) => {
    counts = JSON.parse(line) as FloodCounts;
  });
  return {
    stop() {
      child.kill('SIGKILL');
      return counts;
    },
  };
}
