// The public history: what was served about each provider, from when until when.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HistoryStep, type PublicHistories, PublicHistory } from '@rf-indicators/contract';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { Check } from 'typebox/value';
import { startApi } from '../../../../test/support/api.ts';
import { decideMatter } from '../../../../test/support/deciding.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { morning, PROVIDER_ID, PublishedRows } from '../../../../test/support/published-rows.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { READS } from '../../src/api/reads.ts';
import { NameIndex } from '../../src/rendering/names/name-index.ts';
import { NO_BRANDING, type Site } from '../../src/rendering/pages/site.ts';
import type { Parameters } from '../../src/rendering/reading.ts';
import { officeOf } from '../http/customers.ts';

const SITE: Site = { ...NO_BRANDING, baseUrl: 'https://rf.example', disclosure: 'The disclosure.' };

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const HISTORY = '/api/public/history';
const DAY = 24 * 60 * 60 * 1000;

async function allSteps(slug: string, limit = 1000): Promise<HistoryStep[]> {
  const all: HistoryStep[] = [];
  for (let cursor = ''; ; ) {
    const { status, json } = await api.get(`${HISTORY}/${slug}?limit=${limit}${cursor}`);
    assert.equal(status, 200, JSON.stringify(json));
    assert.ok(json.data.length <= limit);
    all.push(...json.data);
    if (json.next_cursor === null) return all;
    cursor = `&cursor=${json.next_cursor}`;
  }
}

async function listed(): Promise<PublicHistories> {
  return (await api.get(HISTORY)).json as PublicHistories;
}

test('the steps of every provider add up: each begins where the one before it ended', async () => {
  const kinds = new Set<string>();
  for (const { slug } of (await listed()).data) {
    const steps = (await allSteps(slug)).reverse();
    assert.equal(steps[0]!.kind, 'initial', slug);
    for (const [at, step] of steps.entries()) {
      kinds.add(step.kind);
      assert.ok(step.until === null || step.from < step.until, `${slug} ${step.from}`);
      assert.equal(step.stale, step.stale_reason !== null);
      const next = steps[at + 1];
      if (next === undefined) continue;
      if (step.until === next.from) continue;
      assert.ok(step.until! < next.from, `${slug}: steps overlap at ${next.from}`);
      assert.equal(next.kind, 'reinstatement', `${slug}: a gap without a withdrawal before ${next.from}`);
    }
  }
  for (const kind of ['initial', 'renewal', 'band_change', 'correction']) assert.ok(kinds.has(kind), kind);
});

test('each step says what the API answered at that time', async () => {
  let stale = 0;
  for (const { slug, steps } of (await listed()).data) {
    for (const step of [...steps.slice(0, 2), ...steps.filter((one) => one.stale), steps.at(-1)!]) {
      // The clock of the service may be some milliseconds behind.
      const end = step.until === null ? Date.now() - 1000 : Date.parse(step.until);
      for (const instant of [Date.parse(step.from), end - 1]) {
        const asOf = new Date(instant).toISOString();
        const { json } = await api.get(`/api/v1/scores/${slug}?as_of=${asOf}`, api.keys.ENTERPRISE);
        const { verification_id, final_score, risk_band, stale: wasStale, stale_reason } = json;
        assert.deepEqual(
          { verification_id, final_score, risk_band, stale: wasStale, stale_reason },
          {
            verification_id: step.verification_id,
            final_score: step.final_score,
            risk_band: step.risk_band,
            stale: step.stale,
            stale_reason: step.stale_reason,
          },
          `${slug} at ${asOf}`,
        );
      }
      if (step.stale) stale += 1;
    }
  }
  assert.ok(stale > 0, 'the demo has a stale indicator');
});

test('the list has the last 90 days of every provider, by name, and is the end of each history', async () => {
  const { since, data, next_cursor } = await listed();
  assert.equal(next_cursor, null);
  const start = Date.parse(since);
  assert.equal(start % DAY, 0);
  assert.equal(Math.floor((Date.now() - start) / DAY), 90);
  assert.deepEqual(
    data.map(({ name }) => name),
    data.map(({ name }) => name).sort(),
  );
  const scores = (await api.get('/api/public/scores')).json.data as {
    slug: string;
    verification_id: string;
  }[];
  for (const { slug, verification_id } of scores) {
    const steps = data.find((row) => row.slug === slug)!.steps;
    assert.equal(steps[0]!.verification_id, verification_id, slug);
    assert.equal(steps[0]!.until, null, slug);
    const whole = await allSteps(slug);
    assert.deepEqual(
      steps,
      whole.filter((step) => step.until === null || Date.parse(step.until) > start),
      slug,
    );
  }
});

test('both come in pages that together are the whole', async () => {
  const { data } = await listed();
  const paged: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await api.get(`${HISTORY}?limit=5${cursor}`);
    paged.push(...json.data);
    if (json.next_cursor === null) break;
    cursor = `&cursor=${json.next_cursor}`;
  }
  assert.deepEqual(paged, data);
  const { slug } = data[0]!;
  assert.deepEqual(await allSteps(slug, 7), await allSteps(slug));
  for (const path of [`${HISTORY}?cursor=x`, `${HISTORY}/${slug}?cursor=x`, `${HISTORY}?limit=101`]) {
    assert.equal((await api.get(path)).status, 400, path);
  }
});

