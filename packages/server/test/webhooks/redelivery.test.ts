// Deliveries are recorded as sent, can be redelivered, and are deleted after 30 days.

import assert from 'node:assert/strict';
import { listNotices } from '@rf-indicators/core/accounts/notices';
import { findDelivery, listDeliveries } from '@rf-indicators/core/webhooks/deliveries';
import { disableEndpoint, enableEndpoint } from '@rf-indicators/core/webhooks/endpoint-state';
import { countRedeliverable, redeliverOne, redeliverSince } from '@rf-indicators/core/webhooks/redelivery';
import { RETRY_DELAYS_MS } from '@rf-indicators/core/webhooks/schedule';
import { sendTest } from '@rf-indicators/core/webhooks/test-events';
import { attemptsSince } from '@rf-indicators/core/webhooks/timeline';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { actions, claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { testEventRenderer } from '../../src/rendering/events/test-event.ts';
import { deleteOldDeliveries } from '../../src/webhooks/queue/retention.ts';
import { deliveriesOf, fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const DAY = 24 * 60 * 60 * 1000;

onEitherStore('the timeline shows each request and response as they were', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  const { member: stranger } = await claimed(given, { name: 'Birch' });
  const { id: endpointId, url } = await subscribe(desk, member);
  const [eventId] = await happen(desk);
  const answers = [
    response(503, { headers: { 'retry-after': '60' }, body: 'busy\0' }),
    response(null, { error: 'no response within 15 s', hung: true }),
    response(204),
  ];
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => answers.shift()!);
  const begun = desk.now;
  for (const wait of [0, 60_000, 300_000]) {
    desk.now += wait;
    await deliver();
  }
  const { db } = desk.store;
  const [listed] = await listDeliveries(db, member.workspace.id);
  const delivery = await findDelivery(db, member.workspace.id, listed!.id);
  assert.deepEqual(
    [delivery.event_id, delivery.endpoint_id, delivery.status],
    [eventId, endpointId, 'delivered'],
  );
  assert.equal(delivery.body, sent[0]!.body.toString());
  assert.deepEqual(
    delivery.attempts.map(({ started_at, code, error, response_body }) => [
      started_at,
      code,
      error,
      response_body,
    ]),
    [
      [begun, 503, null, 'busy\ufffd'],
      [begun + 60_000, null, 'no response within 15 s', null],
      [begun + 360_000, 204, null, ''],
    ],
  );
  for (const [index, attempt] of delivery.attempts.entries()) {
    assert.deepEqual(attempt.request_headers, sent[index]!.headers);
    assert.equal(attempt.url, url);
  }
  assert.deepEqual(delivery.attempts[0]!.response_headers, { 'retry-after': '60' });
  assert.equal((await attemptsSince(db, member.workspace.id, begun + 1)).length, 2);
  assert.equal((await attemptsSince(db, stranger.workspace.id, 0)).length, 0);
  await assert.rejects(findDelivery(db, stranger.workspace.id, listed!.id), /has no delivery/);
  assert.deepEqual(await listDeliveries(db, stranger.workspace.id), []);
});

onEitherStore('one is redelivered, or all since an instant, under the same ids', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  const { member: stranger } = await claimed(given, { name: 'Birch' });
  const { id: endpoint } = await subscribe(desk, member);
  let code = 200;
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => response(code));
  const early = await happen(desk, 2);
  await deliver();
  desk.now += DAY;
  code = 500;
  const late = await happen(desk, 2);
  const since = desk.now;
  for (const delay of [0, ...RETRY_DELAYS_MS]) {
    desk.now += delay;
    await deliver();
  }
  const { db } = desk.store;
  const { id: workspace } = member.workspace;
  assert.equal((await listDeliveries(db, workspace, { status: 'exhausted' })).length, 2);
  assert.equal((await listDeliveries(db, workspace, { since })).length, 2);
  assert.equal(
    (await listDeliveries(db, workspace, { type: 'issuance.new', endpointId: endpoint }, { limit: 3 }))
      .length,
    3,
  );
  assert.equal((await listDeliveries(db, workspace, { event_id: late[0]! })).length, 1);
  await sendTest(desk, member, endpoint, 'webhook.test', testEventRenderer(''));
  await deliver();

  code = 200;
  desk.now += 1000;
  sent.length = 0;
  const [one] = await listDeliveries(db, workspace, { event_id: late[0]! });
  await assert.rejects(redeliverOne(desk, stranger, one!.id), /has no delivery/);
  await redeliverOne(desk, member, one!.id);
  await deliver();
  assert.deepEqual(
    sent.map(({ headers }) => headers['webhook-id']),
    [late[0]],
  );
  assert.equal((await findDelivery(db, workspace, one!.id)).attempts.length, 11);

  sent.length = 0;
  assert.equal(await redeliverSince(desk, member, { endpoint, since, only_failed: true }), 1);
  await deliver();
  assert.deepEqual(
    sent.map(({ headers }) => headers['webhook-id']),
    [late[1]],
  );
  sent.length = 0;
  assert.equal(await redeliverSince(desk, member, { endpoint, since: 0 }), 4);
  await deliver();
  assert.deepEqual(
    sent.map(({ headers }) => headers['webhook-id']).sort(),
    [...early, ...late].sort(),
    'tests are left out',
  );
  assert.equal((await deliveriesOf(desk)).length, 5);
  await disableEndpoint(desk, member, endpoint);
  await assert.rejects(redeliverSince(desk, member, { endpoint, since: 0 }), /The endpoint is disabled/);
  assert.equal((await actions(given)).filter((action) => action === 'webhook.redelivered').length, 3);
});

