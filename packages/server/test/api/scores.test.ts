// What a caller sees of scores: lists, single indicators, the past, and why a score moved. The tests stand in the
// order of a story: what is published in one is the past of the next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSlug, renameProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { officeOf } from '../http/customers.ts';
import { exactJson, sum, type Written } from '../http/exact.ts';
import { publishValue, withdraw } from '../http/newsroom.ts';

interface Row {
  id: string;
  slug: string;
  name: string;
  planner_type: string;
  risk_band: string;
  final_score: number;
  scored_at: string;
  verification_id: string;
  corrected_by: string | null;
}

interface HistoryRow {
  verification_id: string;
  kind: string;
  published_at: string;
  scored_at: string;
  supersedes: string | null;
  corrects: string | null;
  corrected_by: string | null;
  state: string;
  stale: boolean;
  stale_reason: string | null;
  final_score: number;
}

const DAY = 24 * 60 * 60 * 1000;
const LIST = '/api/v1/scores';
const api = await startApi(wholeFile, { env: { RF_LIMIT_PUBLIC_SCORES: '1000000' } });
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const key = api.keys.ENTERPRISE;
const get = async (path: string) => {
  const called = await api.get(path, key);
  assert.equal(called.status, 200, `${path}: ${called.text.slice(0, 300)}`);
  return called;
};
const rowsOf = async (query = ''): Promise<Row[]> => (await get(`${LIST}${query}`)).json.data;
const refusedParameter = async (path: string, parameter: string) => {
  const { status, json } = await api.get(path, key);
  assert.deepEqual([status, json.code, json.errors?.[0]?.parameter], [400, 'invalid_parameter', parameter]);
  return json.errors[0].code as string;
};
const historyOf = async (provider: string): Promise<HistoryRow[]> =>
  (await get(`${LIST}/${provider}/history?limit=1000`)).json.data;
const seen = (id: string, verificationId: string) =>
  until(`${verificationId} is served`, async () => {
    const { json } = await api.get(`${LIST}/${id}`, key);
    return json.verification_id === verificationId;
  });

/** By code points, from the texts alone. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0)!));
  for (let at = 0; at < Math.min(x!.length, y!.length); at += 1) {
    if (x![at] !== y![at]) return x![at]! - y![at]!;
  }
  return x!.length - y!.length;
}
const byName = (a: Row, b: Row) => compareNames(a.name, b.name) || compareNames(a.id, b.id);
const ORDERS: Record<string, (a: Row, b: Row) => number> = {
  name: byName,
  '-name': (a, b) => -byName(a, b),
  final_score: (a, b) => a.final_score - b.final_score || byName(a, b),
  '-final_score': (a, b) => b.final_score - a.final_score || byName(a, b),
  scored_at: (a, b) => Date.parse(a.scored_at) - Date.parse(b.scored_at) || byName(a, b),
  '-scored_at': (a, b) => Date.parse(b.scored_at) - Date.parse(a.scored_at) || byName(a, b),
};
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

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
  ...'slug verification_id stale stale_reason'.split(' '),
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

/** The indicator that a renewal renews, or the indicator itself. */
function newsBehind(entries: readonly HistoryRow[], id: string): HistoryRow {
  const entry = entries.find(({ verification_id }) => verification_id === id)!;
  return entry.kind === 'renewal' ? newsBehind(entries, entry.supersedes!) : entry;
}

