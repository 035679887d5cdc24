// From an event to the receiver: who is told, what becomes of a try, and what members can do about it.

import assert from 'node:assert/strict';
import { listDeliveries } from '@rf-indicators/core/webhooks/deliveries';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '@rf-indicators/core/webhooks/endpoint-state';
import { addEndpoint, listEndpoints, updateEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { actions, claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { anywhere, deliveriesOf, fakeDelivery, happen, response, subscribe } from './subscribers.ts';

onEitherStore('each subscriber gets every event after its subscription exactly once', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member: ada } = await claimed(given);
  const { member: bea } = await claimed(given, { name: 'Birch', tier: 'FREE' });
  await happen(desk, 3);
  const first = await subscribe(desk, ada);
  const second = await subscribe(desk, ada, { url: 'https://other.example.org/' });
  await subscribe(desk, bea, { event_types: ['methodology.published'] });
  const third = await subscribe(desk, bea, { url: 'https://other.example.org/' });
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  await deliver();
  assert.equal(sent.length, 0, 'what happened before is not told');

  const ids = await happen(desk, 2);
  await deliver();
  await deliver();
  const told = sent.map(({ url, headers, body }) => [
    url,
    headers['webhook-id'],
    JSON.parse(body.toString()).id,
  ]);
  const expected = [first, second, third].flatMap(({ url }) => ids.map((id) => [url, id, id]));
  assert.deepEqual(told.sort(), expected.sort());
  const deliveries = await deliveriesOf(desk);
  assert.equal(deliveries.length, 6);
  for (const { status, tries, claim, last_code } of deliveries) {
    assert.deepEqual([status, tries, claim, last_code], ['delivered', 1, null, 200]);
  }
});

onEitherStore('the same bytes are sent at every try, and a redelivery has the same ids', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member);
  await happen(desk);
  const answers = [response(500), response(302), response(null), response(200)];
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => answers.shift()!);
  for (const wait of [0, 5000, 300_000, 1_800_000]) {
    desk.now += wait;
    await deliver();
  }
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map(({ body }) => body.toString())).size, 1);
  assert.equal(new Set(sent.map(({ headers }) => headers['x-rf-event-id'])).size, 1);
  assert.equal(new Set(sent.map(({ headers }) => headers['x-rf-timestamp'])).size, 4);
  const [delivery] = await listDeliveries(desk.store.db, member.workspace.id);
  assert.deepEqual([delivery!.status, delivery!.tries, delivery!.last_code], ['delivered', 4, 200]);
});

onEitherStore('deliveries to a disabled endpoint wait, and are sent when it is enabled', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  const { id } = await subscribe(desk, member);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  assert.equal(await disableEndpoint(desk, member, id), 0);
  await assert.rejects(disableEndpoint(desk, member, id), /already disabled/);
  await happen(desk, 3);
  desk.now += 1000;
  await deliver();
  assert.equal(sent.length, 0);
  assert.deepEqual(new Set((await deliveriesOf(desk)).map(({ status }) => status)), new Set(['waiting']));
  assert.equal(await enableEndpoint(desk, member, id), 3);
  await deliver();
  assert.equal(sent.length, 3);

  await disableEndpoint(desk, member, id);
  await happen(desk, 2);
  await deliver();
  assert.equal(await enableEndpoint(desk, member, id, { discard_waiting: true }), 2);
  await happen(desk, 1);
  await removeEndpoint(desk, member, id);
  await deliver();
  assert.equal(sent.length, 3);
  assert.deepEqual(await listEndpoints(desk.store.db, member.workspace.id), []);
  assert.deepEqual((await actions({ desk })).slice(-6), [
    'webhook.added',
    'webhook.disabled',
    'webhook.enabled',
    'webhook.disabled',
    'webhook.enabled',
    'webhook.removed',
  ]);
});

onEitherStore('410 disables at once, with a notice; what is pending waits', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  const { id } = await subscribe(desk, member);
  await happen(desk, 3);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => response(410));
  await deliver();
  const [endpoint] = await listEndpoints(desk.store.db, member.workspace.id);
  assert.deepEqual([endpoint!.enabled, endpoint!.disabled_because], [false, 'gone']);
  const notices = await desk.store.db.selectFrom('workspace_notices').selectAll().execute();
  assert.deepEqual(
    notices.map(({ workspace_id, kind: what, subject }) => [workspace_id, what, subject]),
    [[member.workspace.id, 'webhook.disabled', `webhooks/${id}`]],
  );
  assert.match(notices[0]!.message, /receiver\.example\.org was disabled\. The receiver answered 410 Gone\./);
  assert.deepEqual(new Set((await deliveriesOf(desk)).map(({ status }) => status)), new Set(['waiting']));
  const count = sent.length;
  desk.now += 86_400_000;
  await deliver();
  assert.equal(sent.length, count);
  assert.equal((await actions({ desk })).at(-1), 'webhook.disabled');
});

onEitherStore('only contract_admin and developer change endpoints, and only their own', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  const { member: bea } = await claimed(given, { name: 'Birch' });
  const { id } = await subscribe(desk, ada);
  await assert.rejects(
    updateEndpoint(desk, bea, anywhere, id, { description: 'x' }),
    /No endpoint of the workspace/,
  );
  await assert.rejects(removeEndpoint(desk, bea, id), /No endpoint of the workspace/);
  await assert.rejects(subscribe(desk, ada), /already an endpoint with this URL/);
  await assert.rejects(
    subscribe(desk, ada, { url: 'https://a.example.org', event_types: ['webhook.test'] }),
    /not an event type that an endpoint can subscribe to/,
  );
  await assert.rejects(
    subscribe(desk, ada, { url: 'https://a.example.org', providers: ['nobody'] }),
    /No provider has/,
  );
  const viewer = { ...ada, id: 'viewer', name: 'Vic' };
  await desk.store.transaction((writes) =>
    writes
      .insertInto('members')
      .values({
        id: 'viewer',
        workspace_id: ada.workspace.id,
        name: 'Vic',
        role: 'viewer',
        created_at: 0,
        removed_at: null,
      })
      .execute(),
  );
  await assert.rejects(
    addEndpoint(desk, viewer, anywhere, { url: 'https://b.example.org' }),
    /requires the contract_admin or developer role, which Vic does not have/,
  );
  const changed = await updateEndpoint(desk, ada, anywhere, id.slice(0), {
    description: ' billing ',
    event_types: ['band.changed'],
  });
  assert.deepEqual([changed.description, changed.event_types], ['billing', ['band.changed']]);
});
