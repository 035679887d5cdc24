import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyStore, onEitherStore } from '../../../../test/support/stores.ts';
import { measureUptime, openPeriod, prolongPeriod, readUptime } from '../../src/api/uptime.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-10-01T00:00:00Z');

test('a ratio is null until its period was observed', () => {
  const ratios = (observedFrom: number) => {
    const { ratio24h, ratio30d, ratio90d } = measureUptime(
      [{ from: observedFrom, to: NOW }],
      NOW,
      observedFrom,
    );
    return [ratio24h, ratio30d, ratio90d];
  };
  assert.deepEqual(ratios(NOW), [null, null, null]);
  assert.deepEqual(ratios(NOW - DAY + 1), [null, null, null]);
  assert.deepEqual(ratios(NOW - DAY), [1, null, null]);
  assert.deepEqual(ratios(NOW - 30 * DAY), [1, 1, null]);
  assert.deepEqual(ratios(NOW - 90 * DAY), [1, 1, 1]);
});

test('a service that starts again after a long time was down, not unobserved', () => {
  const uptime = measureUptime([{ from: NOW - HOUR, to: NOW }], NOW, NOW - 200 * DAY);
  assert.deepEqual([uptime.ratio24h, uptime.ratio90d], [0.041666, 0.000462]);
});

test('a gap lowers the ratios that see it, and is told', () => {
  const gap = { startedAt: NOW - 12 * HOUR, endedAt: NOW - 6 * HOUR };
  const periods = [
    { from: NOW - 60 * DAY, to: gap.startedAt },
    { from: gap.endedAt, to: NOW },
  ];
  const uptime = measureUptime(periods, NOW, NOW - 60 * DAY);
  assert.equal(uptime.ratio24h, 0.75);
  assert.equal(uptime.ratio30d, 0.991666);
  assert.equal(uptime.ratio90d, null, 'only 60 days were observed');
  assert.deepEqual(uptime.incidents, [gap]);
});

test('processes that were up at the same time count once, and a restart is no incident', () => {
  const periods = [
    { from: NOW - 30 * HOUR, to: NOW - 2 * HOUR },
    { from: NOW - 8 * HOUR, to: NOW - 4 * HOUR },
    { from: NOW - 2 * HOUR + 30_000, to: NOW },
  ];
  const uptime = measureUptime(periods, NOW, NOW - 30 * HOUR);
  assert.equal(uptime.ratio24h, 0.999652);
  assert.deepEqual(uptime.incidents, []);
});

onEitherStore('heartbeats survive the process that recorded them', async (kind, t) => {
  const store = await emptyStore(kind, t);
  await store.transaction((writes) => openPeriod(writes, 'oldest', 'node', NOW - 100 * DAY));
  await store.transaction((writes) => openPeriod(writes, 'first', 'node', NOW - 4 * HOUR));
  await store.transaction((writes) => prolongPeriod(writes, 'first', NOW - 3 * HOUR));
  await store.transaction((writes) => openPeriod(writes, 'second', 'node', NOW - HOUR));
  await store.transaction((writes) => prolongPeriod(writes, 'second', NOW));
  const { ratio24h, ratio90d, incidents } = await readUptime(store.db, NOW);
  assert.equal(ratio24h, 0.083333);
  assert.equal(ratio90d, 0.000925, 'the whole period was observed, although its first records are older');
  assert.deepEqual(incidents, [{ startedAt: NOW - 3 * HOUR, endedAt: NOW - HOUR }]);
});

onEitherStore('a clock that is set back does not shorten what was recorded', async (kind, t) => {
  const { db, transaction } = await emptyStore(kind, t);
  await transaction((writes) => openPeriod(writes, 'one', 'node', NOW - 2 * DAY));
  await transaction((writes) => prolongPeriod(writes, 'one', NOW));
  await transaction((writes) => prolongPeriod(writes, 'one', NOW - 12 * HOUR));
  const { last_seen_at } = await db.selectFrom('up_periods').selectAll().executeTakeFirstOrThrow();
  assert.equal(last_seen_at, NOW);
  const { ratio24h, incidents } = await readUptime(db, NOW - 12 * HOUR);
  assert.deepEqual([ratio24h, incidents], [1, []]);
});

test('each of the last 90 days has its share, and days before the first record have none', () => {
  const gap = { startedAt: NOW - 36 * HOUR, endedAt: NOW - 30 * HOUR };
  const periods = [
    { from: NOW - 3 * DAY + 12 * HOUR, to: gap.startedAt },
    { from: gap.endedAt, to: NOW + 6 * HOUR },
  ];
  const { days } = measureUptime(periods, NOW + 6 * HOUR, periods[0]!.from);
  assert.equal(days.length, 90);
  assert.deepEqual(days.slice(-5), [
    { date: '2026-09-27', ratio: null },
    { date: '2026-09-28', ratio: 1 },
    { date: '2026-09-29', ratio: 0.75 },
    { date: '2026-09-30', ratio: 1 },
    { date: '2026-10-01', ratio: 1 },
  ]);
});

test('with several nodes, the outage of one is none, and the outage of all is', () => {
  const periods = [
    // Node one crashed after two hours and came back; node two was restarted; node three ran throughout but for the last.
    { from: NOW - 24 * HOUR, to: NOW - 22 * HOUR },
    { from: NOW - 24 * HOUR, to: NOW - 12 * HOUR },
    { from: NOW - 24 * HOUR, to: NOW - 6 * HOUR },
    { from: NOW - 18 * HOUR, to: NOW - 7 * HOUR },
    { from: NOW - 12 * HOUR + 5000, to: NOW - 6 * HOUR },
    // Then none ran for three hours, and two came back one after the other.
    { from: NOW - 3 * HOUR, to: NOW },
    { from: NOW - 2 * HOUR, to: NOW },
  ];
  const uptime = measureUptime(periods, NOW, NOW - 24 * HOUR);
  assert.equal(uptime.ratio24h, 0.875);
  assert.deepEqual(uptime.incidents, [{ startedAt: NOW - 6 * HOUR, endedAt: NOW - 3 * HOUR }]);
});

test('property: uptime over many nodes is what at least one of them was up', () => {
  const minute = 60 * 1000;
  const period = fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 600 }));
  fc.assert(
    fc.property(fc.array(period, { minLength: 1, maxLength: 20 }), (drawn) => {
      const start = NOW - DAY;
      // One node runs now, as whoever asks does.
      const spans = [
        ...drawn.map(([from, length]) => [from, Math.min(1440, from + length)] as const),
        [1439, 1440] as const,
      ];
      const isUp = Array.from({ length: 1440 }, (_, at) => spans.some(([from, to]) => from <= at && at < to));
      const periods = spans
        .map(([from, to]) => ({ from: start + from * minute, to: start + to * minute }))
        .toSorted((a, b) => a.from - b.from);
      const { ratio24h } = measureUptime(periods, NOW, start);
      assert.ok(Math.abs(ratio24h! - isUp.filter(Boolean).length / 1440) <= 1e-6);
    }),
    { numRuns: 200 },
  );
});
