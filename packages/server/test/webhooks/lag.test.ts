// How far deliveries are behind: the figure that an alert looks at.

import assert from 'node:assert/strict';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const TEN_MINUTES = 600_000;

onEitherStore(
  'a delivery that nobody took when it was due makes the queue late until it is sent',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk, masterKey } = given;
    const { member } = await claimed(given);
    await subscribe(desk, member);
    await happen(desk);
    let code = 500;
    const { deliverer, deliver, sent } = fakeDelivery(desk, masterKey, t, () => response(code));
    await deliver();
    assert.equal(deliverer.lagMs, 0, 'a retry is not late before it is due');
    desk.now += TEN_MINUTES;
    code = 200;
    await deliver();
    assert.equal(sent.length, 2);
    assert.ok(deliverer.lagMs > TEN_MINUTES / 2 && deliverer.lagMs < TEN_MINUTES, String(deliverer.lagMs));
    await deliver();
    assert.equal(deliverer.lagMs, 0);
  },
);
