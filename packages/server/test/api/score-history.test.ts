// What a caller sees of the past of scores: their history, why a score moved, and what was served at an instant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactJson, sum, type Written } from '../http/exact.ts';
import { type HistoryRow, idsOf, LIST, type Row, serveScores } from './served-scores.ts';

const DAY = 24 * 60 * 60 * 1000;
const { api, key, get, paged, rowsOf, refusedParameter, historyOf } = await serveScores();

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
    assert.deepEqual(await paged(path, limit), longest, `by ${limit}`);
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

test('history says what each score would have been without hard rules, as the snapshot of its time did', async () => {
  let held = 0;
  for (const { id } of await rowsOf()) {
    const entries = await historyOf(id);
    for (const { verification_id, published_at, final_score, uncapped_score } of entries.slice(0, 3)) {
      const { json } = await get(`${LIST}/${id}?as_of=${encodeURIComponent(published_at)}`);
      // Two of one instant: the later one was served.
      if (json.verification_id !== verification_id) continue;
      assert.equal(uncapped_score, json.uncapped_score);
      if (uncapped_score > final_score) held += 1;
    }
  }
  assert.ok(held > 0);
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
  const [{ id }] = (await rowsOf()) as [Row];
  for (const path of [LIST, `${LIST}/${id}`]) {
    const tomorrow = new Date(Date.now() + DAY).toISOString();
    assert.equal(await refusedParameter(`${path}?as_of=${tomorrow}`, 'as_of'), 'in_future');
    assert.equal(await refusedParameter(`${path}?as_of=${tomorrow.slice(0, 10)}`, 'as_of'), 'in_future');
    assert.equal(await refusedParameter(`${path}?as_of=2026-02-29`, 'as_of'), 'not_instant');
    assert.equal(await refusedParameter(`${path}?as_of=2026-04-01T25:00:00Z`, 'as_of'), 'not_instant');
    assert.equal(await refusedParameter(`${path}?as_of=2026-04-01T10:00:00`, 'as_of'), 'invalid');
  }
});

test('all of these answers were compared with the document', (t) => {
  t.diagnostic(`${api.validated()} responses`);
  assert.ok(api.validated() > 400);
});
