import assert from 'node:assert/strict';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { readPackage } from '@rf-indicators/core/desk/packages/read-packages';
import { affectedBy } from '@rf-indicators/core/desk/publication/affected';
import { draftCorrection } from '@rf-indicators/core/desk/publication/correct';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { cases } from '../../../../../test/support/counts.ts';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { watchReads } from '../../../../../test/support/read-rows.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  approvedDraft,
  changelog,
  DAY,
  draft,
  enter,
  FIRST_DAY,
  foundedWorld,
  methodology,
  publishedWorld,
  publishNow,
  renew,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

/** The proposal behind an input of a provider as it stands. */
async function currentProposal({ store, desk, idOf }: World, sample: string, input: string): Promise<string> {
  const [facts] = await factsAsOf(store.db, methodology, [idOf(sample)], desk.clock(), desk.clock());
  return facts!.inputs[input]!.proposalId!;
}

async function correct(
  world: World,
  wrong: string,
  replacement: string | null,
  reason = 'Misread.',
): Promise<string[]> {
  const { desk, people, publisher } = world;
  const { runId, restates } = await draftCorrection(desk, people.operator, { wrong, replacement, reason });
  await decideDraft(desk, runId);
  await publishRun(desk, people.operator, runId, publisher);
  return restates;
}

async function indicatorsOf({ store, idOf }: World, sample: string) {
  return store.db
    .selectFrom('indicators')
    .selectAll()
    .where('provider_id', '=', idOf(sample))
    .orderBy('log_index')
    .execute();
}

/** FX-02 published three times, the first two holding the same cash cover, the last a newer one. */
async function worldWithAMistake(kind: 'sqlite' | 'postgres', t: Parameters<typeof foundedWorld>[1]) {
  const world = await publishedWorld(kind, t);
  const wrong = await currentProposal(world, 'FX-02', 'obligation_cover_months');
  world.desk.moveTo(FIRST_DAY + DAY);
  await enter(world, 'FX-02', 'independent_oversight', '70.00');
  await publishNow(world, { providerIds: [world.idOf('FX-02')] });
  return { world, wrong };
}

