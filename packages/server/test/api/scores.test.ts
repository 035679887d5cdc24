// What a caller sees of current scores: lists and single indicators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSlug, renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { exactJson, sum, type Written } from '../http/exact.ts';
import { byName, idsOf, LIST, ORDERS, type Row, serveScores } from './served-scores.ts';

const { api, office, key, get, rowsOf, refusedParameter } = await serveScores();

const opening = await rowsOf();

test('names are sorted by code point, and the same name twice by id', async () => {
  const { desk, analyst } = office;
  // By halves of pairs the face would come first; by code points it is behind the halfwidth square.
  await renameProvider(desk, analyst, opening[0]!.id, '\u{1f600} Finance');
  await renameProvider(desk, analyst, opening[1]!.id, '\uffed Finance');
  await renameProvider(desk, analyst, opening[3]!.id, 'Twin');
  await renameProvider(desk, analyst, opening[2]!.id, 'Twin');
  await until('the new names are served', async () => {
    const names = (await rowsOf()).map(({ name }) => name);
    return names.at(-1) === '\u{1f600} Finance' && names.filter((name) => name === 'Twin').length === 2;
  });
  const rows = await rowsOf();
  assert.deepEqual(
    rows.slice(-2).map(({ name }) => name),
    ['\uffed Finance', '\u{1f600} Finance'],
  );
  assert.deepEqual(idsOf(rows), idsOf(rows.toSorted(byName)));
  const publicRows: Row[] = (await get('/api/public/scores')).json.data;
  assert.deepEqual(idsOf(publicRows), idsOf(rows), 'the public list has the same order');
});

test('every order sorts as it says, and filters leave what they name', async () => {
  const all = await rowsOf();
  for (const [sort, order] of Object.entries(ORDERS)) {
    assert.deepEqual(idsOf(await rowsOf(`?sort=${sort}`)), idsOf(all.toSorted(order)), sort);
  }
  for (const type of ['btc', 'fiat', 'stablecoin']) {
    const some = await rowsOf(`?planner_type=${type}`);
    assert.deepEqual(
      some,
      all.filter(({ planner_type }) => planner_type === type),
    );
    for (const band of ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH']) {
      const both = await rowsOf(`?planner_type=${type}&risk_band=${band}`);
      assert.deepEqual(
        both,
        some.filter(({ risk_band }) => risk_band === band),
        `${type} ${band}`,
      );
    }
  }
  assert.equal(await refusedParameter(`${LIST}?sort=slug`, 'sort'), 'invalid');
  assert.equal(await refusedParameter(`${LIST}?planner_type=gold`, 'planner_type'), 'invalid');
  assert.equal(await refusedParameter(`${LIST}?nothing=1`, 'nothing'), 'unknown');
});

test('pages lose no row and show none twice, in every order and every size', async () => {
  const all = await rowsOf();
  for (const sort of Object.keys(ORDERS)) {
    const expected = await rowsOf(`?sort=${sort}`);
    for (const limit of [1, 2, 4, all.length - 1, all.length, 1000]) {
      const paged: Row[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { json } = await get(`${LIST}?sort=${sort}&limit=${limit}${more}`);
        assert.ok(json.data.length <= limit);
        paged.push(...json.data);
        cursor = json.next_cursor;
        pages += 1;
        assert.ok(pages <= all.length, 'the pages end');
      } while (cursor !== null);
      assert.deepEqual(paged, expected, `${sort} by ${limit}`);
      assert.equal(pages, Math.max(1, Math.ceil(all.length / limit)));
    }
  }
});

test('a cursor belongs to the order that gave it; what is no cursor is refused', async () => {
  const { json } = await get(`${LIST}?sort=final_score&limit=3`);
  const cursor = encodeURIComponent(json.next_cursor);
  for (const query of [`sort=-final_score&limit=3`, `limit=3`, `sort=scored_at&limit=3`]) {
    assert.equal(await refusedParameter(`${LIST}?${query}&cursor=${cursor}`, 'cursor'), 'not_cursor');
  }
  for (const nonsense of ['x', 'bnVsbA', 'W10', 'WyJuYW1lIiwiIiwxLDJd', 'aGlzdG9yeTo1']) {
    assert.equal(await refusedParameter(`${LIST}?limit=3&cursor=${nonsense}`, 'cursor'), 'not_cursor');
  }
});

