// What a workspace is told of an endpoint that the service disabled, and that nobody else is told.

import assert from 'node:assert/strict';
import { WEBHOOK_EVENTS } from '@rf-indicators/contract';
import type { Member } from '@rf-indicators/core/accounts/members';
import { listNotices } from '@rf-indicators/core/accounts/notices';
import { disableEndpoint, enableEndpoint } from '@rf-indicators/core/webhooks/endpoint-state';
import { sendTest } from '@rf-indicators/core/webhooks/test-events';
import { Check } from 'typebox/value';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { plainBytes } from '../../src/rendering/body.ts';
import { readEvents } from '../../src/rendering/events/event-list.ts';
import { testEventRenderer } from '../../src/rendering/events/test-event.ts';
import { fakeDelivery, happen, response, type Sent, subscribe } from './subscribers.ts';

const TYPE = 'webhook.endpoint_disabled';

function bodiesOf(sent: readonly Sent[], host: string) {
  return sent.flatMap(({ url, body }) => (new URL(url).host === host ? [JSON.parse(body.toString())] : []));
}

onEitherStore('the other endpoints of the workspace are told, and nobody else', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { db } = desk.store;
  const { member } = await claimed(given);
  const { member: stranger } = await claimed(given, { name: 'Birch' });
  const at = (who: Member, host: string, more: { event_types?: string[]; providers?: string[] } = {}) =>
    subscribe(desk, who, { url: `https://${host}/hook`, ...more });
  const gone = await at(member, 'gone.example.org');
  await at(member, 'told.example.org');
  await at(member, 'not-subscribed.example.org', { event_types: ['issuance.new'] });
  const off = await at(member, 'off.example.org');
  await disableEndpoint(desk, member, off.id);
  const other = await at(stranger, 'stranger.example.org');
  await at(stranger, 'only-this.example.org', { event_types: [TYPE] });
  const answer = ({ url }: { url: string }) => response(url.startsWith('https://gone.') ? 410 : 200);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, answer);
  await happen(desk);
  await deliver();
  await deliver();

  const news = bodiesOf(sent, 'told.example.org').filter(({ type }) => type === TYPE);
  assert.equal(news.length, 1);
  assert.ok(Check(WEBHOOK_EVENTS[TYPE], news[0]), JSON.stringify(news[0]));
  assert.equal(news[0].workspace_id, member.workspace.id);
  const { endpoint_id, host, disabled_because, waiting_deliveries } = news[0].data;
  assert.deepEqual(
    [endpoint_id, host, disabled_because, waiting_deliveries],
    [gone.id, 'gone.example.org', 'gone', 1],
  );
  assert.equal(new Date(news[0].data.disabled_at).getTime(), desk.now);
  const toldTypes = (name: string) => bodiesOf(sent, name).map(({ type }) => type);
  assert.deepEqual(toldTypes('not-subscribed.example.org'), ['issuance.new']);
  assert.deepEqual(toldTypes('stranger.example.org'), ['issuance.new']);
  assert.deepEqual(toldTypes('only-this.example.org'), []);
  assert.equal((await listNotices(db, member.workspace.id)).length, 1);
  assert.equal((await listNotices(db, stranger.workspace.id)).length, 0);

  // Written with the disabling, and about that workspace alone.
  const rows = await db.selectFrom('events').selectAll().where('type', '=', TYPE).execute();
  assert.deepEqual(
    rows.map(({ workspace_id, provider_id }) => [workspace_id, provider_id]),
    [[member.workspace.id, null]],
  );
  const messages = await db
    .selectFrom('webhook_messages')
    .select(['workspace_id', 'body'])
    .where('type', '=', TYPE)
    .execute();
  assert.deepEqual(
    messages.map(({ workspace_id }) => workspace_id),
    [member.workspace.id],
  );

  // An endpoint that was off is told when it is enabled; the one that it is about never is.
  sent.length = 0;
  await enableEndpoint(desk, member, off.id);
  await enableEndpoint(desk, member, gone.id);
  await deliver();
  assert.deepEqual(toldTypes('off.example.org').sort(), ['issuance.new', TYPE]);
  assert.deepEqual(
    toldTypes('gone.example.org').filter((type) => type === TYPE),
    [],
  );

  // Tests and reads do not tell either: a stranger's test is a sample, and their list has no such event.
  sent.length = 0;
  await sendTest(desk, stranger, other.id, TYPE, testEventRenderer(''));
  await deliver();
  const [sample] = bodiesOf(sent, 'stranger.example.org');
  assert.equal(sample.data.endpoint_id, '00000000-0000-7000-8000-000000000004');
  assert.ok(
    !JSON.stringify(sample).includes(gone.id) && !JSON.stringify(sample).includes('gone.example.org'),
  );
  const read = async (workspaceId: string) => {
    const query = { workspaceId, isEntitled: true, after: 0, types: [TYPE] as const, limit: 100 };
    const body = await readEvents(db, query, { disclosure: '', cursorAfter: String });
    return JSON.parse(Buffer.from(plainBytes(body)).toString()).data.length;
  };
  assert.deepEqual([(await read(member.workspace.id)) > 0, await read(stranger.workspace.id)], [true, 0]);
});

onEitherStore('a disabling that is rolled back and repeated is told once', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member, { url: 'https://gone.example.org/hook' });
  await happen(desk);
  let ids = 0;
  // The notice, the event and the audit record get an id each: the transaction fails after the event was written.
  const newId = () => {
    ids += 1;
    if (ids === 3) throw new Error('no ids left');
    return desk.newId();
  };
  const errors: unknown[] = [];
  const context = { ...desk, newId, clock: () => desk.now };
  const { deliver } = fakeDelivery(context, masterKey, t, () => response(410), {
    onError: (error) => errors.push(error),
  });
  await deliver();
  assert.equal(errors.length, 1);
  const { db } = desk.store;
  const events = await db.selectFrom('events').select('type').where('type', '=', TYPE).execute();
  const endpoints = await db.selectFrom('webhook_endpoints').select('disabled_because').execute();
  const notices = await listNotices(db, member.workspace.id);
  assert.deepEqual([events.length, endpoints[0]!.disabled_because, notices.length], [1, 'gone', 1]);
});
