// How a node keeps the lease of scheduled work, with a clock that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHolder, SCHEDULED_WORK } from '@rf-indicators/core/nodes/lease';
import { emptyStore } from '../../../../test/support/stores.ts';
import { LeaseKeeper } from '../../src/workers/bookkeeping/lease-keeper.ts';

test('a node that is not willing gives the lease back, and another takes it at once', async (t) => {
  const store = await emptyStore('postgres', t);
  let isWilling = true;
  const one = new LeaseKeeper({ store, holder: 'one', isWilling: () => isWilling });
  const two = new LeaseKeeper({ store, holder: 'two', isWilling: () => true });
  await one.keep();
  await two.keep();
  assert.deepEqual([one.leading.isLeader, two.leading.isLeader], [true, false]);
  isWilling = false;
  assert.equal(one.leading.isLeader, false, 'even before it gave the lease back');
  await one.keep();
  await two.keep();
  assert.deepEqual([one.leading.isLeader, two.leading.isLeader], [false, true]);
  await two.giveBack();
  assert.equal(await readHolder(store.db, SCHEDULED_WORK), null);
});

test('a node that could not renew in time does not lead, and leads again if nobody took over', async (t) => {
  const store = await emptyStore('postgres', t);
  let now = 0;
  const one = new LeaseKeeper({ store, holder: 'one', isWilling: () => true, monotonic: () => now });
  await one.keep();
  const { lease } = one.leading;
  now += 9999;
  assert.equal(one.leading.isLeader, true);
  now += 1;
  assert.equal(one.leading.isLeader, false);
  await one.keep();
  assert.deepEqual(one.leading.lease, lease, 'with the same fence');
  await store.db.updateTable('leases').set({ expires_at: 0 }).execute();
  const two = new LeaseKeeper({ store, holder: 'two', isWilling: () => true });
  await two.keep();
  now += 3000;
  await one.keep();
  assert.deepEqual([one.leading.isLeader, two.leading.isLeader], [false, true]);
  assert.equal(two.leading.lease!.fence, lease!.fence + 1);
});

test('on SQLite the only node leads while it is willing, without a lease', async (t) => {
  const store = await emptyStore('sqlite', t);
  let isWilling = false;
  const keeper = new LeaseKeeper({ store, holder: 'one', isWilling: () => isWilling });
  await keeper.keep();
  assert.equal(keeper.leading.isLeader, false);
  isWilling = true;
  assert.deepEqual([keeper.leading.isLeader, keeper.leading.lease], [true, null]);
});
