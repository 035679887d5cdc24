import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';
import { measureUptime, openPeriod, prolongPeriod, readUptime } from '../../src/api/uptime.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-10-01T00:00:00Z');

test('nothing on record: no ratio', () => {
  assert.deepEqual(measureUptime([], NOW), { ratio24h: null, ratio30d: null, ratio90d: null, incidents: [] });
});

test('a gap lowers the ratios that see it, and is told', () => {
  const gap = { startedAt: NOW - 12 * HOUR, endedAt: NOW - 6 * HOUR };
  const periods = [
    { from: NOW - 60 * DAY, to: gap.startedAt },
    { from: gap.endedAt, to: NOW },
  ];
  const uptime = measureUptime(periods, NOW);
  assert.equal(uptime.ratio24h, 0.75);
  assert.equal(uptime.ratio30d, 0.991666);
  assert.equal(uptime.ratio90d, 0.995833, 'of the 60 days since the first record');
  assert.deepEqual(uptime.incidents, [gap]);
});

test('processes that were up at the same time count once, and a restart is no incident', () => {
  const periods = [
    { from: NOW - 10 * HOUR, to: NOW - 2 * HOUR },
    { from: NOW - 8 * HOUR, to: NOW - 4 * HOUR },
    { from: NOW - 2 * HOUR + 30_000, to: NOW },
  ];
  const uptime = measureUptime(periods, NOW);
  assert.equal(uptime.ratio24h, 0.999166);
  assert.deepEqual(uptime.incidents, []);
});

onEachStore('heartbeats survive the process that recorded them', async (kind, t) => {
  const store = await emptyStore(kind, t);
  await store.transaction((writes) => openPeriod(writes, 'first', 'node', NOW - 4 * HOUR));
  await store.transaction((writes) => prolongPeriod(writes, 'first', NOW - 3 * HOUR));
  await store.transaction((writes) => openPeriod(writes, 'second', 'node', NOW - HOUR));
  await store.transaction((writes) => prolongPeriod(writes, 'second', NOW));
  const { ratio24h, incidents } = await readUptime(store.db, NOW);
  assert.equal(ratio24h, 0.5);
  assert.deepEqual(incidents, [{ startedAt: NOW - 3 * HOUR, endedAt: NOW - HOUR }]);
});