onEitherStore(
  'deliveries are kept for 30 days; those still waiting are then cancelled, with a notice',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk, masterKey } = given;
    const { member } = await claimed(given);
    const { id } = await subscribe(desk, member);
    const { deliver } = fakeDelivery(desk, masterKey, t);
    await happen(desk, 2);
    await deliver();
    await disableEndpoint(desk, member, id);
    await happen(desk, 3);
    await deliver();
    desk.now += 30 * DAY;
    assert.equal(await deleteOldDeliveries(desk), 0);
    await happen(desk, 1);
    await deliver();
    desk.now += 1;
    assert.equal(await deleteOldDeliveries(desk), 5);
    assert.equal(await deleteOldDeliveries(desk), 0);
    const left = await listDeliveries(desk.store.db, member.workspace.id);
    assert.deepEqual(
      left.map(({ status }) => status),
      ['waiting'],
    );
    const notices = await listNotices(desk.store.db, member.workspace.id);
    assert.deepEqual(
      notices.map(({ kind: what }) => what),
      ['webhook.expired'],
    );
    assert.match(
      notices[0]!.message,
      /^3 deliveries to a webhook endpoint were not completed within 30 days/,
    );
    assert.equal((await desk.store.db.selectFrom('webhook_attempts').selectAll().execute()).length, 0);
  },
);

onEitherStore(
  'deliveries that were resumed too late to finish their schedule are cancelled, with a notice',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk, masterKey } = given;
    const { member } = await claimed(given);
    const { id } = await subscribe(desk, member);
    const { deliver, sent } = fakeDelivery(desk, masterKey, t, () => response(503));
    await disableEndpoint(desk, member, id);
    await happen(desk, 1);
    await deliver();
    desk.now += 30 * DAY - 1000;
    assert.equal(await enableEndpoint(desk, member, id), 1);
    await deliver();
    assert.equal(sent.length, 1);
    desk.now += 2000;
    assert.equal(await deleteOldDeliveries(desk), 1);
    const [notice] = await listNotices(desk.store.db, member.workspace.id);
    assert.match(notice!.message, /^1 delivery to a webhook endpoint was not completed/);
  },
);

onEitherStore(
  'a delivery that waits for its next attempt is sent now, and counted first',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk, masterKey } = given;
    const { member } = await claimed(given);
    const { member: stranger } = await claimed(given, { name: 'Birch' });
    const { id: endpoint } = await subscribe(desk, member);
    let code = 500;
    const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => response(code));
    const early = await happen(desk, 1);
    for (const delay of [0, ...RETRY_DELAYS_MS]) {
      desk.now += delay;
      await deliver();
    }
    desk.now += DAY;
    const since = desk.now;
    const [first, second] = await happen(desk, 2);
    for (const delay of [0, 10_000]) {
      desk.now += delay;
      await deliver();
    }
    const { db } = desk.store;
    const { id: workspace } = member.workspace;
    const [waiting] = await listDeliveries(db, workspace, { event_id: first! });
    assert.deepEqual([waiting!.status, waiting!.tries], ['pending', 2]);
    assert.ok(waiting!.next_try_at! > desk.now + 60_000, 'its next attempt is minutes away');

    // One of them: it arrives at once, and counts no more.
    code = 200;
    sent.length = 0;
    await assert.rejects(redeliverOne(desk, stranger, waiting!.id), /has no delivery/);
    await redeliverOne(desk, member, waiting!.id);
    await deliver();
    assert.deepEqual(
      sent.map(({ headers }) => headers['webhook-id']),
      [first],
    );

    const failed = { endpoint, since: 0, only_failed: true };
    const counted = { deliveries: 2, by_status: { exhausted: 1, pending: 1 } };
    assert.deepEqual(await countRedeliverable(desk, workspace, failed), counted);
    assert.deepEqual(await countRedeliverable(desk, workspace, failed), counted, 'counting changes nothing');
    assert.equal((await countRedeliverable(desk, workspace, { ...failed, since })).deliveries, 1);
    assert.equal(
      (await countRedeliverable(desk, workspace, { ...failed, only_failed: false })).deliveries,
      3,
    );
    await assert.rejects(
      countRedeliverable(desk, stranger.workspace.id, failed),
      /No endpoint of the workspace/,
    );
    sent.length = 0;
    assert.equal(await redeliverSince(desk, member, failed), counted.deliveries);
    assert.deepEqual(
      await countRedeliverable(desk, workspace, failed),
      { deliveries: 0, by_status: {} },
      'what is due now is sent anyway',
    );
    await deliver();
    assert.deepEqual(sent.map(({ headers }) => headers['webhook-id']).sort(), [...early, second].sort());
    const acts = await db.selectFrom('audit').select('after').where('action', '=', 'webhook.redelivered');
    const [one, many] = (await acts.orderBy('seq').execute()).map(({ after }) => JSON.parse(after!));
    assert.deepEqual(one, { delivery: waiting!.id, was: 'pending' });
    assert.deepEqual(many, { since: 0, only_failed: true, deliveries: 2 });
  },
);

onEachStore('a delivery that is being sent is not sent a second time beside it', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  const { id: endpoint } = await subscribe(desk, member);
  const taken = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, async () => {
    taken.resolve();
    await answered.promise;
    return response(200);
  });
  await happen(desk, 1);
  const delivering = deliver();
  await taken.promise;
  const [delivery] = await listDeliveries(desk.store.db, member.workspace.id);
  await assert.rejects(redeliverOne(desk, member, delivery!.id), /is being sent right now/);
  assert.equal(await redeliverSince(desk, member, { endpoint, since: 0 }), 0);
  answered.resolve();
  await delivering;
  assert.equal(sent.length, 1);
});
