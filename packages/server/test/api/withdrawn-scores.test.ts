// What a caller sees when a score is published, renamed or withdrawn. The tests stand in the order of a story: what is
// withdrawn in the first is looked at in the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { exactJson } from '../http/exact.ts';
import { publishValue, withdraw } from '../http/newsroom.ts';
import { byName, idsOf, LIST, ORDERS, type Row, serveScores } from './served-scores.ts';

const { api, office, key, get, rowsOf, historyOf, seen } = await serveScores();

test('what was served before a publication, a renaming and a withdrawal is served again for that instant', async () => {
  const rows = await rowsOf();
  const [changing, ending] = [
    rows.find(({ slug }) => slug === 'cobaltine-markets')!,
    rows.find(({ slug }) => slug === 'pennythrift')!,
  ];
  const served = exactJson((await get(LIST)).text);
  const snapshots = new Map<string, string>();
  for (const { id } of rows) snapshots.set(id, (await get(`${LIST}/${id}`)).text);
  const firstPage = (await get(`${LIST}?limit=4&sort=name`)).json;
  const byScore = (await get(`${LIST}?limit=${rows.length - 1}&sort=-final_score`)).json;
  const warm = `${LIST}?limit=9&sort=-name`;
  await get(warm);
  assert.equal((await get(warm)).json.cached, true);
  const then = new Date().toISOString();

  const published = await publishValue(office, changing.slug, 'equity_ratio', '11.50');
  await renameProvider(office.desk, office.analyst, changing.id, 'Cobaltine Renamed');
  await withdraw(office, ending.id, 'A test has ended it.');
  await seen(changing.id, published);
  await until(
    'the withdrawal is served',
    async () => (await api.get(`${LIST}/${ending.id}`, key)).status === 404,
  );
  await until('the new name is served', async () =>
    (await rowsOf()).some(({ name }) => name === 'Cobaltine Renamed'),
  );

  assert.equal((await get(warm)).json.cached, false, 'what was kept is forgotten with a publication');
  const again = exactJson((await get(`${LIST}?as_of=${then}`)).text);
  assert.deepEqual(again.data, served.data);
  for (const [id, text] of snapshots) {
    const { as_of, ...past } = exactJson((await get(`${LIST}/${id}?as_of=${then}`)).text);
    assert.equal(Date.parse(as_of), Date.parse(then));
    assert.deepEqual(past, exactJson(text), id);
  }

  const now = await rowsOf();
  const rest = await rowsOf(`?limit=1000&sort=name&cursor=${firstPage.next_cursor}`);
  const last = firstPage.data.at(-1) as Row;
  assert.deepEqual(
    rest,
    now.filter((row) => byName(row, last) > 0),
    'a cursor from before goes on after the row that it names',
  );
  const lastByScore = byScore.data.at(-1) as Row;
  assert.deepEqual(
    await rowsOf(`?limit=1000&sort=-final_score&cursor=${byScore.next_cursor}`),
    now
      .filter((row) => ORDERS['-final_score']!(row, lastByScore) > 0)
      .toSorted((a, b) => ORDERS['-final_score']!(a, b)),
  );
  const latest = (await get(`${LIST}/${changing.id}/changes`)).json;
  const { previous } = (await get(`${LIST}/${changing.id}`)).json;
  assert.deepEqual(
    [latest.from.verification_id, latest.to.verification_id],
    [previous.verification_id, published],
  );
  assert.equal(latest.from.final_score, changing.final_score);
  const values = latest.parts.filter(({ kind }: { kind: string }) => kind === 'value');
  assert.deepEqual(
    values.map(({ criterion_id, after }: Record<string, string>) => [criterion_id, after]),
    [['equity_ratio', '11.50 percent']],
  );
});

