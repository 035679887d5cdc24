// The heartbeat of a node whose clock is wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { emptyStore } from '../../../../test/support/stores.ts';
import { monotonicMs, SharedClock } from '../../src/clock/shared-clock.ts';
import { Heartbeat } from '../../src/workers/bookkeeping/heartbeat.ts';

const DAY = 24 * 60 * 60 * 1000;

test('a node whose clock is a day ahead records by the time of PostgreSQL that it is up', async (t) => {
  const store = await emptyStore('postgres', t);
  const shared = SharedClock.create(Date.now() + DAY - monotonicMs());
  const clock = () => Math.floor(shared.now());
  const context = { store, clock, newId: () => 'period' };
  const masterKeys = () => ['9d3e71aa'];
  const heart = new Heartbeat({ context, node: 'one', shared, dataDir: temporaryFolder(t), masterKeys });
  for (const beats of [1, 2]) {
    const { nodes } = await heart.beat();
    assert.deepEqual(nodes[0]!.master_keys, ['9d3e71aa']);
    const period = await store.db.selectFrom('up_periods').selectAll().executeTakeFirstOrThrow();
    for (const at of [period.started_at, period.last_seen_at])
      assert.ok(Math.abs(at - Date.now()) < 60_000, `beat ${beats}`);
  }
});
