// The files of the past say what was published, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { DayRow, HistoryDay, HistoryStep, HistoryYear } from '@rf-indicators/contract';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

const api = await startApi(wholeFile);

async function year(): Promise<HistoryYear> {
  const { status, json } = await api.get('/history/2026.json');
  assert.equal(status, 200, JSON.stringify(json));
  return json as HistoryYear;
}

async function day(date: string): Promise<HistoryDay> {
  const { status, json } = await api.get(`/history/days/${date}.json`);
  assert.equal(status, 200, `${date}: ${JSON.stringify(json)}`);
  return json as HistoryDay;
}

const past = await year();
/** Days with and without a publication, and the last complete one. */
const DATES = [past.first_day, '2026-06-18', '2026-07-29', '2026-08-21', '2026-09-16', '2026-11-10'];

test('the list of a day is what the API answers for the end of that day, by rank', async () => {
  for (const date of DATES) {
    const { data } = await day(date);
    const { json } = await api.get(`/api/v1/scores?as_of=${date}&sort=-final_score`, api.keys.ENTERPRISE);
    const expected = (json.data as Record<string, unknown>[]).map(
      ({ id, slug, name, planner_type, final_score, risk_band, scored_at, verification_id, ...row }, at) => ({
        ...{ rank: at + 1, provider_id: id, slug, name, planner_type, final_score, risk_band, scored_at },
        ...{ verification_id, stale: row.stale, stale_reason: row.stale_reason, review: row.review },
        corrected_by: row.corrected_by,
      }),
    );
    assert.deepEqual(data, expected, date);
  }
});

test('a day that has a dump names it, and both say the same', async () => {
  const { status, json } = await api.get('/datasets/index.json');
  assert.equal(status, 200);
  const dated = new Set((json.data as { date: string }[]).map(({ date }) => date));
  for (const date of DATES) {
    const { dataset, data } = await day(date);
    assert.equal(dataset !== null, dated.has(date), date);
    if (dataset === null) continue;
    const response = await fetch(new URL(new URL(dataset).pathname, api.url));
    const csv = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8');
    const [, , ...lines] = csv.trim().split('\r\n');
    assert.equal(lines.length, data.length, date);
    for (const { slug, final_score, risk_band } of data) {
      const line = lines.find((one) => one.includes(`,${slug},`));
      assert.ok(line?.includes(`,${final_score.toFixed(2)},${risk_band},`), `${date}: ${slug} ${line}`);
    }
  }
});

test('a correction that came later is marked, and what was published then stays', async () => {
  const { data } = await day('2026-07-29');
  const row = data.find(({ slug }) => slug === 'ferrocline-treasury') as DayRow;
  assert.equal(row.final_score, 59.09);
  const { json } = await api.get(`/api/public/verify/${row.verification_id}`);
  assert.equal(json.state, 'corrected');
  assert.equal(row.corrected_by, json.followed_by.corrected_by);
  assert.ok(data.every((one) => one.slug === row.slug || one.corrected_by !== row.corrected_by));
});

test('each day has the last checkpoint that was signed by then', async () => {
  const sizes: number[] = [];
  for (const date of DATES) {
    const { checkpoint } = await day(date);
    sizes.push(Number(checkpoint!.split('\n')[1]));
  }
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  );
  const { json } = await api.get(`/api/public/verify/${(await day('2026-07-29')).data[0]!.verification_id}`);
  assert.ok(json.log.index < sizes[2]!);
});

test('the bands of a year are those that the public history has, stale periods too', async () => {
  assert.equal(past.data.length, 24);
  for (const { slug, periods } of past.data) {
    const { json } = await api.get(`/api/public/history/${slug}?limit=1000`);
    assert.deepEqual(periods, bandsIn((json.data as HistoryStep[]).toReversed()), slug);
  }
  const kinds = new Set(past.data.flatMap(({ events }) => events.map(({ kind }) => kind)));
  for (const kind of ['band_change', 'correction', 'withdrawal', 'reinstatement', 'stale', 'stale_ended'])
    assert.ok(kinds.has(kind as 'stale'), kind);
});

function bandsIn(steps: readonly HistoryStep[]): HistoryYear['data'][number]['periods'] {
  const bands: HistoryYear['data'][number]['periods'] = [];
  for (const { from, until, risk_band, stale } of steps) {
    const last = bands.at(-1);
    if (last?.until === from && last.risk_band === risk_band && last.stale === stale) last.until = until;
    else bands.push({ from, until, risk_band, stale });
  }
  return bands;
}

test('a year says when indicators were under review, as the changelog and the lists of days do', async () => {
  const { json } = await api.get('/api/public/changelog?limit=1000&kinds=review_started,review_ended');
  const marks = (json.data as { provider_id: string; kind: string; changed_at: string }[]).toReversed();
  assert.ok(marks.some(({ kind }) => kind === 'review_ended'));
  let open = 0;
  for (const { provider_id, reviews, slug } of past.data) {
    const own = marks.filter((mark) => mark.provider_id === provider_id);
    const expected = own.flatMap(({ kind, changed_at }, at) =>
      kind === 'review_ended' ? [] : [[changed_at, own[at + 1]?.changed_at ?? null]],
    );
    assert.deepEqual(
      reviews.map(({ from, until }) => [from, until]),
      expected,
      slug,
    );
    open += reviews.filter(({ until }) => until === null).length;
  }
  assert.ok(open > 0, 'one lasts');
  const days = [...DATES, ...marks.slice(0, 3).map(({ changed_at }) => changed_at.slice(0, 10))];
  for (const date of days) {
    const { data, as_of } = await day(date);
    const end = Date.parse(as_of);
    for (const { provider_id, review } of data) {
      const { reviews } = past.data.find((one) => one.provider_id === provider_id)!;
      const covering = reviews.find(
        ({ from, until }) => Date.parse(from) <= end && (until === null || Date.parse(until) > end),
      );
      assert.equal(covering?.direction ?? null, review?.direction ?? null, `${date} ${provider_id}`);
    }
  }
});

test('browsers keep the files, and ask whether they changed', async () => {
  for (const path of ['/history/2026.json', '/history/days/2026-07-29.json']) {
    const first = await fetch(api.url + path);
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=300');
    const tag = first.headers.get('etag')!;
    const again = await fetch(api.url + path, { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 304, path);
  }
});

test('a year or a day without a list is a problem that says why', async () => {
  const found = async (path: string) => {
    const { status, json } = await api.get(path);
    return `${status} ${json.code}: ${json.errors?.[0].message ?? json.detail}`;
  };
  assert.equal(await found('/history/2019.json'), '404 not_found: Nothing was published in 2019.');
  assert.equal(
    await found('/history/days/2026-01-01.json'),
    `404 not_found: Nothing had been published by 2026-01-01. The first day is ${past.first_day}.`,
  );
  assert.equal(await found('/history/days/2999-01-01.json'), '404 not_found: 2999-01-01 is in the future.');
  assert.equal(
    await found('/history/days/2026-02-30.json'),
    '400 invalid_parameter: is not a day of the calendar',
  );
  assert.match(await found('/history/days/yesterday.json'), /^400 invalid_parameter: /);
  assert.match(await found('/history/26.json'), /^400 invalid_parameter: /);
});