test('decision objects come with the rows if asked for, and only by the page', async () => {
  assert.equal(await refusedParameter(`${LIST}?include=rf_decision_object`, 'limit'), 'required');
  const plain = await rowsOf('?limit=1000');
  assert.ok(plain.every((row) => !('rf_decision_object' in row)));
  const rows = exactJson((await get(`${LIST}?include=rf_decision_object&limit=1000`)).text).data;
  assert.equal(rows.length, plain.length);
  for (const row of rows) {
    const snapshot = exactJson((await get(`${LIST}/${row.id}`)).text);
    assert.deepEqual(row.rf_decision_object, snapshot.rf_decision_object, row.slug);
  }
});

test('a list that had to be put together says so once; after that it is kept', async () => {
  const path = `${LIST}?sort=-name&limit=5&risk_band=HIGH`;
  const first = await get(path);
  const second = await get(path);
  assert.deepEqual([first.json.cached, second.json.cached], [false, true]);
  assert.equal(first.headers.etag, second.headers.etag, 'asking does not change the tag');
  const reordered = await get(`${LIST}?risk_band=HIGH&limit=5&sort=-name`);
  assert.equal(reordered.json.cached, true, 'the same question in another order of words');
  assert.equal(reordered.headers.etag, second.headers.etag);
  for (const hot of [LIST, `${LIST}?planner_type=btc`, '/api/public/scores']) {
    assert.equal((await get(hot)).json.cached, true, `${hot} is ready before anyone asks`);
  }
});

test('an indicator is the same by id, by slug and by every slug it had', async () => {
  const { desk, analyst } = office;
  const [row] = await rowsOf();
  await changeSlug(desk, analyst, row!.id, 'a-newer-name');
  await until(
    'the new slug is served',
    async () => (await api.get(`${LIST}/${row!.id}`, key)).json.slug === 'a-newer-name',
  );
  const byId = await get(`${LIST}/${row!.id}`);
  assert.equal(byId.json.slug, 'a-newer-name');
  for (const name of [row!.slug, 'a-newer-name']) {
    const other = await get(`${LIST}/${name}`);
    assert.equal(other.text, byId.text, name);
    assert.equal(other.headers.etag, byId.headers.etag);
  }
  for (const path of ['history', 'changes']) {
    const [old, now] = [await get(`${LIST}/${row!.slug}/${path}`), await get(`${LIST}/${row!.id}/${path}`)];
    assert.equal(old.text, now.text);
  }
  const badges = await Promise.all([row!.slug, 'a-newer-name'].map((name) => get(`/badges/${name}.svg`)));
  assert.equal(badges[0]!.text, badges[1]!.text);
});

test('an unknown provider is 404, what can be none is 400', async () => {
  for (const tail of ['', '/history', '/changes']) {
    const unknown = await api.get(`${LIST}/nobody${tail}`, key);
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'provider_not_found']);
    const uuid = await api.get(`${LIST}/00000000-0000-4000-8000-000000000000${tail}`, key);
    assert.deepEqual([uuid.status, uuid.json.code], [404, 'provider_not_found']);
    assert.equal(await refusedParameter(`${LIST}/No_Slug${tail}`, 'providerId'), 'invalid');
  }
});

test('an unknown slug is refused with the nearest ones, by whichever path it is asked for', async () => {
  const rows = await rowsOf();
  const { slug, name, id } = rows[0]!;
  const misspelt = `${slug.slice(0, -1)}x`;
  const paths = [
    ...['', '/history', '/changes'].map((tail) => `${LIST}/${misspelt}${tail}`),
    `/badges/${misspelt}.svg`,
  ];
  for (const path of paths) {
    const { status, json } = await api.get(path, key);
    assert.deepEqual([status, json.code], [404, 'provider_not_found'], path);
    assert.deepEqual(json.candidates[0], { provider_id: id, name, slug }, path);
    assert.ok(json.candidates.length <= 5);
    const slugs = json.candidates.map((candidate: { slug: string }) => candidate.slug);
    assert.equal(
      json.detail,
      `No provider has the id or slug "${misspelt}". The nearest slugs are: ${slugs.join(', ')}.`,
    );
  }
  const uuid = await api.get(`${LIST}/${id.slice(0, -4)}0000`, key);
  assert.deepEqual([uuid.status, uuid.json.candidates], [404, undefined], 'an id is not guessed at');
  const strange = await api.get(`${LIST}/nobody-here`, key);
  assert.deepEqual([strange.status, strange.json.candidates], [404, undefined], 'nothing is near it');
});

