// Names and identifiers of a book, resolved over HTTP: what a call gets, what it costs, and who may call.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resolution } from '@rf-indicators/contract';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue } from '../http/customers.ts';
import { LIST, serveScores } from './served-scores.ts';

const { api, office, key, get, rowsOf } = await serveScores();
const all = await rowsOf();
const { withdrawn } = (await get(`${LIST}?include=withdrawn`)).json;

const call = (body: unknown, with_ = key) => api.call('POST', '/api/v1/resolve', { key: with_, body });
const resolve = async (...names: string[]): Promise<Resolution[]> => {
  const { status, json } = await call({ names });
  assert.equal(status, 200, JSON.stringify(json).slice(0, 300));
  return json.data;
};

test('each input is answered in its order, also twice', async () => {
  const [row] = all;
  const names = [
    row!.name,
    'ZZZZ00FERROCLINE0050',
    'Ferrocline Treasury Ltd',
    'Nobody Knows Them',
    row!.name,
  ];
  const found = await resolve(...names);
  assert.deepEqual(
    found.map(({ input }) => input),
    names,
  );
  assert.deepEqual(
    found.map(({ certainty, provider }) => [certainty, provider?.slug ?? null]),
    [
      ['exact', row!.slug],
      ['exact', 'ferrocline-treasury'],
      ['similar', null],
      ['none', null],
      ['exact', row!.slug],
    ],
  );
  assert.deepEqual(found[0]!.provider, {
    ...{ id: row!.id, slug: row!.slug, name: row!.name, state: 'published' },
  });
  assert.equal(found[1]!.matched_by, 'lei');
  assert.equal(found[2]!.candidates[0]!.slug, 'ferrocline-treasury');
  assert.match(
    found[2]!.why,
    /similar to the name Ferrocline Treasury \(\d+ %\)\. It may be another legal entity/,
  );
});

test('withdrawn providers resolve, and the answer says so', async () => {
  const [one] = withdrawn;
  const [found] = await resolve(one.name);
  assert.deepEqual([found!.certainty, found!.provider!.id], ['exact', one.id]);
  assert.equal(found!.provider!.state, 'withdrawn');
  assert.match(found!.why, /withdrawn/);
});

test('a former name resolves as such once it is one', async () => {
  const { desk, analyst } = office;
  const { id, name } = all.find(({ slug }) => slug === 'pennythrift')!;
  await renameProvider(desk, analyst, id, 'Farthingwell');
  await until('the new name resolves', async () => (await resolve('Farthingwell'))[0]!.provider?.id === id);
  const [found] = await resolve(name.toUpperCase());
  // Its slug is the former name once more.
  assert.equal(found!.provider!.name, 'Farthingwell');
  assert.equal(found!.matched_by, 'slug');
  await renameProvider(desk, analyst, id, 'Groatwell');
  await until('the newest name resolves', async () => (await resolve('Groatwell'))[0]!.provider?.id === id);
  const [former] = await resolve('farthingwell');
  assert.deepEqual([former!.certainty, former!.matched_by], ['former_or_other_name', 'former_name']);
});

test('a provider that was never published does not exist', async () => {
  const { db } = office.desk.store;
  const rows = await db
    .selectFrom('providers')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .leftJoin('provider_states', 'provider_states.provider_id', 'providers.id')
    .select(['providers.id', 'providers.slug', 'provider_versions.name'])
    .where('provider_states.provider_id', 'is', null)
    .execute();
  assert.ok(rows.length > 0, 'the demo has one');
  for (const { id, slug, name } of rows) {
    const found = await resolve(id, slug, name, `${name} Ltd`);
    assert.ok(found.every(({ provider }) => provider === null));
    assert.ok(!JSON.stringify(found.map(({ candidates }) => candidates)).includes(id), name);
  }
});

test('hostile texts are answered like any other', async () => {
  const names = [
    ...["'; drop table providers; --", '<script>alert(1)</script>', '\u202eekirtS', '\u0000'],
    ...['%', '_', ' ', '\n\t', '𝕊trike', 'a'.repeat(300), '{"kind":"lei"}', '__proto__', 'constructor'],
  ];
  const found = await resolve(...names);
  assert.ok(found.every(({ provider }) => provider === null));
  assert.equal((await call({ names: ['\ud800'] })).status, 400, 'no text at all');
});

test('bodies that are not a book are refused, and cost one place', async () => {
  for (const [body, status] of [
    [{}, 422],
    [{ names: [] }, 422],
    [{ names: [''] }, 422],
    [{ names: [1] }, 422],
    [{ names: ['a'.repeat(301)] }, 422],
    [{ names: ['Strike'], more: 1 }, 422],
    [{ names: Array(1001).fill('Strike') }, 422],
    [{ names: Array(900).fill('ä'.repeat(299)) }, 413],
  ] as const) {
    assert.equal((await call(body)).status, status, JSON.stringify(body).slice(0, 60));
  }
  assert.equal((await call({ names: Array(1000).fill('a'.repeat(250)) })).status, 200);
});

test('every hundred names take a place of the hour, all or none', async () => {
  const { key: own } = await issue(office, await customer(office, 'PROFESSIONAL'), { hourly_limit: 12 });
  const left = async (names: number) => {
    const { status, headers } = await call({ names: Array(names).fill('Strike') }, own);
    return [status, Number(headers['x-ratelimit-remaining'])];
  };
  assert.deepEqual(await left(1), [200, 11]);
  assert.deepEqual(await left(101), [200, 9]);
  assert.deepEqual(await left(1000), [429, 9], 'ten are not left, so none is taken');
  assert.deepEqual(await left(900), [200, 0]);
  const { key: small } = await issue(office, await customer(office, 'PROFESSIONAL'), { hourly_limit: 5 });
  const { status, json } = await call({ names: Array(600).fill('Strike') }, small);
  assert.deepEqual([status, json.errors[0].pointer], [422, '/names']);
});

test('a key needs the entitlement to scores', async () => {
  assert.equal((await call({ names: ['Strike'] }, api.keys.FREE)).status, 403);
  assert.equal((await call({ names: ['Strike'] }, api.keys.PROFESSIONAL)).status, 200);
  assert.equal((await api.call('POST', '/api/v1/resolve', { body: { names: ['Strike'] } })).status, 401);
});
