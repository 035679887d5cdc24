// Deliveries of a suspended workspace are not sent and not failed, and go on when it is resumed.

import assert from 'node:assert/strict';
import { resumeWorkspace, suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { deliveriesOf, fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const DAY = 24 * 60 * 60 * 1000;

onEitherStore('a suspension holds deliveries, old and new, and other workspaces go on', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey, operator } = given;
  const { member } = await claimed(given);
  const { member: other } = await claimed(given, { name: 'Birch' });
  const mine = await subscribe(desk, member);
  const theirs = await subscribe(desk, other, { url: 'https://other.example.org/hook' });
  let down = true;
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => response(down ? 503 : 200));
  await happen(desk);
  await deliver();
  assert.equal(sent.length, 2, 'both are attempted once, and fail');

  await suspendWorkspace(desk, operator, 'Acorn', 'a test');
  await happen(desk, 2);
  down = false;
  // Longer than five days of failures, which would disable an endpoint.
  for (const wait of [0, 60_000, 6 * DAY]) {
    desk.now += wait;
    await deliver();
  }
  assert.deepEqual(
    sent.slice(2).map(({ url }) => url),
    [theirs.url, theirs.url, theirs.url],
  );
  const held = (await deliveriesOf(desk)).filter(({ endpoint_id }) => endpoint_id === mine.id);
  assert.deepEqual(
    held.map(({ status, tries }) => [status, tries]),
    [
      ['pending', 1],
      ['pending', 0],
      ['pending', 0],
    ],
  );

  down = true;
  await resumeWorkspace(desk, operator, 'Acorn');
  await deliver();
  assert.equal(sent.length, 8, 'all three are attempted again');
  const { disabled_at } = await desk.store.db
    .selectFrom('webhook_endpoints')
    .select('disabled_at')
    .where('id', '=', mine.id)
    .executeTakeFirstOrThrow();
  assert.equal(disabled_at, null, 'the suspension does not count as days of failures');
  down = false;
  desk.now += DAY;
  await deliver();
  assert.ok((await deliveriesOf(desk)).every(({ status }) => status === 'delivered'));
});

onEitherStore('deliveries that were claimed before a suspension are released', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey, operator } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member);
  const first = Promise.withResolvers<void>();
  const { sent, deliver, deliverer } = fakeDelivery(desk, masterKey, t, async () => {
    await first.promise;
    return response(200);
  });
  await happen(desk, 5);
  deliverer.wake();
  await until('the first is being sent', async () => sent.length > 0);
  assert.ok(deliverer.queued > 0, 'more were claimed than are being sent');
  await suspendWorkspace(desk, operator, 'Acorn', 'a test');
  deliverer.wake();
  await until('the queue is empty', async () => deliverer.queued === 0);
  first.resolve();
  await deliverer.settled();
  const statuses = (await deliveriesOf(desk)).map(({ status, claim }) => [status, claim]);
  assert.deepEqual(sent.length, 1);
  assert.equal(statuses.filter(([status, claim]) => status === 'pending' && claim === null).length, 4);
  await resumeWorkspace(desk, operator, 'Acorn');
  await deliver();
  assert.equal(sent.length, 5);
});
