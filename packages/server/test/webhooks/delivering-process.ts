// A process that delivers until it is killed. It says what it claims, releases and has recorded, and when, on its
// standard output; each line is out before anything else happens.
//   node delivering-process.ts DATA_DIR      the store's folder, with its master key
//   DATABASE_URL                             where the store is in PostgreSQL
//   RF_TEST_LEASE_MS                         how long its claims last

import { writeSync } from 'node:fs';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import type { Claimed } from '../../src/webhooks/queue/claims.ts';
import { Deliverer } from '../../src/webhooks/queue/delivery.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import type { Line } from './processes.ts';

const dataDir = process.argv[2]!;
const store = await openStore({ dataDir, databaseUrl: process.env.DATABASE_URL ?? null });
const clock = () => Date.now();
const leaseMs = Number(process.env.RF_TEST_LEASE_MS);
const { send } = createSender({ allowLoopback: true, resolve: async () => [], totalMs: leaseMs / 4 });
const deliverer = new Deliverer({
  context: { store, clock, newId: () => uuidV7(clock()) },
  masterKey: readMasterKey(dataDir, undefined),
  send,
  random: Math.random,
  disclosure: '',
  leaseMs,
  onError: (error) => writeSync(2, `${error instanceof Error ? error.stack : error}\n`),
  watch: {
    claimed: (claims) => say('claimed', claims),
    releasing: (claims) => say('released', claims),
    recorded: (outcomes) =>
      say(
        'recorded',
        outcomes.map(({ claimed }) => claimed),
      ),
  },
});
say('ready', []);
deliverer.wake();
setInterval(() => deliverer.wake(), 20);

function say(what: Line['what'], claims: readonly Claimed[]): void {
  if (what !== 'ready' && claims.length === 0) return;
  const ids = claims.map(({ endpointId, eventId }) => `${endpointId} ${eventId}`);
  writeSync(1, `${JSON.stringify({ what, at: performance.timeOrigin + performance.now(), ids })}\n`);
}