onEitherStore(
  'a correction restates every published indicator that used the wrong input',
  async (kind, t) => {
    const { world, wrong } = await worldWithAMistake(kind, t);
    world.desk.moveTo(FIRST_DAY + 2 * DAY);
    const right = await enter(world, 'FX-02', 'obligation_cover_months', '10.0', '2026-02-05');
    const before = await indicatorsOf(world, 'FX-02');
    assert.deepEqual(
      await correct(world, wrong, right, 'Cash cover was misread.'),
      before.map(({ verification_id }) => verification_id),
    );
    const after = (await indicatorsOf(world, 'FX-02')).slice(before.length);
    assert.deepEqual(
      after.map(({ corrects }) => corrects),
      before.map(({ verification_id }) => verification_id),
    );
    assert.deepEqual(
      after.map(({ as_of }) => as_of),
      before.map(({ as_of }) => as_of),
      'each looks at its own instant',
    );
    assert.ok(after.every(({ correction_reason }) => correction_reason === 'Cash cover was misread.'));
    assert.ok(after.every(({ final_score }, index) => final_score < before[index]!.final_score));
    assert.deepEqual(
      after.map(({ supersedes }) => supersedes),
      [null, before[1]!.verification_id],
    );
    const state = await world.store.db
      .selectFrom('provider_states')
      .select('verification_id')
      .where('provider_id', '=', world.idOf('FX-02'))
      .executeTakeFirstOrThrow();
    assert.equal(state.verification_id, after[1]!.verification_id);
    const news = (await changelog(world)).filter(({ kind: what }) => what === 'correction');
    assert.deepEqual(
      news.map(({ reason }) => reason),
      Array(2).fill('Correction: Cash cover was misread.'),
    );
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);

onEitherStore('a restated indicator uses nothing that was learned later', async (kind, t) => {
  const { world, wrong } = await worldWithAMistake(kind, t);
  world.desk.moveTo(FIRST_DAY + 3 * DAY);
  await enter(world, 'FX-02', 'reserve_quality', '50.00', '2026-03-25');
  const right = await enter(world, 'FX-02', 'obligation_cover_months', '10.0', '2026-02-05');
  await correct(world, wrong, right);
  const restated = (await indicatorsOf(world, 'FX-02')).at(-1)!;
  const { inputs } = await readPackage(world.store.db, restated.package_hash);
  assert.equal(inputs.obligation_cover_months!.value, '10.0');
  assert.equal(inputs.reserve_quality!.value, '2.40', 'approved after the instant, so not known then');
});

onEitherStore('a second correction keeps the first', async (kind, t) => {
  const { world, wrong } = await worldWithAMistake(kind, t);
  const alsoWrong = await currentProposal(world, 'FX-02', 'equity_ratio');
  world.desk.moveTo(FIRST_DAY + 2 * DAY);
  const right = await enter(world, 'FX-02', 'obligation_cover_months', '10.0', '2026-02-05');
  await correct(world, wrong, right);
  world.desk.moveTo(FIRST_DAY + 3 * DAY);
  const alsoRight = await enter(world, 'FX-02', 'equity_ratio', '5.00', '2026-02-05');
  await correct(world, alsoWrong, alsoRight);
  const latest = (await indicatorsOf(world, 'FX-02')).at(-1)!;
  const { inputs } = await readPackage(world.store.db, latest.package_hash);
  assert.deepEqual([inputs.obligation_cover_months!.value, inputs.equity_ratio!.value], ['10.0', '5.00']);
});

onEitherStore('renewals of the wrong value are retracted with it', async (kind, t) => {
  const { world, wrong } = await worldWithAMistake(kind, t);
  world.desk.moveTo(FIRST_DAY + 5 * DAY);
  await renewGates(world, ['FX-02']);
  await renew(world, 'obligation_cover_months', ['FX-02']);
  await publishNow(world, { providerIds: [world.idOf('FX-02')] });
  world.desk.moveTo(FIRST_DAY + 5 * DAY + 60_000);
  await publishNow(world, { providerIds: [world.idOf('FX-02')], everything: true });
  await publishNow(world, { providerIds: [world.idOf('FX-02')] });
  world.desk.moveTo(FIRST_DAY + 5 * DAY + 120_000);
  await publishNow(world, { providerIds: [world.idOf('FX-02')], everything: true });
  const before = await indicatorsOf(world, 'FX-02');
  assert.deepEqual(
    before.map(({ kind: what }) => what),
    ['initial', 'score_change', before[2]!.kind, 'renewal', 'renewal'],
  );
  const right = await enter(world, 'FX-02', 'obligation_cover_months', '10.0', '2026-02-05');
  assert.equal((await correct(world, wrong, right)).length, 5);
  // Each is restated. The changelog tells of those that it had told of, and of the current one.
  const told = (await changelog(world)).filter(({ kind: what }) => what === 'correction');
  const corrected = new Map(
    (await indicatorsOf(world, 'FX-02')).map((one) => [one.verification_id, one.corrects]),
  );
  assert.deepEqual(
    told.map(({ verification_id }) => corrected.get(verification_id)),
    before
      .filter((one, at) => one.kind !== 'renewal' || at === 4)
      .map(({ verification_id }) => verification_id),
  );
  world.desk.moveTo(FIRST_DAY + 6 * DAY);
  const runId = await draft(world, { providerIds: [world.idOf('FX-02')] });
  const item = await world.store.db
    .selectFrom('run_items')
    .select('causes')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  assert.equal(item.causes, '[]', 'the next run agrees with the correction');
});

onEitherStore('a retraction takes the committee even if nothing has to be restated', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people, publisher } = world;
  const wrong = await currentProposal(world, 'FX-02', 'equity_ratio');
  const request = { wrong, replacement: null, reason: 'Misread.' };
  const { runId, restates } = await draftCorrection(desk, people.operator, request);
  assert.deepEqual(restates, []);
  await assert.rejects(
    publishRun(desk, people.operator, runId, publisher),
    /once the committee has accepted it/,
  );
  assert.equal(
    await currentProposal(world, 'FX-02', 'equity_ratio'),
    wrong,
    'nothing is retracted before it is published',
  );
  await decideDraft(desk, runId);
  await publishRun(desk, people.operator, runId, publisher);
  desk.moveTo(desk.clock() + DAY);
  const [facts] = await factsAsOf(
    world.store.db,
    methodology,
    [world.idOf('FX-02')],
    desk.clock(),
    desk.clock(),
  );
  assert.equal(facts!.inputs.equity_ratio, undefined);
  const again = draftCorrection(desk, people.operator, request);
  await assert.rejects(again, (error) => error instanceof Refusal && error.code === 'not_found');
});

onEitherStore('a correction that was overtaken by a publication can be drafted again', async (kind, t) => {
  const { world, wrong } = await worldWithAMistake(kind, t);
  const { desk, people, publisher } = world;
  desk.moveTo(FIRST_DAY + 2 * DAY);
  const right = await enter(world, 'FX-02', 'obligation_cover_months', '10.0', '2026-02-05');
  const request = { wrong, replacement: right, reason: 'Misread.' };
  const first = await draftCorrection(desk, people.operator, request);
  await decideDraft(desk, first.runId);
  desk.moveTo(FIRST_DAY + 3 * DAY);
  await publishNow(world, { providerIds: [world.idOf('FX-02')], everything: true });
  await assert.rejects(publishRun(desk, people.operator, first.runId, publisher), /Run rf correct again/);
  assert.equal((await correct(world, wrong, right)).length, 2, 'the third holds the right value already');
});

