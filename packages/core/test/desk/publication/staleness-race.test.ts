// What happens between the look of a sweep and its mark counts: the mark is made on what is true then.

import assert from 'node:assert/strict';
import type { Context } from '@rf-indicators/core/context/context';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { decideMatter } from '../../../../../test/support/deciding.ts';
import { onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  FIRST_DAY,
  foundedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

// FX-05's insolvency and withdrawal status are of 31 March, and lapse when they are 14 days old.
const LAPSE = Date.parse('2026-04-14T00:00:00Z');

/** The same desk, but somebody else acts just before its first transaction. */
function overtaken({ desk, store }: World, act: () => Promise<void>): Context {
  let isFirst = true;
  return {
    clock: desk.clock,
    newId: desk.newId,
    store: {
      ...store,
      async transaction(work) {
        if (isFirst) {
          isFirst = false;
          await act();
        }
        return store.transaction(work);
      },
    },
  };
}

async function marksOf({ store, idOf }: World): Promise<number> {
  const marks = await store.db
    .selectFrom('stale_marks')
    .select('seq')
    .where('provider_id', '=', idOf('FX-05'))
    .execute();
  return marks.length;
}

/** The day on which FX-05's gates lapse, and nobody else's. */
async function onTheDay(world: World): Promise<void> {
  await publishNow(world);
  world.desk.moveTo(FIRST_DAY + 5 * 24 * 60 * 60 * 1000);
  await renewGates(world, ['FX-01', 'FX-02', 'FX-03', 'FX-04', 'FX-06', 'FX-07', 'FX-08']);
  await renewGates(world, ['FX-09', 'FX-10', 'FX-11', 'FX-12']);
  world.desk.moveTo(LAPSE);
}

onEitherStore('an indicator whose gate was checked meanwhile is not marked stale', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await onTheDay(world);
  const racing = overtaken(world, () => renewGates(world, ['FX-05']));
  await sweepStaleness(racing, DEFAULT_POLICY);
  assert.equal(await marksOf(world), 0);
  const state = await world.store.db
    .selectFrom('provider_states')
    .select('stale_since')
    .where('provider_id', '=', world.idOf('FX-05'))
    .executeTakeFirstOrThrow();
  assert.equal(state.stale_since, null);
});

onEitherStore('an indicator whose gate was checked meanwhile is not withdrawn', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await onTheDay(world);
  world.desk.moveTo(LAPSE + DEFAULT_POLICY.staleDays * 24 * 60 * 60 * 1000);
  const racing = overtaken(world, () => renewGates(world, ['FX-05']));
  assert.deepEqual((await sweepStaleness(racing, DEFAULT_POLICY)).withdrawn, []);
  const withdrawals = await world.store.db.selectFrom('withdrawals').select('id').execute();
  assert.deepEqual(withdrawals, []);
});

onEitherStore('an indicator that was withdrawn meanwhile is not marked stale', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await onTheDay(world);
  const { desk, people } = world;
  const racing = overtaken(world, async () => {
    const request = { providerId: world.idOf('FX-05'), reason: 'Ended.' };
    const requestId = await askToWithdraw(desk, people.operator, request);
    await decideMatter(desk, requestId);
  });
  await sweepStaleness(racing, DEFAULT_POLICY);
  assert.equal(await marksOf(world), 0);
});

onEachStore('two sweeps at once mark an indicator once', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await onTheDay(world);
  const racing = overtaken(world, async () => {
    await sweepStaleness(world.desk, DEFAULT_POLICY);
  });
  await sweepStaleness(racing, DEFAULT_POLICY);
  assert.equal(await marksOf(world), 1);
});
