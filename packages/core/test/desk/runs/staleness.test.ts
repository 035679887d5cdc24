import assert from 'node:assert/strict';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { approveWithdrawal, askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { sweepStaleness } from '@rf-indicators/core/desk/runs/staleness';
import { onEachStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  draft,
  enter,
  FIRST_DAY,
  foundedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

async function stateOf({ store, idOf }: World, sample: string) {
  return store.db
    .selectFrom('provider_states')
    .selectAll()
    .where('provider_id', '=', idOf(sample))
    .executeTakeFirstOrThrow();
}

const OTHERS = ALL_SAMPLES.filter((sample) => sample !== 'FX-05');
// FX-05's insolvency and withdrawal status are of 31 March, and lapse when they are 14 days old.
const LAPSE = Date.parse('2026-04-14T00:00:00Z');

onEachStore(
  'a lapsed gate makes the indicator stale without a run, and a new check clears it',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    await publishNow(world);
    world.desk.moveTo(FIRST_DAY + 5 * DAY);
    await renewGates(world, OTHERS);
    world.desk.moveTo(LAPSE - 1);
    assert.deepEqual(await sweepStaleness(world.desk, DEFAULT_POLICY), { stale: [], withdrawn: [] });
    world.desk.moveTo(LAPSE);
    assert.deepEqual(await sweepStaleness(world.desk, DEFAULT_POLICY), {
      stale: [world.idOf('FX-05')],
      withdrawn: [],
    });
    const stale = await stateOf(world, 'FX-05');
    assert.equal(stale.stale_since, LAPSE);
    assert.match(stale.stale_reason!, /insolvency status not checked since 2026-04-14/);
    assert.notEqual(stale.verification_id, null, 'the last indicator stands');
    await renewGates(world, ['FX-05']);
    await sweepStaleness(world.desk, DEFAULT_POLICY);
    assert.equal((await stateOf(world, 'FX-05')).stale_since, null);
  },
);

onEachStore('a run that finds a lapsed gate changes no indicator', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await publishNow(world);
  const before = await stateOf(world, 'FX-05');
  world.desk.moveTo(LAPSE);
  const { published, verified } = await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  assert.deepEqual([published, verified], [0, 0]);
  assert.equal((await stateOf(world, 'FX-05')).verification_id, before.verification_id);
});

onEachStore(
  '14 days after a gate lapsed, the indicator is withdrawn automatically, and can be published again',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    await publishNow(world);
    for (const days of [6, 12, 18, 24]) {
      world.desk.moveTo(FIRST_DAY + days * DAY);
      await renewGates(world, OTHERS);
    }
    world.desk.moveTo(LAPSE + 14 * DAY - 1);
    assert.deepEqual((await sweepStaleness(world.desk, DEFAULT_POLICY)).withdrawn, []);
    world.desk.moveTo(LAPSE + 14 * DAY);
    assert.deepEqual((await sweepStaleness(world.desk, DEFAULT_POLICY)).withdrawn, [world.idOf('FX-05')]);
    const gone = await stateOf(world, 'FX-05');
    assert.deepEqual([gone.verification_id, gone.withdrawn_at], [null, world.desk.clock()]);
    const entry = (await changelog(world)).at(-1)!;
    assert.deepEqual([entry.kind, entry.new_score, entry.new_band], ['withdrawal', null, null]);
    assert.deepEqual(await sweepStaleness(world.desk, DEFAULT_POLICY), { stale: [], withdrawn: [] }, 'once');

    await renewGates(world, ['FX-05']);
    await publishNow(world, { providerIds: [world.idOf('FX-05')] });
    const back = await stateOf(world, 'FX-05');
    assert.notEqual(back.verification_id, null);
    assert.equal(back.withdrawn_at, null);
    const returned = (await changelog(world)).at(-1)!;
    assert.deepEqual([returned.kind, returned.reason], ['initial', 'Published again after a withdrawal.']);
  },
);

onEachStore('a withdrawal requires a reason and a second person', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await publishNow(world);
  const { desk, people } = world;
  const ask = (reason: string) =>
    askToWithdraw(desk, people.operator, { providerId: world.idOf('FX-09'), reason }, DEFAULT_POLICY);
  await assert.rejects(ask(''), /needs a reason/);
  const { requestId, done } = await ask('The product has ended.');
  assert.equal(done, false);
  assert.notEqual((await stateOf(world, 'FX-09')).verification_id, null);
  await assert.rejects(
    approveWithdrawal(desk, people.operator, requestId),
    /the person who requested it cannot approve it/,
  );
  await approveWithdrawal(desk, people.reviewer, requestId);
  const state = await stateOf(world, 'FX-09');
  assert.deepEqual([state.verification_id, state.withdrawn_reason], [null, 'The product has ended.']);
  const again = approveWithdrawal(desk, people.reviewer, requestId);
  await assert.rejects(again, (error) => error instanceof Refusal && error.code === 'not_found');
});

onEachStore(
  'publishing a withdrawn provider again in another band requires a second person',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    await publishNow(world);
    const { desk, people, publisher } = world;
    const request = { providerId: world.idOf('FX-01'), reason: 'Ended.' };
    const { requestId } = await askToWithdraw(desk, people.operator, request, DEFAULT_POLICY);
    await approveWithdrawal(desk, people.reviewer, requestId);
    desk.moveTo(FIRST_DAY + DAY);
    await enter(world, 'FX-01', 'key_quorum', '1');
    const runId = await draft(world, { providerIds: [world.idOf('FX-01')] });
    await assert.rejects(publishRun(desk, people.operator, runId, publisher), /requires a second person/);
  },
);
