import assert from 'node:assert/strict';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { draftReinstatement } from '@rf-indicators/core/desk/publication/reinstate';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { currentIndicators } from '@rf-indicators/core/desk/runs/current-indicators';
import { readDraft } from '@rf-indicators/core/desk/runs/drafts';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { decideDraft, decideMatter } from '../../../../../test/support/deciding.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  draft,
  enter,
  FIRST_DAY,
  MINUTE,
  methodology,
  publishedWorld,
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

onEitherStore(
  'a lapsed gate makes the indicator stale without a run, and a new check clears it',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
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
    assert.equal(stale.stale_reason, 'Insolvency status was last checked on 2026-03-31.');
    assert.notEqual(stale.verification_id, null, 'the last indicator stands');
    const score = ['FX-05'].map(world.idOf);
    const { final_score } = (await currentIndicators(world.store.db, score)).get(score[0]!)!;
    const begun = (await changelog(world)).at(-1)!;
    assert.deepEqual(
      [begun.kind, begun.previous_score, begun.new_score, begun.reason, begun.changed_at],
      ['stale', final_score, final_score, stale.stale_reason, LAPSE],
    );
    await sweepStaleness(world.desk, DEFAULT_POLICY);
    assert.deepEqual((await changelog(world)).at(-1), begun, 'it is told once');

    await renewGates(world, ['FX-05']);
    await sweepStaleness(world.desk, DEFAULT_POLICY);
    assert.equal((await stateOf(world, 'FX-05')).stale_since, null);
    const ended = (await changelog(world)).at(-1)!;
    assert.deepEqual(
      [ended.kind, ended.new_score, ended.reason, ended.seq],
      ['stale_ended', final_score, 'The overdue check was made.', begun.seq + 1],
    );
    const events = await world.store.db.selectFrom('events').select('type').orderBy('seq').execute();
    assert.deepEqual(
      events.slice(-2).map(({ type }) => type),
      ['score.stale', 'score.stale_ended'],
    );
    const marks = await world.store.db.selectFrom('stale_marks').select('stale_since').execute();
    assert.deepEqual(
      marks.map(({ stale_since }) => stale_since),
      [LAPSE, null],
    );
  },
);

onEitherStore('a run that publishes a stale indicator anew ends its staleness', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(LAPSE);
  await sweepStaleness(world.desk, DEFAULT_POLICY);
  await renewGates(world, ['FX-05']);
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  assert.equal((await stateOf(world, 'FX-05')).stale_since, null);
  const told = (await changelog(world)).filter(({ provider_id }) => provider_id === world.idOf('FX-05'));
  assert.deepEqual(told.map(({ kind: what }) => what).slice(0, 3), ['initial', 'stale', 'stale_ended']);
});

onEitherStore(
  'inputs that no longer give a score make the indicator stale from that run on, and then withdraw it',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, people } = world;
    const providerIds = [world.idOf('FX-05'), world.idOf('FX-06')].sort();
    // Approvals refuse this; here the only evidence for a required fact is found to be wrong.
    const known = await factsAsOf(world.store.db, methodology, providerIds, desk.clock(), desk.clock());
    desk.moveTo(FIRST_DAY + DAY);
    for (const { facts } of known) {
      const proposal_id = facts.yield_max!.proposalId!;
      const retraction = {
        proposal_id,
        replaced_by: null,
        reason: 'wrong',
        retracted_by: people.reviewer.id,
      };
      await world.store.transaction((writes) =>
        writes
          .insertInto('retractions')
          .values({ ...retraction, retracted_at: desk.clock() })
          .execute(),
      );
    }
    desk.moveTo(FIRST_DAY + DAY + 1);
    const since = desk.clock();
    const { published, verified } = await publishNow(world, { providerIds });
    assert.deepEqual([published, verified], [0, 0]);
    assert.deepEqual((await sweepStaleness(desk, DEFAULT_POLICY)).stale, providerIds);
    const state = await stateOf(world, 'FX-05');
    assert.deepEqual([state.stale_since, state.unscorable_since], [since, since]);
    assert.equal(
      state.stale_reason,
      'The recorded inputs and facts do not give a score; the last score stands from before 2026-04-02.',
    );
    // Another run that finds the same does not begin the time anew.
    desk.moveTo(FIRST_DAY + 2 * DAY);
    await publishNow(world, { providerIds });
    assert.equal((await stateOf(world, 'FX-05')).unscorable_since, since);

    await enter(world, 'FX-05', 'yield_max', '0.00');
    desk.moveTo(desk.clock() + MINUTE);
    await publishNow(world, { providerIds });
    const again = await stateOf(world, 'FX-05');
    assert.deepEqual([again.stale_since, again.unscorable_since], [null, null]);
    assert.deepEqual((await sweepStaleness(desk, DEFAULT_POLICY)).stale, [world.idOf('FX-06')]);
    desk.moveTo(since + 14 * DAY - 1);
    assert.deepEqual((await sweepStaleness(desk, DEFAULT_POLICY)).withdrawn, []);
    desk.moveTo(since + 14 * DAY);
    assert.deepEqual((await sweepStaleness(desk, DEFAULT_POLICY)).withdrawn, [world.idOf('FX-06')]);
  },
);

onEitherStore('a run that finds a lapsed gate changes no indicator', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const before = await stateOf(world, 'FX-05');
  world.desk.moveTo(LAPSE);
  const { published, verified } = await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  assert.deepEqual([published, verified], [0, 0]);
  assert.equal((await stateOf(world, 'FX-05')).verification_id, before.verification_id);
});

