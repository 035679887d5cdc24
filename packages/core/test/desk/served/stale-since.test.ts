// "Stale since" is one day for the desk, the public pages and the badge, also if a gate was checked again too late.

import assert from 'node:assert/strict';
import { readHome } from '@rf-indicators/core/desk/home/home';
import { providerFile } from '@rf-indicators/core/desk/provider-file/file';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  enter,
  FIRST_DAY,
  publishedWorld,
  renewGates,
} from '../../../../../test/support/world.ts';

// FX-05's insolvency and withdrawal status are of 31 March, and lapse when they are 14 days old.
const LAPSE = Date.parse('2026-04-14T00:00:00Z');
const LATER_LAPSE = Date.parse('2026-04-16T00:00:00Z');

onEitherStore('the desk says the first day, and counts the withdrawal from the last', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + 5 * DAY);
  await renewGates(
    world,
    ALL_SAMPLES.filter((sample) => sample !== 'FX-05'),
  );
  world.desk.moveTo(LAPSE);
  await sweepStaleness(world.desk, DEFAULT_POLICY);
  // Checked again, with evidence that is too old by now.
  world.desk.moveTo(LATER_LAPSE + DAY);
  await enter(world, 'FX-05', 'insolvency_status', 'none', '2026-04-02');
  await enter(world, 'FX-05', 'withdrawal_status', 'on_terms', '2026-04-02');
  await sweepStaleness(world.desk, DEFAULT_POLICY);

  const { published } = await providerFile(world.desk, DEFAULT_POLICY, world.slugOf('FX-05'));
  assert.equal(published!.stale_since, LAPSE);
  assert.equal(published!.stale_reason, 'Insolvency status was last checked on 2026-04-02.');
  const { stale } = await readHome(world.desk, world.people.reviewer, DEFAULT_POLICY);
  assert.deepEqual(
    stale.map(({ slug, stale_since, withdrawn_at }) => [slug, stale_since, withdrawn_at]),
    [[world.slugOf('FX-05'), LAPSE, LATER_LAPSE + DEFAULT_POLICY.staleDays * DAY]],
  );
});