test('a provider is named by its id or slug, and what can be neither is 400', async () => {
  const { provider_id, slug, name } = (await listed()).data[0]!;
  const { json } = await api.get(`${HISTORY}/${provider_id}`);
  assert.deepEqual([json.provider_id, json.slug, json.name], [provider_id, slug, name]);
  for (const [path, status, code] of [
    ['Not%20a%20slug', 400, 'invalid_parameter'],
    ['x'.repeat(81), 400, 'invalid_parameter'],
    ['nobody-by-this-name', 404, 'provider_not_found'],
    ['00000000-0000-7000-8000-000000000000', 404, 'provider_not_found'],
  ] as const) {
    const answer = await api.get(`${HISTORY}/${path}`);
    assert.deepEqual([answer.status, answer.json.code], [status, code], path);
  }
  assert.equal((await api.get(`${HISTORY}/`)).status, 404);
});

test('neither read spends the limit of the public scores', async () => {
  const { slug } = (await listed()).data[0]!;
  for (let at = 0; at < 70; at += 1) {
    const { status, headers } = await api.get(at % 2 === 0 ? HISTORY : `${HISTORY}/${slug}`);
    assert.equal(status, 200);
    assert.equal(headers['ratelimit-policy'], undefined);
  }
  assert.equal((await api.get('/api/public/scores')).status, 200);
});

test('a withdrawal ends the last step, and the list is prepared anew', async () => {
  const before = await api.get(HISTORY);
  const { desk, operator } = office;
  const { provider_id, slug, steps } = (before.json as PublicHistories).data[0]!;
  const request = { providerId: provider_id, reason: 'It closed.' };
  await decideMatter(desk, await askToWithdraw(desk, operator, request));
  await until('the list is prepared anew', async () => (await api.get(HISTORY)).text !== before.text);
  const after = await api.get(HISTORY);
  assert.notEqual(after.headers.etag, before.headers.etag);
  const now = (after.json as PublicHistories).data.find((row) => row.slug === slug)!.steps;
  assert.equal(now.length, steps.length);
  assert.deepEqual(now.slice(1), steps.slice(1));
  assert.deepEqual({ ...now[0]!, until: null }, steps[0]);
  assert.ok(now[0]!.until !== null);
  assert.deepEqual(await allSteps(slug).then((all) => all[0]), now[0]);
});

async function read(rows: PublishedRows, parameters: Parameters = {}): Promise<PublicHistory> {
  const reading = {
    db: rows.db,
    ...SITE,
    site: SITE,
    clock: () => morning(100),
    snapshots: snapshotReader(rows.db),
    names: async () => new NameIndex([]),
  };
  const answer = await READS.getPublicHistory(reading, { slug: PROVIDER_ID, ...parameters });
  assert.ok('content' in answer, JSON.stringify(answer));
  const value = JSON.parse(String(answer.content));
  assert.ok(Check(PublicHistory, value));
  return value;
}

const day = (number: number) => new Date(morning(number)).toISOString().replace('.000Z', 'Z');
const shape = ({ data }: PublicHistory) =>
  data.map(({ from, until: end, kind, verification_id, stale_reason }) => [
    ...[from, end, kind, verification_id, stale_reason],
  ]);
const YIELDS = { yields: ['4.00', '6.50'] as const };

onEitherStore(
  'a corrected indicator keeps its step, and a correction of an older one has none',
  async (kind, t) => {
    const rows = await PublishedRows.create(kind, t);
    const first = await rows.publish({ at: morning(0), kind: 'initial', ...YIELDS });
    const values = { equity_ratio: '9.00' };
    const second = await rows.publish({
      at: morning(2),
      kind: 'score_change',
      supersedes: first,
      values,
      ...YIELDS,
    });
    const restated = { equity_ratio: '8.00' };
    await rows.publish({ at: morning(3), kind: 'correction', corrects: first, values: restated, ...YIELDS });
    const correction = { kind: 'correction', corrects: second, supersedes: second } as const;
    const third = await rows.publish({ at: morning(4), ...correction, values: restated, ...YIELDS });
    assert.deepEqual(shape(await read(rows)), [
      [day(4), null, 'correction', third, null],
      [day(2), day(4), 'score_change', second, null],
      [day(0), day(2), 'initial', first, null],
    ]);
  },
);

onEitherStore('stale periods are steps of their own, and a withdrawn period is a gap', async (kind, t) => {
  const rows = await PublishedRows.create(kind, t);
  const first = await rows.publish({ at: morning(0), kind: 'initial', ...YIELDS });
  await rows.markStale(first, morning(1), 'Overdue');
  await rows.markStale(first, morning(2), 'Overdue');
  await rows.markStale(first, morning(3), null);
  await rows.markStale(first, morning(5), 'Overdue again');
  // A run confirmed it; stores of older releases have no mark for that.
  await rows.confirm(first, morning(6));
  await rows.markStale(first, morning(7), 'Overdue once more');
  await rows.withdraw(first, morning(8));
  const back = await rows.publish({ at: morning(9), kind: 'reinstatement', ...YIELDS });
  const renewal = { kind: 'renewal', renews: back, supersedes: back, yields: ['4.10', '6.50'] } as const;
  await rows.markStale(back, morning(10), 'Late');
  await rows.markStale(back, morning(11), null);
  const renewed = await rows.publish({ at: morning(11), ...renewal });
  assert.deepEqual(shape(await read(rows)), [
    [day(11), null, 'renewal', renewed, null],
    [day(10), day(11), 'reinstatement', back, 'Late'],
    [day(9), day(10), 'reinstatement', back, null],
    [day(7), day(8), 'initial', first, 'Overdue once more'],
    [day(6), day(7), 'initial', first, null],
    [day(5), day(6), 'initial', first, 'Overdue again'],
    [day(3), day(5), 'initial', first, null],
    [day(1), day(3), 'initial', first, 'Overdue'],
    [day(0), day(1), 'initial', first, null],
  ]);
});
