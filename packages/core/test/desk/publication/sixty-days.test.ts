// Sixty days at a desk that does its rounds: once a week everything that would lose points before the next round
// is "checked, unchanged", and each day the service runs and publishes by itself.

import assert from 'node:assert/strict';
import { SERVICE } from '@rf-indicators/core/context/actor';
import { civilDate } from '@rf-indicators/core/context/times';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { dueInputs } from '@rf-indicators/core/desk/inputs/due';
import { factsAsOf } from '@rf-indicators/core/desk/inputs/facts';
import { renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { approveRun, publishRun } from '@rf-indicators/core/desk/publication/publish';
import { capsText } from '@rf-indicators/core/desk/runs/current-indicators';
import { runDaily } from '@rf-indicators/core/desk/runs/daily-run';
import { sweepStaleness } from '@rf-indicators/core/desk/runs/staleness';
import { score } from '@rf-indicators/engine';
import {
  fictionalEvidence,
  type SampleProvider,
  sampleProviders,
} from '../../../../../test/support/demo-parts.ts';
import { onEachStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  changelog,
  DAY,
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';

const DAYS = 60;
const DAYS_BETWEEN_ROUNDS = 7;

/** The first round is on the second day, so that the first publication shows the samples as they came. */
const isRound = (day: number) => day % DAYS_BETWEEN_ROUNDS === 1;

/** What is due before the next round, each with its value and grade as they stand. */
async function renewWhatIsDue(world: World): Promise<void> {
  const { desk, people, store } = world;
  const now = desk.clock();
  const ids = ALL_SAMPLES.map(world.idOf);
  const facts = new Map((await factsAsOf(store.db, methodology, ids, now, now)).map((own) => [own.id, own]));
  const due = await dueInputs(desk, methodology, now, DAYS_BETWEEN_ROUNDS);
  const gradeOf = ({ provider_id, input }: (typeof due)[number]) => {
    const { gates, inputs } = facts.get(provider_id)!;
    return (gates[input] ?? inputs[input])!.grade;
  };
  // One evidence record has one grade, and one renewal is about one input.
  const checks = Map.groupBy(due, (input) => `${input.input} ${gradeOf(input)}`);
  const proposals: string[] = [];
  for (const [check, inputs] of checks) {
    const evidence = fictionalEvidence(`Check of ${check}`, civilDate(now), gradeOf(inputs[0]!));
    const providers = inputs.map(({ slug }) => slug);
    const renewal = { input: inputs[0]!.input, providers, evidence };
    const { proposalIds } = await renewUnchanged(desk, people.analyst, methodology, renewal);
    proposals.push(...proposalIds);
  }
  await decide(desk, people.reviewer, { proposalIds: proposals }, 'approved');
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

/** Samples that came with evidence so old that looking at it again is news. */
function movedByTheFirstRound(): string[] {
  const [before, after] = [civilDate(FIRST_DAY), civilDate(FIRST_DAY + DAY)];
  const moved = sampleProviders().filter((sample) => {
    const [asCame, renewed] = [headline(sample, before), headline(sample, after, after)];
    const drift = Math.abs(renewed.final - asCame.final);
    return drift >= 100 || renewed.band !== asCame.band || renewed.caps !== asCame.caps;
  });
  return moved.map(({ provider_id }) => provider_id);
}

/** A run that holds back a band change waits as a draft until a reviewer has looked at it. */
async function publishToday({ desk, people, publisher, store }: World): Promise<void> {
  const runId = await runDaily(desk, publisher, true);
  const { status } = await store.db
    .selectFrom('runs')
    .select('status')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  if (status === 'published') return;
  await approveRun(desk, people.reviewer, runId!);
  await publishRun(desk, SERVICE, runId!, publisher);
}

onEachStore(
  'in sixty days with weekly renewal no provider loses its score, and the changelog has only real news',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, publisher } = world;
    // The walk is the same on both; PostgreSQL only takes longer for each step.
    const daysBetweenRuns = kind === 'sqlite' ? 1 : 3;
    for (let day = 0; day <= DAYS; day += 1) {
      const morning = FIRST_DAY + day * DAY;
      if (isRound(day)) {
        desk.moveTo(morning - MINUTE);
        await renewWhatIsDue(world);
      }
      if (day % daysBetweenRuns !== 0) continue;
      desk.moveTo(morning);
      await publishToday(world);
      const sweep = await sweepStaleness(desk, publisher.policy);
      assert.deepEqual(sweep, { stale: [], withdrawn: [] }, `day ${day}`);
    }

    assert.deepEqual(await outcomesOf(world), ['SCORED'], 'no run left a provider without a score');
    assert.deepEqual(await verifiedAt(world), [FIRST_DAY + DAYS * DAY], 'the last run confirmed all of them');

    // Nobody learned anything new in these sixty days: people only looked again. So after the first publication
    // the one thing to tell is what the first round showed: evidence that had come old still holds. Whose score
    // that moves by a full point, or over a band or a cap, the engine says by itself, without store and desk.
    const entries = await changelog(world);
    const initial = entries.splice(0, ALL_SAMPLES.length);
    assert.deepEqual([...new Set(initial.map(({ kind }) => kind))], ['initial']);
    const moved = movedByTheFirstRound();
    assert.deepEqual(moved, ['FX-11']);
    assert.deepEqual(
      entries.map(({ provider_id }) => provider_id),
      moved.map(world.idOf),
    );
    for (const { changed_at, reason } of entries) {
      // Held for a second person, it comes just after what the service published at the same time.
      const firstRun = FIRST_DAY + daysBetweenRuns * DAY;
      assert.ok(
        changed_at >= firstRun && changed_at < firstRun + 1000,
        'by the first run after the first round',
      );
      assert.match(reason, /^Renewed evidence in [^;]+(; hard rule HR\d+ cleared)?\.$/);
    }
  },
);