test('history holds every indicator, newest first, each in the place of the one before', async () => {
  for (const { id, verification_id } of await rowsOf()) {
    const entries = await historyOf(id);
    assert.equal(entries.filter(({ state }) => state === 'current').length, 1);
    assert.equal(entries.find(({ state }) => state === 'current')!.verification_id, verification_id);
    assert.equal(new Set(entries.map((entry) => entry.verification_id)).size, entries.length, 'none twice');
    const times = entries.map(({ published_at }) => Date.parse(published_at));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    const snapshot = (await get(`${LIST}/${id}`)).json;
    const root = newsBehind(entries, verification_id);
    const previous = root.supersedes === null ? null : newsBehind(entries, root.supersedes);
    assert.equal(snapshot.previous?.verification_id, previous?.verification_id, 'renewals are skipped');
    for (const { state, kind, corrected_by, verification_id: own, stale, stale_reason } of entries) {
      assert.equal(state === 'corrected', corrected_by !== null);
      const verified = (await get(`/api/public/verify/${own}`)).json;
      assert.equal(verified.state, state, 'the public proof says the same');
      assert.equal(verified.followed_by.current, verification_id);
      const isRenewed =
        own !== verification_id && newsBehind(entries, own) === root && state === 'superseded';
      assert.equal(verified.followed_by.renewed_by, isRenewed ? verification_id : null);
      assert.deepEqual(
        [stale, stale_reason],
        own === verification_id ? [snapshot.stale, snapshot.stale_reason] : [false, null],
      );
      assert.equal(verified.stale, (isRenewed || own === verification_id) && snapshot.stale);
      if (kind === 'renewal') assert.notEqual(newsBehind(entries, own).verification_id, own);
    }
  }
  const longest = (await Promise.all((await rowsOf()).map(({ id }) => historyOf(id)))).sort(
    (a, b) => b.length - a.length,
  )[0]!;
  assert.ok(longest.length > 3);
  const { provider_id } = (await get(`/api/public/verify/${longest[0]!.verification_id}`)).json.statement;
  const path = `${LIST}/${provider_id}/history`;
  for (const limit of [1, 2, longest.length - 1, longest.length]) {
    const paged: HistoryRow[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await get(`${path}?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
      paged.push(...json.data);
      cursor = json.next_cursor;
    } while (cursor !== null && paged.length <= longest.length);
    assert.deepEqual(paged, longest, `by ${limit}`);
  }
  const [from, to] = [longest.at(-2)!.scored_at, longest[1]!.scored_at];
  const between = longest.filter(({ scored_at }) => scored_at >= from && scored_at <= to);
  const period = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}&limit=1000`;
  assert.deepEqual((await get(`${path}?${period}`)).json.data, between);
  const day = to.slice(0, 10);
  const ofDay = longest.filter(({ scored_at }) => scored_at.startsWith(day));
  assert.deepEqual((await get(`${path}?from=${day}&to=${day}`)).json.data, ofDay);
  assert.equal(await refusedParameter(`${path}?from=2026-02-30`, 'from'), 'not_instant');
  assert.equal(await refusedParameter(`${path}?cursor=x`, 'cursor'), 'not_cursor');
});

test('a change is explained in parts that add up, whichever way its ends are named', async () => {
  let moved = 0;
  for (const { id, verification_id } of await rowsOf()) {
    const entries = await historyOf(id);
    const current = entries.find((entry) => entry.verification_id === verification_id)!;
    const path = `${LIST}/${id}/changes`;
    const latest = await get(path);
    assert.equal(latest.json.to.verification_id, verification_id, 'by default what stands');
    const root = newsBehind(entries, verification_id);
    const previous = root.supersedes && newsBehind(entries, root.supersedes).verification_id;
    assert.equal(latest.json.from?.verification_id ?? null, previous, 'against the one before');
    if (root.supersedes === null) {
      assert.deepEqual([latest.json.delta, latest.json.parts, latest.json.from], [null, [], null]);
      assert.ok(!('by_kind' in latest.json));
      continue;
    }
    moved += 1;
    requireAddsUp(latest.text);
    assert.equal((await get(`${path}?from=${previous}&to=${verification_id}`)).text, latest.text);
    assert.equal(
      (await get(`${path}?to=${encodeURIComponent(current.published_at)}`)).text,
      latest.text,
      'the instant of publication is the first at which it stood',
    );
    const before = new Date(Date.parse(root.published_at) - 1).toISOString();
    const since = await get(`${path}?from=${before}`);
    assert.equal(since.json.from.verification_id, root.supersedes, 'what stood before the news');
    assert.equal(since.json.delta, latest.json.delta);
    requireAddsUp(since.text);
    for (const [earlier, later] of [
      [entries.at(-1)!, entries[0]!],
      [entries[0]!, entries.at(-1)!],
    ]) {
      const pair = `${path}?from=${earlier!.verification_id}&to=${later!.verification_id}`;
      requireAddsUp((await get(pair)).text);
    }
  }
  assert.ok(moved >= 3, 'several providers of the demo have moved');
  const [one, other] = await rowsOf();
  const foreign = await api.get(`${LIST}/${one!.id}/changes?to=${other!.verification_id}`, key);
  assert.deepEqual([foreign.status, foreign.json.code], [404, 'indicator_not_found']);
  const early = await api.get(`${LIST}/${one!.id}/changes?to=2020-01-01`, key);
  assert.deepEqual([early.status, early.json.code], [404, 'indicator_not_found']);
  const none = (await get(`${LIST}/${one!.id}/changes?from=2020-01-01`)).json;
  assert.deepEqual([none.from, none.delta, none.parts], [null, null, []]);
  assert.equal(await refusedParameter(`${LIST}/${one!.id}/changes?from=yesterday`, 'from'), 'invalid');
  assert.equal(await refusedParameter(`${LIST}/${one!.id}/changes?from=2026-13-01`, 'from'), 'not_instant');
});

function requireAddsUp(text: string): void {
  const { from, to, delta, parts, by_kind } = exactJson(text);
  assert.equal(delta.hundredths, to.final_score.hundredths - from.final_score.hundredths);
  assert.equal(sum(parts.map((part: { points: Written }) => part.points)), delta.hundredths);
  const kinds = Map.groupBy(parts as { kind: string; points: Written }[], ({ kind }) => kind);
  assert.deepEqual(Object.keys(by_kind).sort(), [...kinds.keys()].sort());
  for (const [kind, of] of kinds) {
    assert.equal(by_kind[kind].hundredths, sum(of.map(({ points }) => points)), kind);
  }
}

test('the past of the demo is told as its history has it', async () => {
  const today = await rowsOf();
  const withdrawals: { provider_id: string; verification_id: string; changed_at: string }[] = (
    await get('/api/public/changelog?limit=1000&kinds=withdrawal')
  ).json.data;
  const providers = new Set([...idsOf(today), ...withdrawals.map(({ provider_id }) => provider_id)]);
  const histories = new Map(
    await Promise.all([...providers].map(async (id) => [id, await historyOf(id)] as const)),
  );
  const instants = new Set<number>([
    Date.parse('2026-03-01'),
    ...withdrawals.map(({ changed_at }) => Date.parse(changed_at)),
  ]);
  // All news, and some of the many renewals.
  const news = [...histories.values()].flatMap((entries) =>
    entries.filter(({ kind }, index) => kind !== 'renewal' || index % 10 === 0),
  );
  for (const entry of news) {
    const at = Date.parse(entry.published_at);
    for (const near of [at - 1, at]) instants.add(near);
  }
  for (const at of [...instants].sort((a, b) => a - b)) {
    const as_of = new Date(at).toISOString();
    const { json } = await get(`${LIST}?as_of=${as_of}`);
    assert.equal(Date.parse(json.as_of), at, 'the instant is echoed');
    const expected = new Map<string, HistoryRow>();
    for (const [id, entries] of histories) {
      const stood = entries.find(
        ({ published_at, corrects, supersedes }) =>
          Date.parse(published_at) <= at && (corrects === null || supersedes !== null),
      );
      const isGone = withdrawals.some(
        ({ verification_id, changed_at }) =>
          verification_id === stood?.verification_id && at >= Date.parse(changed_at),
      );
      if (stood !== undefined && !isGone) expected.set(id, stood);
    }
    assert.deepEqual(
      new Map(json.data.map((row: Row) => [row.id, row.verification_id])),
      new Map([...expected].map(([id, entry]) => [id, entry.verification_id])),
      as_of,
    );
    for (const row of json.data as Row[]) {
      assert.equal(row.corrected_by, expected.get(row.id)!.corrected_by, 'what followed is named');
      assert.equal(row.final_score, expected.get(row.id)!.final_score);
    }
    const [first] = json.data as Row[];
    if (first === undefined) continue;
    const snapshot = (await get(`${LIST}/${first.id}?as_of=${as_of}`)).json;
    assert.equal(Date.parse(snapshot.as_of), at);
    const { id: _, ...row } = first;
    for (const [member, value] of Object.entries(row)) assert.deepEqual(snapshot[member], value, member);
  }
  assert.equal((await rowsOf('?as_of=2026-03-01')).length, 0);
  const before = await api.get(`${LIST}/${today[0]!.id}?as_of=2026-03-01`, key);
  assert.deepEqual([before.status, before.json.code], [404, 'indicator_not_found']);
});

test('a date is the end of its day in UTC, and the future is refused', async () => {
  const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const byDate = (await get(`${LIST}?as_of=${yesterday}`)).json;
  assert.equal(byDate.as_of, `${yesterday}T23:59:59.999Z`);
  const byInstant = (await get(`${LIST}?as_of=${yesterday}T23:59:59.999Z`)).json;
  assert.deepEqual(byDate.data, byInstant.data);
  const shifted = (await get(`${LIST}?as_of=${yesterday}T12:00:00%2B02:00`)).json;
  assert.equal(shifted.as_of, `${yesterday}T10:00:00Z`);
  const now = new Date().toISOString();
  const today = (await get(`${LIST}?as_of=${now.slice(0, 10)}`)).json;
  assert.ok(today.as_of <= new Date().toISOString(), 'the end of today has not come: now is meant');
  for (const path of [LIST, `${LIST}/${opening[0]!.id}`]) {
    const tomorrow = new Date(Date.now() + DAY).toISOString();
    assert.equal(await refusedParameter(`${path}?as_of=${tomorrow}`, 'as_of'), 'in_future');
    assert.equal(await refusedParameter(`${path}?as_of=${tomorrow.slice(0, 10)}`, 'as_of'), 'in_future');
    assert.equal(await refusedParameter(`${path}?as_of=2026-02-29`, 'as_of'), 'not_instant');
    assert.equal(await refusedParameter(`${path}?as_of=2026-04-01T25:00:00Z`, 'as_of'), 'not_instant');
    assert.equal(await refusedParameter(`${path}?as_of=2026-04-01T10:00:00`, 'as_of'), 'invalid');
  }
});

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

test('all of these answers were compared with the document', (t) => {
  t.diagnostic(`${api.validated()} responses`);
  assert.ok(api.validated() > 400);
});
