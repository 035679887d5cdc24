// Several processes seal at the same time: what one of them appends while another looks is no alteration.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { requireTrustedEntries, requireTrustedLog } from '@rf-indicators/core/log/trusted-log';
import { connectStore } from '@rf-indicators/core/store/connect';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { publishedPlace } from '../../../../test/support/world.ts';

const ACTS = 12;

onEachStore('three processes that record and seal at once all succeed', async (kind, t) => {
  const { world, location } = await publishedPlace(kind, t);
  const { desk, people, publisher } = world;
  const { masterKey } = publisher;
  let isOver = false;
  const opened = async () => {
    const store = await connectStore(location);
    cleanUp(t, () => store.close());
    return store;
  };
  const work = async (process: number) => {
    const store = await opened();
    const context = { store, clock: desk.clock, newId: randomUUID };
    for (let at = 0; at < ACTS; at += 1) {
      await createWorkspace(context, people.operator, masterKey, { name: `${process} ${at}`, tier: 'FREE' });
      await sealRecords(context, publisher);
    }
  };
  const look = async () => {
    const { db } = await opened();
    while (!isOver) {
      await requireTrustedLog(db, null);
      await requireTrustedEntries(db, null);
    }
  };
  const working = Promise.all([1, 2, 3].map(work)).finally(() => {
    isOver = true;
  });
  await Promise.all([working, look()]);
  assert.deepEqual((await verifyAll(desk.store.db)).findings, []);
});
