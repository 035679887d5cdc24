// Deliveries that got their time from a clock that was ahead.

import assert from 'node:assert/strict';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { expediteDeliveries } from '../../src/webhooks/queue/retention.ts';
import { deliveriesOf, fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

onEitherStore(
  'a delivery that waits longer than any retry can is due at once, and others keep their time',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk, masterKey } = given;
    const { member } = await claimed(given);
    await subscribe(desk, member);
    await happen(desk);
    const right = desk.now;
    const { deliver, sent } = fakeDelivery(desk, masterKey, t, () => response(500));
    // Five days ahead, an attempt fails. Then the clock is set right.
    desk.now = right + 5 * DAY;
    await deliver();
    desk.now = right + 1000;
    await deliver();
    assert.equal(sent.length, 1, 'its retry is due in five days');
    assert.equal(await expediteDeliveries(desk.store, desk.now), 1);
    await deliver();
    assert.equal(sent.length, 2);
    const [waiting] = await deliveriesOf(desk);
    assert.equal(await expediteDeliveries(desk.store, desk.now), 0);
    assert.deepEqual(await deliveriesOf(desk), [waiting]);
  },
);

onEitherStore('a jump forward takes one attempt of a delivery, and not all of them', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member);
  await happen(desk);
  const { deliver, sent } = fakeDelivery(desk, masterKey, t, () => response(500));
  await deliver();
  desk.now += DAY;
  for (let at = 0; at < 5; at += 1) await deliver();
  assert.equal(sent.length, 2);
  const [delivery] = await deliveriesOf(desk);
  assert.deepEqual([delivery!.status, delivery!.tries], ['pending', 2]);
});