onEitherStore(
  '14 days after a gate lapsed, the indicator is withdrawn automatically, and two people can reinstate it',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
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
    assert.equal(entry.reason, 'Withdrawn: Insolvency status was last checked on 2026-03-31.');
    assert.deepEqual(await sweepStaleness(world.desk, DEFAULT_POLICY), { stale: [], withdrawn: [] }, 'once');

    // Without a score there is nothing to reinstate, and the attempt leaves no draft.
    await assert.rejects(
      reinstate(world, 'FX-05'),
      new RegExp(`have no score now, so they cannot be reinstated: ${world.slugOf('FX-05')}\\.`),
    );
    const drafts = await world.store.db
      .selectFrom('runs')
      .select('status')
      .where('kind', '=', 'reinstatement')
      .execute();
    assert.deepEqual(
      drafts.map(({ status }) => status),
      ['discarded'],
    );
    await renewGates(world, ['FX-05']);
    world.desk.moveTo(world.desk.clock() + MINUTE);
    await publishNow(world, { providerIds: [world.idOf('FX-05')] });
    assert.equal((await stateOf(world, 'FX-05')).verification_id, null, 'no run undoes a withdrawal');

    const runId = await reinstate(world, 'FX-05');
    await decideDraft(world.desk, runId);
    await publishRun(world.desk, world.people.operator, runId, world.publisher);
    const back = await stateOf(world, 'FX-05');
    assert.notEqual(back.verification_id, null);
    assert.equal(back.withdrawn_at, null);
    const returned = (await changelog(world)).at(-1)!;
    assert.deepEqual(
      [returned.kind, returned.reason, returned.previous_score],
      ['reinstatement', 'Reinstated: It was checked.', entry.previous_score],
    );
    const events = await world.store.db.selectFrom('events').select('type').orderBy('seq').execute();
    assert.equal(events.at(-1)?.type, 'score.reinstated');
  },
);

function reinstate({ desk, people, idOf, publisher }: World, ...samples: string[]): Promise<string> {
  const request = { providerIds: samples.map(idOf), reason: 'It was checked.' };
  return draftReinstatement(desk, people.operator, request, publisher.policy);
}

onEitherStore('a withdrawal requires a reason and a second person', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people } = world;
  const ask = (reason: string) =>
    askToWithdraw(desk, people.operator, { providerId: world.idOf('FX-09'), reason });
  await assert.rejects(ask(''), /needs a reason/);
  const requestId = await ask('The product has ended.');
  assert.notEqual((await stateOf(world, 'FX-09')).verification_id, null);
  await assert.rejects(decideMatter(desk, requestId), /the person who requested it cannot approve it/);
  await decideMatter(desk, requestId);
  const state = await stateOf(world, 'FX-09');
  assert.deepEqual([state.verification_id, state.withdrawn_reason], [null, 'The product has ended.']);
  const again = decideMatter(desk, requestId);
  await assert.rejects(again, (error) => error instanceof Refusal && error.code === 'conflict');
});

onEitherStore(
  'a withdrawal holds whatever runs compute, and its reinstatement takes two people',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, people, publisher } = world;
    const samples = ['FX-01', 'FX-09'];
    for (const sample of samples) {
      const request = { providerId: world.idOf(sample), reason: 'Ended.' };
      const requestId = await askToWithdraw(desk, people.operator, request);
      await decideMatter(desk, requestId);
    }
    desk.moveTo(FIRST_DAY + DAY);
    await enter(world, 'FX-01', 'key_quorum', '1');
    for (const everything of [false, true]) {
      const runId = await draft(world, { everything });
      const { items } = await readDraft(world.store.db, runId);
      for (const sample of samples) {
        const item = items.find(({ provider_id }) => provider_id === world.idOf(sample))!;
        assert.deepEqual(
          [item.outcome, item.action, item.kind, item.causes],
          ['SCORED', 'none', null, ['withdrawn']],
        );
      }
    }
    await runDaily(desk, publisher, true);
    for (const sample of samples) assert.equal((await stateOf(world, sample)).verification_id, null);

    const ask = (...names: string[]) => reinstate(world, ...names);
    await assert.rejects(ask('FX-01', 'FX-02'), new RegExp(`are not withdrawn: ${world.slugOf('FX-02')}\\.`));
    await assert.rejects(ask(), /No providers were given/);
    const request = { providerIds: [world.idOf('FX-01')], reason: ' ' };
    await assert.rejects(
      draftReinstatement(desk, people.operator, request, DEFAULT_POLICY),
      /needs a reason/,
    );
    await assert.rejects(
      draftReinstatement(desk, people.analyst, { ...request, reason: 'x' }, DEFAULT_POLICY),
      /requires the (reviewer or )?operator role/,
    );
    const runId = await ask(...samples);
    const publish = () => publishRun(desk, people.operator, runId, publisher);
    await assert.rejects(publish(), /A reinstatement takes two people/);
    await decideDraft(desk, runId);
    await assert.rejects(publish(), /A reinstatement takes two people/, 'one’s own does not count');
    await decideDraft(desk, runId);
    await publish();
    for (const sample of samples) assert.notEqual((await stateOf(world, sample)).verification_id, null);
    const told = (await changelog(world)).slice(-2);
    assert.deepEqual(
      told.map(({ kind: what, previous_band, new_band }) => [what, previous_band, new_band]).sort(),
      [
        ['reinstatement', 'HIGH', 'HIGH'],
        ['reinstatement', 'MEDIUM', 'HIGH'],
      ],
    );
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);
