// The clock compared with what the store knows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';
import { openPeriod } from '../../src/api/uptime.ts';
import { monotonicMs, SharedClock } from '../../src/clock/shared-clock.ts';
import { compareWithDatabase, compareWithRecords } from '../../src/workers/bookkeeping/clock-checks.ts';

const HOUR = 60 * 60 * 1000;
const clockAt = (now: number) => SharedClock.create(now - monotonicMs());
/** The clocks of nodes that share a store differ a little. */
const SLACK_MS: Record<StoreKind, number> = { sqlite: 2000, postgres: 5000 };

onEachStore('a clock that is behind the newest heartbeat has jumped', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const newest = Date.now();
  await store.transaction((writes) => openPeriod(writes, 'one', 'other node', newest));
  for (const [behind, hasJumped] of [
    [SLACK_MS[kind] + 1000, true],
    [SLACK_MS[kind] - 1000, false],
    [-5 * 24 * HOUR, false],
  ] as const) {
    const clock = clockAt(newest - behind);
    await compareWithRecords(store, clock);
    assert.equal(clock.hasJumped, hasJumped, `${behind} ms behind`);
  }
});

test('a clock that differs from that of PostgreSQL by more than a minute is not steady as long as it does', async (t) => {
  const store = await emptyStore('postgres', t);
  const wall = Date.now;
  let ahead = 0;
  t.mock.method(Date, 'now', () => wall() + ahead);
  const clock = clockAt(wall());
  for (const [difference, differs] of [
    [0, false],
    [50_000, false],
    [70_000, true],
    [-70_000, true],
    [-50_000, false],
  ] as const) {
    ahead = difference;
    await compareWithDatabase(store, clock);
    assert.equal(clock.differsFromDatabase, differs, `${difference} ms`);
    assert.equal(clock.isSteady, !differs);
  }
});

test('a time of the process that differs from that of PostgreSQL is not steady, even if the wall clock is right', async (t) => {
  const store = await emptyStore('postgres', t);
  for (const [difference, differs] of [
    [50_000, false],
    [70_000, true],
    [-70_000, true],
  ] as const) {
    const clock = clockAt(Date.now() + difference);
    await compareWithDatabase(store, clock);
    assert.equal(clock.isSteady, !differs, `${difference} ms`);
    assert.equal(clock.wallDiffers, false);
  }
});
