// Sixty days at a desk that does its rounds: once a week everything that would lose points before the next round
// is "checked, unchanged", except one input that nobody looks at again. One value changes. Each day the service runs and
// publishes by itself.

import assert from 'node:assert/strict';
import { civilDate } from '@rf-indicators/core/context/times';
import { listDue } from '@rf-indicators/core/desk/due/due';
import { refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { capsText, currentIndicators } from '@rf-indicators/core/desk/runs/current-indicators';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { score } from '@rf-indicators/engine';
import { cases } from '../../../../../test/support/counts.ts';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import {
  fictionalEvidence,
  type SampleProvider,
  sampleProviders,
} from '../../../../../test/support/demo-parts.ts';
import { proveConfirmations } from '../../../../../test/support/proved-confirmations.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  enter,
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';

const DAYS = 60;
const DAYS_BETWEEN_ROUNDS = 7;
/** Worth 2.00 points, which it loses from day 26 to day 55. */
const NEGLECTED = { sample: 'FX-10', input: 'enforcement_status' };
const CHANGED = { day: 30, sample: 'FX-05', input: 'equity_ratio', value: '4.00' };

/** The first round is on the second day, so that the first publication shows the samples as they came. */
const isRound = (day: number) => day % DAYS_BETWEEN_ROUNDS === 1;

/** What is due before the next round, each with its value and grade as they stand. */
async function renewWhatIsDue(world: World): Promise<void> {
  const { desk, people, store } = world;
  const now = desk.clock();
  const ids = ALL_SAMPLES.map(world.idOf);
  const facts = new Map((await factsAsOf(store.db, methodology, ids, now, now)).map((own) => [own.id, own]));
  await refreshDue(desk);
  const { data: listed } = await listDue(desk, { days: DAYS_BETWEEN_ROUNDS, limit: 1000 });
  const due = listed.filter(
    ({ slug, input }) => slug !== world.slugOf(NEGLECTED.sample) || input !== NEGLECTED.input,
  );
  const gradeOf = ({ provider_id, input }: (typeof due)[number]) => {
    const { gates, inputs, facts: others } = facts.get(provider_id)!;
    return (gates[input] ?? inputs[input] ?? others[input])!.grade!;
  };
  // One evidence record has one grade, and one renewal is about one input.
  const checks = Map.groupBy(due, (input) => `${input.input} ${gradeOf(input)}`);
  const proposals: string[] = [];
  for (const [check, inputs] of checks) {
    const grade = gradeOf(inputs[0]!);
    const evidence = fictionalEvidence(`Check of ${check}`, civilDate(now), grade, 'public register');
    const providers = inputs.map(({ slug }) => slug);
    const renewal = { input: inputs[0]!.input, providers, evidence };
    const { proposalIds } = await renewUnchanged(desk, people.analyst, methodology, renewal);
    proposals.push(...proposalIds);
  }
  await decide(desk, people.reviewer, { proposalIds: proposals }, 'approved', { unopened: true });
}

async function outcomesOf({ store }: World): Promise<string[]> {
  const rows = await store.db.selectFrom('run_items').select('outcome').distinct().execute();
  return rows.map(({ outcome }) => outcome);
}

async function verifiedAt({ store }: World): Promise<number[]> {
  const rows = await store.db.selectFrom('provider_states').select('verified_at').distinct().execute();
  return rows.map(({ verified_at }) => verified_at);
}

/** The headline that the engine gives a sample, with its evidence of the days it has or all of it of one day. */
function headline(sample: SampleProvider, today: string, evidenceOf?: string) {
  const dated = (inputs: SampleProvider['inputs']) =>
    Object.fromEntries(
      Object.entries(inputs).map(([id, input]) => [
        id,
        { ...input, evidence_date: evidenceOf ?? input.evidence_date },
      ]),
    );
  const { provider_id, planner_type, flags, gates, inputs } = sample;
  const run = { provider_id, planner_type, flags, scoring_date: today };
  const outcome = score(methodology, { ...run, gates: dated(gates), inputs: dated(inputs) });
  assert.equal(outcome.status, 'SCORED');
  return { final: outcome.trace.final, band: outcome.result.band, caps: capsText(outcome) };
}

/** Samples that came with evidence so old that looking at it again moves their score by a point, or over a cap or band. */
function movedByTheFirstRound(): string[] {
  const [before, after] = [civilDate(FIRST_DAY), civilDate(FIRST_DAY + DAY)];
  const moved = sampleProviders().filter((sample) => {
    const [asCame, renewed] = [headline(sample, before), headline(sample, after, after)];
    const points = Math.abs(renewed.final - asCame.final);
    return points >= 100 || renewed.band !== asCame.band || renewed.caps !== asCame.caps;
  });
  return moved.map(({ provider_id }) => provider_id);
}

/** The score and band that the engine gives what is on record for each provider, without store and desk. */
async function requireServedAsComputed({ store, idOf }: World, asOf: number): Promise<void> {
  const ids = ALL_SAMPLES.map(idOf);
  const served = await currentIndicators(store.db, ids);
  for (const facts of await factsAsOf(store.db, methodology, ids, asOf, asOf)) {
    const { id: provider_id, planner_type, flags, gates, inputs } = facts;
    const run = { provider_id, planner_type, flags, gates, inputs, scoring_date: civilDate(asOf) };
    const outcome = score(methodology, run);
    assert.ok(outcome.status === 'SCORED');
    const { final_score, risk_band, caps } = served.get(provider_id)!;
    assert.deepEqual(
      [final_score, risk_band, caps],
      [outcome.trace.final, outcome.result.band, capsText(outcome)],
      `${facts.slug} on ${civilDate(asOf)}`,
    );
  }
}

/** A run that holds back a first indicator or a band change waits as a draft until two people have looked at it. */
async function publishToday({ desk, people, publisher, store }: World): Promise<void> {
  const runId = await runDaily(desk, publisher, true);
  const { status } = await store.db
    .selectFrom('runs')
    .select('status')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  if (status === 'published') return;
  await decideDraft(desk, runId!);
  await publishRun(desk, people.operator, runId!, publisher);
}

onEitherStore(
  'in sixty days of weekly rounds every served score is the computed one, and the changelog without drift has only news',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, publisher } = world;
    // The walk is the same with fewer runs; on PostgreSQL each takes longer.
    const daysBetweenRuns = cases(5, kind === 'sqlite' ? 1 : 5);
    for (let day = 0; day <= DAYS; day += 1) {
      const morning = FIRST_DAY + day * DAY;
      if (isRound(day)) {
        desk.moveTo(morning - MINUTE);
        await renewWhatIsDue(world);
      }
      if (day === CHANGED.day) {
        desk.moveTo(morning - MINUTE);
        await enter(world, CHANGED.sample, CHANGED.input, CHANGED.value);
      }
      if (day % daysBetweenRuns !== 0) continue;
      desk.moveTo(morning);
      await publishToday(world);
      await requireServedAsComputed(world, morning);
      const sweep = await sweepStaleness(desk, publisher.policy);
      assert.deepEqual(sweep, { stale: [], withdrawn: [] }, `day ${day}`);
    }

    assert.deepEqual(await outcomesOf(world), ['SCORED'], 'no run left a provider without a score');
    assert.deepEqual(await verifiedAt(world), [FIRST_DAY + DAYS * DAY], 'the last run confirmed all of them');

    // After the first publication there are three things to tell: what the first round showed (evidence that had come old
    // still holds; whose score that moves, the engine says by itself, without store and desk), the changed value, and
    // the evidence that nobody renewed, once for each point that it cost.
    const entries = await changelog(world);
    const initial = entries.splice(0, ALL_SAMPLES.length);
    assert.deepEqual([...new Set(initial.map(({ kind }) => kind))], ['initial']);
    assert.deepEqual(movedByTheFirstRound(), ['FX-11']);
    const of = (sample: string) => entries.filter(({ provider_id }) => provider_id === world.idOf(sample));
    const [renewed, ...nothing] = of('FX-11');
    assert.deepEqual(nothing, []);
    assert.equal(renewed?.kind, 'band_change');
    assert.match(renewed.reason, /^Renewed evidence in [^;]+(; a cap was lifted)?\.$/);
    // Held for a second person, it comes just after what the service published at the same time.
    const firstRun = FIRST_DAY + daysBetweenRuns * DAY;
    assert.ok(
      renewed.changed_at >= firstRun && renewed.changed_at < firstRun + 1000,
      'by the first run after it',
    );
    const [changed, ...nothingElse] = of(CHANGED.sample);
    assert.deepEqual(
      [changed?.kind, changed?.reason, changed?.changed_at, nothingElse],
      ['score_change', 'New facts in Solvency and leverage.', FIRST_DAY + CHANGED.day * DAY, []],
    );
    const neglected = of(NEGLECTED.sample);
    requireNewsForEachPoint(initial, neglected);
    assert.equal(entries.length, 2 + neglected.length, 'and no other entries');

    const indicators = await world.store.db.selectFrom('indicators').select('kind').execute();
    const renewals = indicators.filter(({ kind }) => kind === 'renewal');
    assert.equal(indicators.length, initial.length + entries.length + renewals.length);
    assert.ok(renewals.length > 0, 'what was looked at again was renewed');

    // A run confirms all but what was renewed or moved; right after a round, every gate was renewed.
    const runs = Math.floor(DAYS / daysBetweenRuns) + 1;
    const rounds = Array.from({ length: DAYS }, (_, day) => day).filter(isRound).length;
    assert.equal(await proveConfirmations(world.store.db), runs - 1 - rounds);
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);

type Entries = Awaited<ReturnType<typeof changelog>>;

/** Evidence that ages moves the score each day. That is drift, until it has added up to a point. */
function requireNewsForEachPoint(initial: Entries, aged: Entries): void {
  const first = initial.find(({ provider_id }) => provider_id === aged[0]!.provider_id)!.new_score!;
  let lastNews = first;
  let before = first;
  for (const { kind, previous_score, new_score, reason } of aged) {
    assert.equal(previous_score, before);
    assert.ok(new_score! < before, 'it only loses');
    const isNews = lastNews - new_score! >= 100;
    assert.equal(kind, isNews ? 'score_change' : 'drift');
    assert.equal(reason, 'Evidence not renewed in Governance, law and regulation.');
    if (isNews) lastNews = new_score!;
    before = new_score!;
  }
  assert.deepEqual([...new Set(aged.map(({ kind }) => kind))], ['drift', 'score_change']);
  assert.equal(before, first - 200, 'all its points are lost');
}