onEitherStore('a draft is refused if one of its inputs was retracted later', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people, publisher } = world;
  const runId = await approvedDraft(world);
  const wrong = await currentProposal(world, 'FX-02', 'equity_ratio');
  desk.moveTo(FIRST_DAY + DAY);
  await correct(world, wrong, null);
  await assert.rejects(
    publishRun(desk, people.operator, runId, publisher),
    new RegExp(`an input corrected, after this run was computed.* Providers: ${world.slugOf('FX-02')}\\.$`),
  );
});

onEitherStore('a correction that would leave an indicator without a score is refused', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const wrong = await currentProposal(world, 'FX-02', 'withdrawal_status');
  const request = { wrong, replacement: null, reason: 'Nobody looked.' };
  const attempt = draftCorrection(world.desk, world.people.operator, request);
  await assert.rejects(
    attempt,
    (error) => error instanceof Refusal && /Withdraw it instead/.test(error.message),
  );
  const { db } = world.store;
  assert.deepEqual(await db.selectFrom('retractions').selectAll().execute(), []);
  const runs = await db.selectFrom('runs').select('status').where('kind', '=', 'correction').execute();
  assert.deepEqual(
    runs.map(({ status }) => status),
    ['discarded'],
    'what was begun of it is discarded',
  );
});

onEitherStore(
  'an input of many indicators is corrected in portions: the records are read once for each, and progress is told',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, people, store } = world;
    const wrong = await currentProposal(world, 'FX-02', 'obligation_cover_months');
    const published = cases(24, 60);
    for (let day = 1; day < published; day += 1) {
      desk.moveTo(FIRST_DAY + day * 60_000);
      await publishNow(world, { providerIds: [world.idOf('FX-02')], everything: true });
    }
    const reads = watchReads(store.db);
    const told: [number, number][] = [];
    const { runId, restates } = await draftCorrection(
      { ...desk, store: { ...store, db: reads.db } },
      people.operator,
      { wrong, replacement: null, reason: 'Misread.' },
      (done, all) => told.push([done, all]),
    );
    assert.equal(restates.length, published);
    assert.deepEqual(told.at(-1), [published, published]);
    assert.ok(told.length > 1 && told[0]![0] < published);
    // Nine for each indicator, if the records were read for each of them.
    assert.ok(reads.queries() < published * 5, `${reads.queries()} queries for ${published} indicators`);
    const items = await store.db
      .selectFrom('run_items')
      .select('corrects')
      .where('run_id', '=', runId)
      .execute();
    assert.deepEqual(items.map(({ corrects }) => corrects).sort(), [...restates].sort());
    const work = await store.db
      .selectFrom('run_progress')
      .select(['stage', 'done', 'total'])
      .where('run_id', '=', runId)
      .execute();
    assert.deepEqual(
      work.map((one) => ({ ...one })),
      [{ stage: 'scoring', done: published, total: published }],
    );
  },
);

onEitherStore('what a correction would restate is counted, and the newest are listed', async (kind, t) => {
  const { world, wrong } = await worldWithAMistake(kind, t);
  const { count, indicators } = await affectedBy(world.store.db, wrong);
  assert.equal(count, 2);
  assert.deepEqual(
    indicators.map(({ published_at }) => published_at),
    indicators.map(({ published_at }) => published_at).toSorted((a, b) => b - a),
  );
});

onEitherStore(
  'a correction requires a reason, the committee and a replacement for the same input',
  async (kind, t) => {
    const { world, wrong } = await worldWithAMistake(kind, t);
    const { desk, people, publisher } = world;
    const other = await currentProposal(world, 'FX-03', 'equity_ratio');
    const ask = (replacement: string | null, reason: string) =>
      draftCorrection(desk, people.operator, { wrong, replacement, reason });
    await assert.rejects(ask(null, ' '), /needs a reason/);
    await assert.rejects(ask(other, 'x'), /a different provider or input/);
    await assert.rejects(
      draftCorrection(desk, people.reviewer, { wrong, replacement: null, reason: 'x' }),
      /requires the operator role/,
    );
    const { runId } = await ask(null, 'x');
    await assert.rejects(
      publishRun(desk, people.operator, runId, publisher),
      /once the committee has accepted it/,
    );
  },
);
