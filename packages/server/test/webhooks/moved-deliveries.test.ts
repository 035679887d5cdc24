// Which deliveries are news: those that are new, and those that were attempted lately, of the workspaces that are asked for.

import assert from 'node:assert/strict';
import { MOST_MOVED, movedDeliveries } from '@rf-indicators/core/webhooks/moved-deliveries';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const MINUTE = 60_000;

onEitherStore('new and attempted deliveries are news, of these workspaces alone', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const acorn = (await claimed(given)).member;
  const birch = (await claimed(given, { name: 'Birch' })).member;
  for (const member of [acorn, birch]) await subscribe(desk, member);
  const own = acorn.workspace.id;
  let code = 503;
  const { deliver } = fakeDelivery(desk, masterKey, t, () => response(code));
  const moved = async (since: number) => {
    const news = await movedDeliveries(desk.store.db, [own], since);
    assert.deepEqual(
      [...news.keys()].filter((id) => id !== own),
      [],
    );
    const { deliveries = [], more = false } = news.get(own) ?? {};
    assert.equal(more, false);
    return deliveries.map(({ event_id, status, tries }) => [event_id, status, tries]);
  };

  const [older] = await happen(desk);
  await deliver();
  assert.deepEqual(await moved(desk.now), [[older, 'pending', 1]]);
  desk.now += MINUTE;
  assert.deepEqual(await moved(desk.now), []);
  const [newer] = await happen(desk);
  code = 200;
  await deliver();
  // The older one was tried again, the newer one for the first time.
  assert.deepEqual(await moved(desk.now), [
    [newer, 'delivered', 1],
    [older, 'delivered', 2],
  ]);
  assert.equal((await movedDeliveries(desk.store.db, [], 0)).size, 0);

  desk.now += MINUTE;
  await happen(desk, MOST_MOVED + 1);
  await deliver();
  const { deliveries, more } = (await movedDeliveries(desk.store.db, [own], desk.now)).get(own)!;
  assert.deepEqual([deliveries.length, more], [MOST_MOVED, true]);
});
