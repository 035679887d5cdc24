// The webhook thread of a former leader cleans nothing up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import { SCHEDULED_WORK, takeLease } from '@rf-indicators/core/nodes/lease';
import { emptyStore } from '../../../../test/support/stores.ts';
import { deleteOldDeliveries, expediteDeliveries } from '../../src/webhooks/queue/retention.ts';
import { storeOfLeader } from '../../src/workers/webhooks/worker.ts';

test('clean-up of deliveries is fenced: it fails as soon as another node leads', async (t) => {
  const store = await emptyStore('postgres', t);
  const take = (holder: string) => takeLease(store.db, { name: SCHEDULED_WORK, holder }, 60_000);
  const storeOf = (node: string) => storeOfLeader(store, { node, clock: undefined });
  await take('one');
  assert.equal(await storeOf('two'), null);
  const fenced = (await storeOf('one'))!;
  assert.equal(await expediteDeliveries(fenced, Date.now()), 0);
  await store.db.updateTable('leases').set({ expires_at: 0 }).execute();
  await take('two');
  await assert.rejects(expediteDeliveries(fenced, Date.now()), LeaseLost);
  const context = { store: fenced, clock: Date.now, newId: () => uuidV7(Date.now()) };
  await assert.rejects(deleteOldDeliveries(context), LeaseLost);
  assert.equal(await storeOf('one'), null);
});
