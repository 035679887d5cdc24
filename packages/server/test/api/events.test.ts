// GET /api/v1/events: everything in order and nothing twice, in the form of webhooks, and only for its own workspace.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES, WEBHOOK_EVENTS } from '@rf-indicators/contract';
import { setTier } from '@rf-indicators/core/accounts/workspaces';
import { writeWorkspaceEvent } from '@rf-indicators/core/events/write-event';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { desk } = office;
const EVENTS = '/api/v1/events';

interface Listed {
  id: string;
  type: keyof typeof WEBHOOK_EVENTS;
  workspace_id: string;
  data: { sequence: number; detail?: object; host?: string };
}

async function allOf(key: string, query = ''): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ''; ; ) {
    const { status, json } = await api.get(`${EVENTS}?limit=40${query}${cursor}`, key);
    assert.equal(status, 200, JSON.stringify(json));
    all.push(...json.data);
    if (json.next_cursor === null) return all;
    cursor = `&cursor=${json.next_cursor}`;
  }
}

async function keyOf(tier: 'FREE' | 'ENTERPRISE') {
  const member = await customer(office, 'ENTERPRISE');
  const { key } = await issue(office, member, { tier });
  await until('the key is known', async () => (await api.get('/api/v1/issuances', key)).status === 200);
  return { key, member };
}

const stored = (types: readonly string[]) =>
  desk.store.db
    .selectFrom('events')
    .select('seq')
    .where('type', 'in', types as never)
    .where('workspace_id', 'is', null)
    .orderBy('seq')
    .execute()
    .then((rows) => rows.map(({ seq }) => seq));

test('pages hold every event of the default types once, in order, in the form of webhooks', async () => {
  const { key, member } = await keyOf('ENTERPRISE');
  const all = await allOf(key);
  assert.ok(all.length > 40, 'more than a page');
  assert.deepEqual(
    all.map(({ data }) => data.sequence),
    await stored(DEFAULT_EVENT_TYPES),
  );
  for (const event of all) {
    const schema: TSchema = WEBHOOK_EVENTS[event.type];
    assert.deepEqual([...Errors(schema, event)], [], event.type);
    assert.equal(event.workspace_id, member.workspace.id);
    assert.ok(!('test' in event));
  }
  assert.ok(
    all.some(({ data }) => data.detail !== undefined),
    'the tier includes scores',
  );
  const middle = all[17]!.data.sequence;
  const { json } = await api.get(`${EVENTS}?after=${middle}&limit=3`, key);
  assert.deepEqual(
    json.data.map(({ id }: Listed) => id),
    all.slice(18, 21).map(({ id }) => id),
  );
  assert.equal(json.next_after, all[20]!.data.sequence);
});

test('opt-in types are returned only if they are asked for', async () => {
  const { key } = await keyOf('ENTERPRISE');
  const asked = await allOf(key, '&types=score.drifted,score.renewed');
  assert.ok(asked.length > 0);
  assert.deepEqual(
    asked.map(({ data }) => data.sequence),
    await stored(['score.drifted', 'score.renewed']),
  );
  const every = await allOf(key, `&types=${SUBSCRIBABLE_EVENT_TYPES.join()}`);
  assert.deepEqual(
    every.map(({ data }) => data.sequence),
    await stored(SUBSCRIBABLE_EVENT_TYPES),
  );
  for (const query of ['types=webhook.test', 'types=', 'after=-1', 'limit=101', 'cursor=x', 'since=1']) {
    const { status, json } = await api.get(`${EVENTS}?${query}`, key);
    assert.deepEqual([status, json.code], [400, 'invalid_parameter'], query);
  }
});

test('any key may read, and only tiers with scores get the detail', async () => {
  assert.equal((await api.get(EVENTS)).status, 401);
  const { key, member } = await keyOf('FREE');
  const { key: paid } = await issue(office, member, { tier: 'PROFESSIONAL' });
  const free = await allOf(key);
  assert.deepEqual(
    free.filter(({ data }) => data.detail !== undefined),
    [],
  );
  await until('the key is known', async () => (await api.get(EVENTS, paid)).status === 200);
  const withDetail = async () => (await allOf(paid)).some(({ data }) => data.detail !== undefined);
  assert.ok(await withDetail(), 'the same workspace, another key');
  assert.equal((await allOf(key)).length, free.length);
  await setTier(desk, office.operator, member.workspace.id, 'FREE');
  await until('the workspace is downgraded', async () => !(await withDetail()));
});

test('after an empty page nothing that happens later is missed', async () => {
  const { key } = await keyOf('FREE');
  const last = (await allOf(key)).at(-1)!.data.sequence;
  const { json } = await api.get(`${EVENTS}?after=${last}`, key);
  assert.deepEqual([json.data, json.next_cursor], [[], null]);
  assert.ok(json.next_after >= last);
  const { json: far } = await api.get(`${EVENTS}?after=999999999`, key);
  assert.deepEqual([far.data, far.next_after], [[], 999999999]);
});

test('a response is cached by its key alone, and its ETag holds until something happens', async () => {
  const { key } = await keyOf('ENTERPRISE');
  const { key: other } = await keyOf('ENTERPRISE');
  const { headers } = await api.get(`${EVENTS}?limit=2`, key);
  assert.equal(headers['cache-control'], 'private, no-cache');
  assert.match(String(headers.vary), /x-api-key/);
  const etag = String(headers.etag);
  assert.equal((await api.get(`${EVENTS}?limit=2`, key, { 'if-none-match': etag })).status, 304);
  const others = await api.get(`${EVENTS}?limit=2`, other, { 'if-none-match': etag });
  assert.equal(others.status, 200, 'another workspace has another body');
});

test('an event about one workspace is read by its keys and by no others', async () => {
  const [mine, theirs] = [await keyOf('FREE'), await keyOf('ENTERPRISE')];
  const before = (await api.get(`${EVENTS}?after=999999`, theirs.key)).json;
  assert.deepEqual(before.data, []);
  const all = `types=${SUBSCRIBABLE_EVENT_TYPES.join()}`;
  const newest = (await allOf(theirs.key, `&${all}`)).at(-1)!.data.sequence;
  await desk.store.transaction((writes) =>
    writeWorkspaceEvent(desk, writes, 'webhook.endpoint_disabled', mine.member.workspace.id, {
      endpoint_id: '00000000-0000-7000-8000-00000000aaaa',
      host: 'private.example.org',
      disabled_because: 'gone',
      disabled_at: '2026-04-26T12:00:05Z',
      failing_since: null,
      waiting_deliveries: 0,
    }),
  );
  const found = await api.get(`${EVENTS}?after=${newest}&${all}`, mine.key);
  assert.equal(found.json.data.at(-1).data.host, 'private.example.org');
  for (const query of ['', '&types=webhook.endpoint_disabled', `&${all}`]) {
    const { text, json } = await api.get(`${EVENTS}?after=${newest}${query}`, theirs.key);
    assert.deepEqual([json.data, text.includes('private.example.org')], [[], false], query);
    const hidden = found.json.data.at(-1).data.sequence;
    assert.ok(json.next_after < hidden, 'not even that there was one');
  }
  for (const path of ['/api/public/changelog', '/feeds/changelog.atom', '/feeds/changelog.json']) {
    assert.ok(!(await api.get(path)).text.includes('private.example.org'), path);
  }
});
