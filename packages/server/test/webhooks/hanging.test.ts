// Half of the receivers never answer. The others must not notice.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { type Customers, claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { happen, newDeliverer, subscribe } from './subscribers.ts';

const RECEIVERS = 200;
const HANGING = 100;
const ROUNDS = 3;
const PER_WORKSPACE = 50;

/** All receivers on one port, told apart by their paths; arrivals are noted with their time. */
async function receivers(t: TestContext, hang: () => boolean) {
  const arrivals: { receiver: number; event: string; at: number }[] = [];
  const server = createServer((request, response) => {
    const receiver = Number(request.url!.slice(1));
    request.resume().on('end', () => {
      if (receiver % 2 === 1 && hang()) return;
      arrivals.push({ receiver, event: String(request.headers['webhook-id']), at: performance.now() });
      response.end();
    });
  }).listen(0, '127.0.0.1', 1024);
  await once(server, 'listening');
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return { arrivals, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function subscribeAll(given: Customers, url: string): Promise<void> {
  for (let workspace = 0; workspace * PER_WORKSPACE < RECEIVERS; workspace += 1) {
    const { member } = await claimed(given, { name: `Workspace ${workspace}` });
    for (let each = 0; each < PER_WORKSPACE; each += 1) {
      await subscribe(given.desk, member, { url: `${url}/${workspace * PER_WORKSPACE + each}` });
    }
  }
}

test('100 of 200 receivers hang: the others receive their events meanwhile', async (t) => {
  let isHanging = false;
  const { arrivals, url } = await receivers(t, () => isHanging);
  const given = await customers('sqlite', t);
  const { desk, masterKey } = given;
  // By the real clock: hanging takes real time.
  const real = { ...desk, clock: () => Date.now() };
  await subscribeAll(given, url);
  const { send, close } = createSender({
    ...{ allowLoopback: true, resolve: async () => [] },
    // Those that hang do so until the end of the test.
    totalMs: 10 * PATIENCE_MS,
  });
  cleanUp(t, close);
  const deliverer = newDeliverer(real, masterKey, send, t);

  /** The longest that any of the receivers that answer had to wait for an event. */
  const longest = async (): Promise<number> => {
    let worst = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [id] = await happen(real);
      const begun = performance.now();
      deliverer.wake();
      const told = () => arrivals.filter(({ receiver, event }) => event === id && receiver % 2 === 0);
      await until('those that answer are told', () => told().length >= RECEIVERS - HANGING);
      worst = Math.max(worst, ...told().map(({ at }) => at - begun));
    }
    return worst;
  };
  const without = await longest();
  isHanging = true;
  const withHanging = await longest();
  assert.ok(deliverer.open >= HANGING, `${deliverer.open} sends are open`);
  t.diagnostic(`longest wait ${without.toFixed(0)} ms without, ${withHanging.toFixed(0)} ms with`);
});
