// The stream of live news: who may follow which workspace, for how long, and how many pages at a time.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { readInstantText } from '@rf-indicators/core/context/times';
import { epochNumbersIn } from '../../../../test/support/instants.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { MOST_PER_PERSON } from '../../src/console/live/streams.ts';
import { MINUTE, type Person, type Served, serveSmallStore } from './served.ts';

let served: Served;
let admin: Person;
let endpoint: string;

before(async () => {
  served = await serveSmallStore(wholeFile, { env: { RF_WEBHOOK_LOOPBACK: 'yes' } });
  admin = served.members.Acorn.contract_admin;
  const receiver = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cleanUp(wholeFile, () => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const added = await served.client.act('webhooks.add', { url }, { token: admin.token });
  assert.equal(added.status, 200, added.text);
  endpoint = added.json.id;
});

interface Following {
  status: number;
  headers: Headers;
  /** The next event; null at the end of the stream. Comments and retry times are skipped. */
  next(): Promise<{ event: string; data: string } | null>;
  close(): void;
}

async function follow(headers: Record<string, string>, path = '/console/events'): Promise<Following> {
  const abort = new AbortController();
  const response = await fetch(`${served.client.url}${path}`, { headers, signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<{ event: string; data: string } | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
        continue;
      }
      const found = /^event: (.*)\ndata: ?(.*)$/.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (found !== null) return { event: found[1]!, data: found[2]! };
    }
  };
  return { status: response.status, headers: response.headers, next, close: () => abort.abort() };
}

function sendTest(): Promise<unknown> {
  return served.client.act('webhooks.test', { endpoint, type: 'webhook.test' }, { token: admin.token });
}

test('a member sees the deliveries of their own workspace as they happen, and nobody else does', async () => {
  const { viewer } = served.members.Acorn;
  const own = await follow({ cookie: await served.sessionOf(viewer) });
  const other = await follow({ cookie: await served.sessionOf(served.members.Birch.viewer) });
  assert.equal(own.status, 200);
  assert.equal(own.headers.get('content-type'), 'text/event-stream');
  assert.equal(own.headers.get('cache-control'), 'private, no-store');
  assert.equal(own.headers.get('access-control-allow-origin'), null);
  const unheard = other.next();
  await sendTest();
  for (let status = ''; status !== 'delivered'; ) {
    const { event, data } = (await own.next())!;
    assert.equal(event, 'deliveries');
    const news = JSON.parse(data);
    assert.equal(news.more, false);
    assert.equal(news.data.length, 1);
    assert.deepEqual(epochNumbersIn(news), []);
    assert.notEqual(readInstantText(news.data[0].created_at), null);
    status = news.data[0].status;
  }
  const told = await Promise.race([unheard, new Promise((resolve) => setTimeout(resolve, 1500, 'nothing'))]);
  assert.equal(told, 'nothing');
  own.close();
  other.close();
  await unheard.catch(() => undefined);
});

test('a stream ends with its session, and does not keep it alive', async () => {
  const { db } = served.context.store;
  const { developer } = served.members.Acorn;
  const cookie = await served.sessionOf(developer, { idle: 5 * MINUTE, signedIn: 5 * MINUTE });
  const actingAs = developer.actingAs;
  const session = () =>
    db.selectFrom('user_sessions').selectAll().where('acting_as', '=', actingAs).executeTakeFirst();
  const stream = await follow({ cookie });
  assert.equal(stream.status, 200);
  // Opening the page was the last thing that the person did.
  const { updated_at } = (await session())!;
  await sendTest();
  assert.equal((await stream.next())!.event, 'deliveries');
  assert.equal((await session())!.updated_at, updated_at);
  await db.deleteFrom('user_sessions').where('acting_as', '=', actingAs).execute();
  for (let event = await stream.next(); event !== null; event = await stream.next())
    if (event.event !== 'deliveries') assert.deepEqual(event, { event: 'ended', data: '' });
});

test('nobody follows without a session of a member', async () => {
  const staff = await served.sessionOf(served.staff.operator);
  const refused = [
    [401, 'not_signed_in', {}],
    [401, 'not_signed_in', { authorization: `Bearer ${admin.token}` }],
    [401, 'invalid_token', { authorization: 'Bearer rf_member_x' }],
    [403, 'insufficient_role', { cookie: staff }],
  ] as const;
  for (const [status, code, headers] of refused) {
    const response = await fetch(`${served.client.url}/console/events`, { headers });
    assert.equal(response.status, status, code);
    assert.equal(((await response.json()) as { code: string }).code, code);
  }
});

test('a person follows with a few pages at a time', async () => {
  const cookie = await served.sessionOf(admin);
  const streams = await Promise.all(Array.from({ length: MOST_PER_PERSON }, () => follow({ cookie })));
  const ask = () => fetch(`${served.client.url}/console/events`, { headers: { cookie } });
  const refused = await ask();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '30');
  const { detail } = (await refused.json()) as { detail: string };
  assert.match(detail, /^At most 4 pages/);
  for (const stream of streams) stream.close();
  for (;;) {
    const again = await ask();
    await again.body!.cancel();
    if (again.status === 200) break;
  }
});

test('staff are told that something at the desk changed, and what colleagues have open', async () => {
  const { analyst, operator } = served.staff;
  const cookie = await served.sessionOf(operator);
  const stream = await follow({ cookie }, '/console/desk/events');
  assert.equal(stream.status, 200);
  assert.equal((await stream.next())!.event, 'began');
  const act = await served.client.act(
    'configurations.record',
    { name: 'live', settings: {} },
    { token: operator.token },
  );
  assert.equal(act.status, 200, act.text);
  assert.deepEqual(await stream.next(), { event: 'moved', data: 'desk' });
  const present = async (query: string, headers: Record<string, string>) => {
    const url = `${served.client.url}/console/desk/presence?${query}`;
    const response = await fetch(url, { method: 'POST', headers });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  const other = { cookie: await served.sessionOf(analyst), origin: served.client.url };
  assert.deepEqual(await present('tab=1&page=approvals&row=abc', other), [200, undefined]);
  const opened = { staff_id: analyst.id, name: analyst.name, page: 'approvals', row_id: 'abc' };
  assert.deepEqual(await stream.next(), { event: 'presence', data: JSON.stringify([opened]) });
  assert.deepEqual(await present('tab=1&page=approvals', other), [200, undefined]);
  assert.deepEqual(await stream.next(), { event: 'presence', data: '[]' });
  stream.close();

  const member = await served.sessionOf(admin);
  assert.deepEqual(await present('tab=1&page=x', { ...other, origin: 'https://elsewhere.example' }), [
    403,
    'foreign_origin',
  ]);
  assert.deepEqual(await present('tab=1&page=x', { ...other, cookie: member }), [403, 'insufficient_role']);
  assert.deepEqual(await present('page=x', other), [400, 'invalid_parameter']);
  assert.deepEqual(await present(`tab=1&page=x&row=${'y'.repeat(101)}`, other), [400, 'invalid_parameter']);
  assert.deepEqual(await present('tab=1&page=x', {}), [401, 'not_signed_in']);
  assert.equal((await follow({ cookie: member }, '/console/desk/events')).status, 403);
});