test('a withdrawn indicator leaves every list, says when and why, and stays proved', async () => {
  const current = new Set(idsOf(await rowsOf()));
  // What was reinstated later has an indicator again.
  const entries = (await get('/api/public/changelog?limit=1000&kinds=withdrawal')).json.data.filter(
    ({ provider_id }: { provider_id: string }) => !current.has(provider_id),
  );
  assert.ok(entries.length >= 2, 'the one of the demo and the one of this test');
  for (const { provider_id, verification_id, changed_at, previous_score } of entries) {
    for (const path of [LIST, `${LIST}?limit=1000&sort=final_score`, '/api/public/scores']) {
      assert.ok(!idsOf((await get(path)).json.data).includes(provider_id), path);
    }
    const gone = await api.get(`${LIST}/${provider_id}`, key);
    assert.deepEqual([gone.status, gone.json.code], [404, 'indicator_withdrawn']);
    const { state, followed_by } = (await get(`/api/public/verify/${verification_id}`)).json;
    assert.deepEqual([state, followed_by.withdrawal.withdrawn_at], ['withdrawn', changed_at]);
    assert.ok(gone.json.detail.includes(changed_at), gone.json.detail);
    assert.ok(gone.json.detail.includes(followed_by.withdrawal.reason.replace(/\.$/, '')), gone.json.detail);
    assert.doesNotMatch(gone.json.detail, /\.\.$/);
    const { name, slug: ownSlug } = (await findProvider(office.desk.store.db, provider_id))!;
    const withdrawn = {
      ...{ id: provider_id, slug: ownSlug, name, withdrawn_at: changed_at },
      ...{ reason: followed_by.withdrawal.reason, verification_id },
    };
    for (const path of [provider_id, ownSlug, `${ownSlug}/peers`, `${ownSlug}?as_of=${changed_at}`]) {
      const { status, json } = await api.get(`${LIST}/${path}`, key);
      const { id, slug, name, withdrawn_at, reason, verification_id } = json;
      assert.deepEqual([status, json.code], [404, 'indicator_withdrawn'], path);
      assert.deepEqual({ id, slug, name, withdrawn_at, reason, verification_id }, withdrawn, path);
    }
    const list = (await get(`${LIST}?include=withdrawn`)).json.withdrawn;
    assert.deepEqual(
      list.find(({ id }: { id: string }) => id === provider_id),
      withdrawn,
    );
    const justBefore = new Date(Date.parse(changed_at) - 1).toISOString();
    const before = (await get(`${LIST}?include=withdrawn&as_of=${justBefore}`)).json;
    assert.ok(!idsOf(before.withdrawn).includes(provider_id), 'it was not withdrawn yet');
    const { data } = (await get(`/api/v1/computation/${verification_id}`)).json;
    assert.equal(Number(data.statement.final_score), previous_score);
    assert.equal((await historyOf(provider_id))[0]!.state, 'withdrawn');
    assert.equal((await get(`${LIST}/${provider_id}/changes`)).json.to.verification_id, verification_id);
    assert.match((await get(`/badges/${ownSlug}.svg`)).text, /withdrawn/i);
  }
});

test('withdrawn providers are listed beside the rows, which stay the same', async () => {
  const { withdrawn, cached: _, ...list } = (await get(`${LIST}?include=withdrawn`)).json;
  const { cached: __, ...without } = (await get(LIST)).json;
  assert.deepEqual(list, without);
  assert.ok(withdrawn.length >= 2);
  assert.deepEqual(withdrawn, withdrawn.toSorted(byName));
  const rows = new Set(idsOf(list.data));
  assert.ok(idsOf(withdrawn).every((id) => !rows.has(id)));

  const first = (await get(`${LIST}?include=withdrawn,rf_decision_object&limit=1`)).json;
  const second = (await get(`${LIST}?include=withdrawn&limit=1&cursor=${first.next_cursor}`)).json;
  assert.deepEqual([first.withdrawn, second.withdrawn], [withdrawn, withdrawn], 'complete on every page');
  assert.ok(first.data[0].rf_decision_object);
  assert.ok(!('rf_decision_object' in second.data[0]));

  const byType: string[] = [];
  for (const type of ['btc', 'fiat', 'stablecoin']) {
    byType.push(...idsOf((await get(`${LIST}?include=withdrawn&planner_type=${type}`)).json.withdrawn));
  }
  assert.deepEqual(byType.toSorted(), idsOf(withdrawn).toSorted());
  const low = (await get(`${LIST}?include=withdrawn&risk_band=LOW`)).json;
  assert.deepEqual(low.withdrawn, withdrawn, 'a withdrawn provider has no band');
  assert.ok(!('withdrawn' in (await get(LIST)).json));

  const decisions = await api.get(`${LIST}?include=withdrawn,rf_decision_object`, key);
  assert.deepEqual([decisions.status, decisions.json.errors[0].parameter], [400, 'limit']);
  const unknown = await api.get(`${LIST}?include=retired`, key);
  assert.deepEqual([unknown.status, unknown.json.errors[0].parameter], [400, 'include']);
});

test('never scored, withdrawn and unknown are three answers', async () => {
  const { withdrawn } = (await get(`${LIST}?include=withdrawn`)).json;
  const { db } = office.desk.store;
  const id = office.desk.newId();
  await db
    .insertInto('providers')
    .values({ id, slug: 'never-scored-lending', created_at: 1, retired_at: null })
    .execute();
  await db
    .insertInto('provider_versions')
    .values({
      ...{ provider_id: id, version: 1, recorded_at: 1, recorded_by: office.analyst.id },
      ...{ name: 'Never Scored Lending', aliases: '[]', subtype: 'cefi', website: null },
    })
    .execute();
  for (const below of ['', '/peers']) {
    const codes = ['never-scored-lending', withdrawn[0].slug, 'no-such-provider'].map(
      async (slug) => (await api.get(`${LIST}/${slug}${below}`, key)).json.code,
    );
    assert.deepEqual(await Promise.all(codes), [
      'indicator_not_found',
      'indicator_withdrawn',
      'provider_not_found',
    ]);
  }
});
