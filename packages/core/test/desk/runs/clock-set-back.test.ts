// The clock of the machine is set back by an hour or a day: what is recorded and published stays in order, and nothing is
// decided by what was known then.

import assert from 'node:assert/strict';
import { checkClock } from '@rf-indicators/core/desk/doctor/doctor-machine';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { decideMatter } from '../../../../../test/support/deciding.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  approvedDraft,
  changelog,
  DAY,
  draft,
  enter,
  MINUTE,
  publishedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

const HOUR = 60 * MINUTE;
const BEFORE_CHECKPOINT =
  /is behind the last signed checkpoint \(.+Z\), and nothing is recorded as of before it/;
const BEHIND = /^Refusal: The clock of this machine \(.+Z\) is behind the newest record of the store/;

async function lastOf({ store }: World) {
  const { db } = store;
  const audit = await db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute();
  const checkpoints = await db.selectFrom('checkpoints').selectAll().orderBy('tree_size').execute();
  const publications = await db.selectFrom('publications').selectAll().orderBy('tree_size').execute();
  return { audit: audit[0]!, checkpoints, publications };
}

const isSorted = (times: readonly number[]) =>
  times.every((at, index) => index === 0 || at >= times[index - 1]!);

for (const [name, back] of [
  ['an hour', HOUR],
  ['a day', DAY],
] as const) {
  onEitherStore(
    `a clock set back by ${name} computes and records nothing, and changes stay in order`,
    async (kind, t) => {
      const world = await publishedWorld(kind, t);
      const { desk, people, publisher, store } = world;
      const now = desk.clock() + 2 * DAY;
      desk.moveTo(now);
      await publishNow(world, { everything: true });
      await enter(world, 'FX-05', 'equity_ratio', '4.00');
      desk.moveTo(now + MINUTE);
      const waiting = await approvedDraft(world, { providerIds: [world.idOf('FX-05')] });
      const before = await lastOf(world);
      desk.moveTo(now - back);

      await assert.rejects(draft(world), BEHIND);
      await assert.rejects(runDaily(desk, publisher, true), BEHIND);
      await assert.rejects(sweepStaleness(desk, DEFAULT_POLICY), BEHIND);
      const { state, what } = await checkClock(store.db, desk.clock());
      assert.deepEqual([state, /is earlier than the newest record/.test(what)], ['fail', true]);

      // Nobody records anything as of before the last signed checkpoint.
      await assert.rejects(publishRun(desk, people.operator, waiting, publisher), BEFORE_CHECKPOINT);
      const withdrawal = { providerId: world.idOf('FX-07'), reason: 'The provider has closed its product.' };
      await assert.rejects(askToWithdraw(desk, people.operator, withdrawal), BEFORE_CHECKPOINT);
      assert.deepEqual(await lastOf(world), before);
      assert.deepEqual((await verifyAll(store.db)).findings, []);

      // The draft that was computed and approved before is published when the clock is right again.
      desk.moveTo(now + 2 * MINUTE);
      assert.equal((await publishRun(desk, people.operator, waiting, publisher)).published, 1);
      await decideMatter(desk, await askToWithdraw(desk, people.operator, withdrawal));
      const after = await lastOf(world);
      assert.ok(isSorted(after.publications.map(({ published_at }) => published_at)));
      assert.ok(isSorted(after.checkpoints.map(({ created_at }) => created_at)));
      assert.ok(isSorted((await changelog(world)).map(({ changed_at }) => changed_at)));
      assert.ok(after.audit.seq > before.audit.seq && after.audit.at > before.audit.at);

      desk.moveTo(now + HOUR);
      await publishNow(world, { everything: true });
      assert.equal((await lastOf(world)).publications.at(-1)!.published_at, desk.clock());
      assert.equal((await checkClock(store.db, desk.clock())).state, 'ok');
    },
  );
}

onEitherStore(
  'a clock that is set back does not make an indicator stale whose gate was checked',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store } = world;
    // The gates of the samples have lapsed by then; all of them are checked.
    desk.moveTo(desk.clock() + 30 * DAY);
    await renewGates(world, ALL_SAMPLES);
    assert.deepEqual((await sweepStaleness(desk, DEFAULT_POLICY)).stale, []);
    desk.moveTo(desk.clock() - HOUR);
    await assert.rejects(sweepStaleness(desk, DEFAULT_POLICY), BEHIND);
    const states = await store.db.selectFrom('provider_states').selectAll().execute();
    assert.ok(states.every(({ stale_since, withdrawn_at }) => stale_since === null && withdrawn_at === null));
  },
);

onEitherStore('clocks of machines that differ by a few seconds refuse nothing', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() - 3000);
  await draft(world);
});