test('the parts of every indicator add up to it, to the last hundredth, in two written decimals', async () => {
  for (const { id, slug } of await rowsOf()) {
    const snapshot = exactJson((await get(`${LIST}/${id}`)).text);
    const { criterion_scores: criteria, rf_decision_object: decision, modules } = snapshot;
    const all = (member: string) => criteria.map((criterion: Record<string, Written>) => criterion[member]!);
    const uncapped = snapshot.uncapped_score.hundredths;
    const final = snapshot.final_score.hundredths;
    assert.equal(sum(all('contribution')), uncapped, slug);
    assert.equal(sum(all('point_impact')), uncapped - 10_000, `${slug}: what is missing to 100`);
    assert.equal(sum(all('weight')), 10_000, slug);
    for (const criterion of criteria) {
      const { contribution, point_impact, weight, score, confidence } = criterion;
      assert.ok(contribution.hundredths >= 0 && point_impact.hundredths <= 0);
      const share = contribution.hundredths - point_impact.hundredths;
      assert.ok(
        Math.abs(share - weight.hundredths) <= 1,
        `${slug} ${criterion.criterion_id}: gave and cost its weight`,
      );
      assert.ok(score.hundredths <= 10_000 && confidence.hundredths <= 100);
    }
    const impacts = (factors: { point_impact: Written }[]) =>
      sum(factors.map(({ point_impact }) => point_impact));
    assert.equal(impacts(decision.ceiling_factors), uncapped - 10_000, `${slug}: ceiling`);
    assert.equal(impacts(decision.floor_factors), uncapped, `${slug}: floor`);
    assert.equal(impacts(decision.hard_caps_fired), final - uncapped, `${slug}: caps`);
    for (const cap of decision.hard_caps_fired) assert.ok(cap.cap.hundredths >= final);
    assert.equal(sum(modules.map((module: { weight: Written }) => module.weight)), 10_000, slug);
    const others = [snapshot.confidence, snapshot.coverage, decision.points_to_next_band];
    for (const number of [...others, ...modules.map((module: { score: Written }) => module.score)]) {
      assert.ok(number.hundredths >= 0);
    }
    const { next_band, in_lowest_risk_band, points_to_next_band } = decision;
    assert.equal(in_lowest_risk_band, snapshot.risk_band === 'LOW');
    assert.equal(next_band === undefined, in_lowest_risk_band);
    if (in_lowest_risk_band) assert.equal(points_to_next_band.text, '0.00');
    assert.equal(bandOf(final), snapshot.risk_band, slug);
  }
});

function bandOf(hundredths: number): string {
  if (hundredths >= 8000) return 'LOW';
  if (hundredths >= 6000) return 'MEDIUM';
  return hundredths >= 4000 ? 'ELEVATED' : 'HIGH';
}

test('every list writes its scores with two decimals', async () => {
  for (const path of [LIST, '/api/public/scores']) {
    const { data } = exactJson((await get(path)).text);
    for (const row of data) {
      assert.ok(row.final_score.hundredths >= 0);
      if (path === LIST) assert.ok(row.confidence.hundredths <= 100);
    }
  }
  for (const { id } of await rowsOf()) {
    for (const entry of exactJson((await get(`${LIST}/${id}/history`)).text).data) {
      assert.ok(entry.final_score.hundredths >= 0);
    }
  }
});

const PUBLIC_MEMBERS = [
  ...'id name planner_type provider_subtype yield_min yield_max final_score risk_band scored_at'.split(' '),
  ...'slug verification_id stale stale_reason review'.split(' '),
];

test('a row and the snapshot say the same, and the public row only the headline', async () => {
  const publicRows = exactJson((await get('/api/public/scores')).text).data;
  for (const [index, row] of exactJson((await get(LIST)).text).data.entries()) {
    const { provider_id, ...snapshot } = exactJson((await get(`${LIST}/${row.id}`)).text);
    assert.equal(provider_id, row.id);
    const { id, ...rest } = row;
    for (const [member, value] of Object.entries(rest)) assert.deepEqual(snapshot[member], value, member);
    assert.deepEqual(Object.keys(publicRows[index]), PUBLIC_MEMBERS);
    for (const member of PUBLIC_MEMBERS) assert.deepEqual(publicRows[index][member], row[member], member);
    assert.equal(id, publicRows[index].id);
  }
});
