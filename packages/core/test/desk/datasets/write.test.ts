// Daily dumps are written once, also if two processes write those of the same days.

import assert from 'node:assert/strict';
import type { Context } from '@rf-indicators/core/context/context';
import { readDatasetIndex } from '@rf-indicators/core/desk/datasets/read-datasets';
import { type RenderDataset, writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { connectStore } from '@rf-indicators/core/store/connect';
import { cleanUp } from '../../../../../test/support/lifetime.ts';
import { onEachStore } from '../../../../../test/support/stores.ts';
import { DAY, foundedPlace, publishNow } from '../../../../../test/support/world.ts';

const DAYS = 3;

const render: RenderDataset = async ({ date }) => ({
  csv: `#framework_version:RF Framework v1.0,date:${date}\r\n`,
  rows: 0,
  frameworkVersion: 'RF Framework v1.0',
});

onEachStore('two processes that write the same days both end well', async (kind, t) => {
  const { world, location } = await foundedPlace(kind, t);
  const { desk, publisher } = world;
  await publishNow(world);
  desk.moveTo(desk.clock() + DAYS * DAY);
  const store = await connectStore(location);
  cleanUp(t, () => store.close());
  const other: Context = { ...desk, store };

  let isFirst = true;
  const slow: RenderDataset = async (day) => {
    if (isFirst) {
      isFirst = false;
      assert.equal(await writeDueDatasets(other, publisher, render), DAYS);
    }
    return render(day);
  };
  assert.equal(await writeDueDatasets(desk, publisher, slow), 0, 'the other one was faster');

  desk.moveTo(desk.clock() + DAYS * DAY);
  const written = await Promise.all([
    writeDueDatasets(desk, publisher, render),
    writeDueDatasets(other, publisher, render),
  ]);
  assert.deepEqual(written.toSorted(), [0, DAYS]);
  const { datasets } = await readDatasetIndex(store.db);
  assert.equal(new Set(datasets.map(({ date }) => date)).size, 2 * DAYS);
  assert.equal(datasets.length, 2 * DAYS);
  assert.deepEqual((await verifyAll(store.db)).findings, []);
});
