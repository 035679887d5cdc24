// Somebody who can write to the database does not get a body of theirs signed for a customer.

import assert from 'node:assert/strict';
import { sendTest } from '@rf-indicators/core/webhooks/test-events';
import { Forger } from '../../../../test/support/forger.ts';
import { lowerGuards } from '../../../../test/support/mutations.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { testEventRenderer } from '../../src/rendering/events/test-event.ts';
import { fanOut } from '../../src/webhooks/queue/fan-out.ts';
import { deliveriesOf, fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const FORGED = 'FORGED';

onEitherStore('a stored body that was changed is rendered again from the recorded event', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member);
  const [id] = await happen(desk);
  const answers = [response(500), response(200)];
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => answers.shift()!);
  await deliver();
  const { body: genuine } = await desk.store.db
    .selectFrom('webhook_messages')
    .selectAll()
    .executeTakeFirstOrThrow();
  const forged = genuine.replace('Series A', FORGED);
  assert.notEqual(forged, genuine);
  await desk.store.db.updateTable('webhook_messages').set({ body: forged, is_test: 0 }).execute();
  desk.now += 5000;
  await deliver();
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(body.toString()).id),
    [id, id],
  );
  assert.ok(sent.every(({ body }) => !body.toString().includes(FORGED)));
  const stored = await desk.store.db.selectFrom('webhook_messages').select('body').executeTakeFirstOrThrow();
  assert.ok(!stored.body.includes(FORGED), 'the console shows what was sent');
});

onEitherStore('an event that was changed or added in the database is sent to nobody', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member);
  const [id] = await happen(desk);
  await lowerGuards(desk.store);
  const { db } = desk.store;
  const event = await db.selectFrom('events').selectAll().where('id', '=', id!).executeTakeFirstOrThrow();
  await db
    .updateTable('events')
    .set({ data: event.data.replace('Series A', FORGED) })
    .where('id', '=', id!)
    .execute();
  await db
    .insertInto('events')
    .values({ ...event, id: '00000000-0000-7000-8000-0000000f0f0f', seq: event.seq + 1 })
    .execute();
  const errors: string[] = [];
  const onError = (error: unknown) => errors.push((error as Error).message);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => response(200), { onError });
  await deliver();
  assert.deepEqual(sent, []);
  assert.match(errors.join('\n'), /is not what was recorded, so it is sent to nobody/);
  const [later] = await happen(desk);
  await deliver();
  assert.deepEqual(
    sent.map(({ headers }) => headers['webhook-id']),
    [later],
    'the events after it are sent',
  );
});

onEitherStore('a message that somebody added is a test, or is not sent', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  const endpoint = await subscribe(desk, member);
  await sendTest(desk, member, endpoint.id, 'webhook.test', testEventRenderer(''));
  const { db } = desk.store;
  const message = await db.selectFrom('webhook_messages').selectAll().executeTakeFirstOrThrow();
  const body = message.body.replace('"test":true,', '').replace('deliveries arrive', FORGED);
  await db.updateTable('webhook_messages').set({ body, is_test: 0 }).execute();
  const unknown = '00000000-0000-7000-8000-0000000f0f0f';
  await db
    .insertInto('webhook_messages')
    .values({ ...message, body, event_id: unknown, type: 'score.invented' })
    .execute();
  const [delivery] = await deliveriesOf(desk);
  await db
    .insertInto('webhook_deliveries')
    .values({ ...delivery!, event_id: unknown })
    .execute();
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  await deliver();
  assert.equal(sent.length, 1);
  const told = JSON.parse(sent[0]!.body.toString());
  assert.deepEqual([told.test, told.id], [true, message.event_id]);
  const refused = (await deliveriesOf(desk)).find(({ event_id }) => event_id === unknown)!;
  assert.deepEqual(
    [refused.status, refused.last_error],
    ['cancelled', 'no recorded event proves the content of this delivery'],
  );
});

onEitherStore('an address, a tier and a release that somebody wrote get no event', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given, { tier: 'FREE' });
  await subscribe(desk, member);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  const forger = await Forger.at(desk.store);
  const [endpoint] = await forger.rowsOf('webhook_endpoints');
  const [workspace] = await forger.rowsOf('workspaces');
  const urls = () => sent.splice(0).map(({ url }) => url);

  // Before the event is put into the queue, and after.
  await forger.change('webhook_endpoints', endpoint!, { url: 'https://forger.example.org/' });
  await happen(desk);
  await deliver();
  assert.deepEqual(urls(), []);
  await forger.change('webhook_endpoints', endpoint!, endpoint!);
  await happen(desk);
  const genuine = (await fanOut(desk, '')) ?? 0;
  assert.equal(genuine, 1);
  await forger.change('webhook_endpoints', endpoint!, { url: 'https://forger.example.org/' });
  await deliver();
  assert.deepEqual(urls(), []);
  await forger.change('webhook_endpoints', endpoint!, endpoint!);
  await deliver();
  assert.deepEqual(urls(), [endpoint!.url]);

  // A workspace that was suspended stays so.
  await desk.store.transaction((writes) =>
    writes.updateTable('workspaces').set({ suspended_at: 1, suspended_reason: 'Unpaid.' }).execute(),
  );
  await forger.change('workspaces', workspace!, { suspended_at: null, suspended_reason: null });
  await happen(desk);
  await deliver();
  assert.deepEqual(urls(), []);

  // An endpoint of the forger's own.
  await forger.insert('webhook_endpoints', {
    ...endpoint!,
    id: 'forged',
    url: 'https://forger.example.org/',
  });
  await happen(desk);
  await deliver();
  assert.deepEqual(urls(), []);
});
