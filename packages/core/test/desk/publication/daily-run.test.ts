import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueSince, runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  DAY,
  enter,
  FIRST_DAY,
  foundedWorld,
  publishedWorld,
  renewGates,
} from '../../../../../test/support/world.ts';

test('a daily run is due from 06:00 UTC', () => {
  assert.equal(dueSince(Date.parse('2026-04-02T05:59:59Z')), Date.parse('2026-04-01T06:00:00Z'));
  assert.equal(dueSince(Date.parse('2026-04-02T06:00:00Z')), Date.parse('2026-04-02T06:00:00Z'));
});

onEitherStore('the daily run is computed once a day and leaves a draft for review', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const runId = await runDaily(world.desk, world.publisher, false);
  const run = await world.store.db
    .selectFrom('runs')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([run.status, run.kind, run.created_by], ['draft', 'scheduled', 'service']);
  assert.equal(await runDaily(world.desk, world.publisher, false), null);
  world.desk.moveTo(FIRST_DAY + DAY);
  assert.notEqual(await runDaily(world.desk, world.publisher, false), null);
});

onEitherStore(
  'automatic publishing leaves changes that require a second person in the draft',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    world.desk.moveTo(FIRST_DAY + DAY);
    await renewGates(world);
    await enter(world, 'FX-01', 'key_quorum', '1');
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    const runId = await runDaily(world.desk, world.publisher, true);
    const items = await world.store.db
      .selectFrom('run_items')
      .select(['provider_id', 'publication_id'])
      .where('run_id', '=', runId)
      .execute();
    const published = (sample: string) =>
      items.find(({ provider_id }) => provider_id === world.idOf(sample))?.publication_id !== null;
    assert.deepEqual([published('FX-01'), published('FX-05')], [false, true]);
    const run = await world.store.db
      .selectFrom('runs')
      .select('status')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    assert.equal(run.status, 'draft', 'the band change waits in the draft');
  },
);
