// Faults that clients cause: sockets that send slowly, and more requests than the nodes can answer.

import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
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
/** Of the processor time of the machine. With more of it left, the nodes were not asked for more than they can do. */
const MOST_IDLE = 0.05;
/** How long the generators take to start. */
const START_MS = 3000;

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
    what: `${GENERATORS} processes send as many reads as they can, on 600 connections each, until the machine has no time left`,
    seconds: { full: 300, short: 4 },
    stopsReads: true,
    // Redis has to share the processor, too, and may answer late.
    touchesLimits: true,
    async begin(world) {
      const { journal } = world.load;
      const floods = Array.from({ length: GENERATORS }, () => startFlood(world));
      await pause(START_MS);
      const [begun, before] = [performance.now(), processorTime()];
      const first = floods.map(({ counts }) => counts());
      return async () => {
        const seconds = (performance.now() - begun) / 1000;
        const time = processorTime();
        const idle = (time.idle - before.idle) / (time.all - before.all);
        const last = floods.map((flood) => flood.stop());
        const sum = (all: readonly FloodCounts[], what: keyof FloodCounts) =>
          all.reduce((total, counts) => total + counts[what], 0);
        if (last.some(({ answers }, at) => answers <= first[at]!.answers))
          journal.violation('A process that should send requests got no answers.');
        if (idle > MOST_IDLE)
          journal.violation(
            `The machine was idle for ${percent(idle)} of the time, so it was not overloaded.`,
          );
        const { requestsPerHour } = TIER_TERMS.PROFESSIONAL;
        const accepted = sum(last, 'accepted');
        if (accepted > 2 * requestsPerHour)
          journal.violation(`${accepted} requests were accepted of a key that allows ${requestsPerHour}.`);
        const rate = Math.round((sum(last, 'answers') - sum(first, 'answers')) / seconds);
        const unanswered = sum(last, 'failed');
        return `${rate.toLocaleString('en')} answers per second, ${unanswered} requests without one; the machine was idle for ${percent(idle)} of the time`;
      };
    },
  },
];

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Of all processors since the machine was started. */
function processorTime(): { all: number; idle: number } {
  const times = os.cpus().map(({ times: each }) => each);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  const all = times.reduce(
    (sum, { user, nice, sys, idle: unused, irq }) => sum + user + nice + sys + unused + irq,
    0,
  );
  return { all, idle };
}

function slowSocket(port: number, counts: { opened: number; closed: number }): Socket {
  const socket = connect(port, '127.0.0.1', () => {
    counts.opened += 1;
  });
  // The server closes it after its time, which is what it should do.
  socket.on('error', () => undefined);
  socket.resume().on('close', () => {
    counts.closed += 1;
  });
  return socket;
}

function startFlood({ nodes, credentials, load }: World): { counts(): FloodCounts; stop(): FloodCounts } {
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
    counts: () => counts,
    stop() {
      child.kill('SIGKILL');
      return counts;
    },
  };
}
