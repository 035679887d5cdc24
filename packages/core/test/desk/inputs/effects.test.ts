// The effect that a proposal shows is exactly what a run gives once that proposal alone is approved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { readPackages } from '@rf-indicators/core/desk/packages/read-packages';
import { rescore } from '@rf-indicators/core/desk/runs/current-indicators';
import { withPlugin } from '@rf-indicators/core/store/records/bound';
import type { Store } from '@rf-indicators/core/store/store';
import { cases } from '../../../../../test/support/counts.ts';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  draft,
  enter,
  FIRST_DAY,
  foundedWorld,
  GATES,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';
import { type Story, storyOf } from '../../acts/story.ts';
import { CONFIRMATION } from '../../../../../test/support/evidence.ts';

type Proposal = AnswerOf<'inputs.list'>['data'][number];

/** A generator with a fixed seed: the same test every time. */
function picker(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Values that inputs and facts can have; numbers below, between and above the breakpoints. */
function someValue(input: string, pick: (below: number) => number): string {
  const of = (values: readonly string[]) => values[pick(values.length)]!;
  const criterion = methodology.document.criteria.find(({ id }) => id === input);
  if (criterion?.input.type === 'enum') return of(criterion.input.options.map(([value]) => value));
  if (criterion?.input.type === 'number') return of(criterion.input.breakpoints.map(([value]) => value));
  const gate = methodology.document.gates.find(({ id }) => id === input);
  if (gate !== undefined) return of(gate.options);
  return of(FACTS[input]!);
}

const FACTS: Record<string, string[]> = {
  planner_type: ['btc', 'fiat', 'stablecoin'],
  payout_currency: ['USD', 'EUR', 'BTC'],
  yield_max: ['3.00', '9.50', '24.00'],
  yield_min: ['0.50', '8.00'],
  bitcoin_part: ['40.00', '120.00'],
  lends: ['true', 'false'],
  onchain: ['true', 'false'],
  redeemable: ['true', 'false'],
};

/** Inputs that hard rules test are chosen more often, because only they are contested. */
const KINDS: readonly string[][] = [
  [...methodology.criterionById.keys(), ...methodology.gateById.keys()],
  methodology.document.hard_rules.flatMap(({ tiers }) =>
    tiers.flatMap(([condition]) =>
      'input' in condition && condition.input !== 'confidence' ? [condition.input] : [],
    ),
  ),
  Object.keys(FACTS),
];

async function proposeSome(
  world: World,
  sample: string,
  proposals: number,
  pick: (below: number) => number,
): Promise<void> {
  const { desk, people } = world;
  for (let proposed = 0; proposed < proposals; ) {
    const inputs = KINDS[pick(KINDS.length)]!;
    const input = inputs[pick(inputs.length)]!;
    const value = someValue(input, pick);
    const date = civilDate(desk.clock() - pick(3) * DAY);
    const evidence = fictionalEvidence(`${input} ${value}`, date, 'ABCDE'[pick(5)]!);
    const rows = asRows([
      { provider: world.slugOf(sample), input, value, evidence, confirmation: CONFIRMATION },
    ]);
    try {
      await proposeInputs(desk, people.analyst, methodology, rows);
      proposed += 1;
    } catch (error) {
      // A value that does not fit what is approved, or that runs derive.
      assert.ok(error instanceof Refusal, String(error));
    }
  }
}

async function list({ services, callers }: Story, input: object = {}): Promise<Proposal[]> {
  return (await performAct(services, callers.reviewer!, 'inputs.list', { status: 'open', ...input })).data;
}

interface RunResult {
  score: number | null;
  band: string | null;
  caps: Map<string, number>;
  contested: { input: string; value: string; needs: string }[];
}

/** What a run gives for these providers now. */
async function resultOfRun(world: World, providerIds: readonly string[]): Promise<Map<string, RunResult>> {
  world.desk.moveTo(world.desk.clock() + 1000);
  const runId = await draft(world, { providerIds, everything: true });
  const items = await world.store.db
    .selectFrom('run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .execute();
  const hashes = items.flatMap(({ package_hash }) => package_hash ?? []);
  const packages = await readPackages(world.store.db, hashes);
  return new Map(
    items.map(({ provider_id, final_score, risk_band, contested, package_hash }) => {
      const content = packages.get(package_hash ?? '');
      const fired = content === undefined ? [] : rescore(methodology, content).trace.fired;
      const caps = new Map(fired.map(({ rule, tier }) => [rule.id, tier.cap]));
      return [provider_id, { score: final_score, band: risk_band, caps, contested: JSON.parse(contested) }];
    }),
  );
}

function expectedCaps(before: RunResult, after: RunResult) {
  const shared = [...after.caps.keys()].filter((id) => before.caps.has(id));
  return {
    added: [...after.caps.keys()].filter((id) => !before.caps.has(id)),
    removed: [...before.caps.keys()].filter((id) => !after.caps.has(id)),
    changed: shared.filter((id) => after.caps.get(id) !== before.caps.get(id)),
  };
}

onEitherStore('the effect of a proposal is what a run gives after its approval', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const pick = picker(20_260_401);
  const seen = { changed: 0, unchanged: 0, contested: 0, refused: 0, caps: 0, bands: 0 };
  world.desk.moveTo(FIRST_DAY + MINUTE);
  // PostgreSQL gives the same rows, so that a short walk is enough there.
  const proposals = kind === 'sqlite' ? cases(3, 6) : 2;
  for (const sample of ALL_SAMPLES) await proposeSome(world, sample, proposals, pick);
  const before = await resultOfRun(world, ALL_SAMPLES.map(world.idOf));
  const todo = [...ALL_SAMPLES];
  while (todo.length > 0) {
    const open = await list(story, { provider: world.slugOf(todo[0]!) });
    if (open.length === 0) {
      todo.shift();
      continue;
    }
    world.desk.moveTo(world.desk.clock() + 1000);
    const { id, provider_id, input, value, effect, slug } = open[pick(open.length)]!;
    const was = before.get(provider_id!)!;
    const told = `${slug} ${input} ${value}: ${JSON.stringify(effect)}`;
    assert.deepEqual([effect!.score_before, effect!.band_before], [was.score, was.band], told);
    const decision = { proposals: [id], unopened: true, confirmation: CONFIRMATION };
    const refusal = await performAct(
      story.services,
      story.callers.reviewer!,
      'inputs.approve',
      decision,
    ).then(
      () => null,
      (error: Refusal) => error.details.map(({ message }) => message).join('; '),
    );
    if (refusal !== null) {
      assert.equal(effect!.reason, `Approved alone, it would be refused: ${refusal}.`, told);
      const rejection = { proposals: [id], reason: 'It does not fit.' };
      await performAct(story.services, story.callers.reviewer!, 'inputs.reject', rejection);
      seen.refused += 1;
      continue;
    }
    const now = (await resultOfRun(world, [provider_id!])).get(provider_id!)!;
    before.set(provider_id!, now);
    assert.deepEqual([effect!.score_after, effect!.band_after], [now.score, now.band], told);
    assert.deepEqual(effect!.caps, expectedCaps(was, now), told);
    const bothScored = was.score !== null && now.score !== null;
    assert.equal(effect!.points, bothScored ? now.score! - was.score! : null, told);
    const contested = now.contested.find((one) => one.input === input && one.value === value);
    assert.equal(effect!.contested?.needs, contested?.needs, told);
    const isSame = was.score === now.score && JSON.stringify(expectedCaps(was, now)) === NO_CAPS;
    if (isSame || now.score === null) assert.notEqual(effect!.reason, null, told);
    else if (contested === undefined) assert.equal(effect!.reason, null, told);
    seen[isSame ? 'unchanged' : 'changed'] += 1;
    if (contested !== undefined) seen.contested += 1;
    if (JSON.stringify(effect!.caps) !== NO_CAPS) seen.caps += 1;
    if (was.band !== now.band) seen.bands += 1;
  }
  for (const [what, times] of kind === 'sqlite' ? Object.entries(seen) : []) {
    assert.ok(times > 0, `no proposal was ${what}: ${JSON.stringify(seen)}`);
  }
});

const NO_CAPS = JSON.stringify({ added: [], removed: [], changed: [] });

onEitherStore('a stricter cap is shown as changed, and weak evidence as contested', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const { desk, people } = world;
  desk.moveTo(FIRST_DAY + MINUTE);
  await enter(world, 'FX-05', 'reserve_coverage', '97.20');
  desk.moveTo(FIRST_DAY + DAY);
  for (const [value, grade] of [
    ['85.00', 'E'],
    ['105.00', 'D'],
  ]) {
    const evidence = fictionalEvidence(`Coverage ${value}`, civilDate(desk.clock()), grade!);
    const rows = asRows([{ provider: world.slugOf('FX-05'), input: 'reserve_coverage', value, evidence }]);
    await proposeInputs(desk, people.analyst, methodology, rows);
    desk.moveTo(desk.clock() + MINUTE);
  }
  const [stricter, weak] = (await list(story)).map(({ effect }) => effect!);
  assert.deepEqual(stricter, {
    ...{ score_before: 3999, score_after: 1999, points: -2000, band_before: 'HIGH', band_after: 'HIGH' },
    ...{ caps: { added: [], removed: [], changed: ['HR04'] }, contested: null, through: [], reason: null },
  });
  assert.deepEqual(weak!.contested, { needs: 'A' });
  assert.deepEqual([weak!.points, weak!.caps.removed], [0, []]);
  assert.equal(weak!.reason, 'It would not count: evidence of grade A says otherwise.');
});

onEitherStore('the effect of a reference rate is what a run gives for its providers', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const { desk, people } = world;
  desk.moveTo(FIRST_DAY + MINUTE);
  const evidence = fictionalEvidence('Rate', civilDate(desk.clock()), 'A');
  for (const [currency, value] of [
    ['USD', '0.25'],
    ['CHF', '1.00'],
  ]) {
    const rows = asRows([{ currency, input: 'reference_rate', value, evidence, confirmation: CONFIRMATION }]);
    await proposeInputs(desk, people.analyst, methodology, rows);
  }
  const before = await resultOfRun(world, ALL_SAMPLES.map(world.idOf));
  const [dollar, franc] = await list(story);
  assert.deepEqual([dollar!.current!.value, dollar!.value, dollar!.effect], ['3.75', '0.25', null]);
  assert.deepEqual(franc!.rate_effect, {
    ...{ providers: 0, changed: 0, band_changes: 0, largest: null, reason: 'No provider pays in CHF.' },
  });
  const decision = { proposals: [dollar!.id], unopened: true, confirmation: CONFIRMATION };
  await performAct(story.services, story.callers.reviewer!, 'inputs.approve', decision);
  const after = await resultOfRun(world, ALL_SAMPLES.map(world.idOf));
  const changes = ALL_SAMPLES.map((sample) => {
    const [was, now] = [before.get(world.idOf(sample))!, after.get(world.idOf(sample))!];
    const caps = JSON.stringify(expectedCaps(was, now)) !== NO_CAPS;
    const changed = was.score !== now.score || was.band !== now.band || caps;
    return { sample, points: now.score! - was.score!, changed, band: was.band !== now.band };
  });
  const effect = dollar!.rate_effect!;
  assert.equal(effect.providers, 11, 'one of the twelve pays in bitcoin');
  assert.ok(effect.changed > 0);
  assert.equal(effect.changed, changes.filter(({ changed }) => changed).length);
  assert.equal(effect.band_changes, changes.filter(({ band }) => band).length);
  const most = Math.max(...changes.map(({ points }) => Math.abs(points)));
  assert.equal(Math.abs(effect.largest!.points), most);
  assert.ok(
    changes.some(
      ({ sample, points }) =>
        world.slugOf(sample) === effect.largest!.slug && points === effect.largest!.points,
    ),
  );
});

test('a thousand proposals are listed in a stable order without a query for each', async (t) => {
  const world = await foundedWorld('sqlite', t);
  const { desk, people } = world;
  desk.moveTo(FIRST_DAY + DAY);
  const derived = ['yield_spread', 'btc_shock_absorption'];
  const inputs = [...methodology.criterionById.keys()].filter((id) => !derived.includes(id)).slice(0, 25);
  for (const round of [1, 2, 3, 4]) {
    for (const input of [...inputs, ...GATES.filter((gate) => methodology.gateById.has(gate))]) {
      const providers = ALL_SAMPLES.map(world.slugOf);
      const evidence = fictionalEvidence(`check ${round}`, civilDate(desk.clock()), 'A', 'public register');
      const renewal = { input, providers, evidence };
      await renewUnchanged(desk, people.analyst, methodology, renewal).catch((error: unknown) => {
        // Not every provider has a value for every input.
        assert.ok(error instanceof Refusal, String(error));
        const have = providers.filter((slug) => !error.details.some(({ place }) => place === slug));
        if (have.length === 0) return undefined;
        return renewUnchanged(desk, people.analyst, methodology, { ...renewal, providers: have });
      });
    }
  }
  const counter = countingQueries(world);
  const few = await list(counter.story, { limit: 10 });
  const queriesForFew = counter.reset();
  const many = await list(counter.story, { limit: 1000 });
  assert.equal(many.length, 1000);
  // Decisions that wait are looked for in portions of 500.
  assert.ok(counter.reset() <= queriesForFew + 1, 'the same queries for more proposals');
  const keys = many.map(({ proposed_at, id }) => `${proposed_at} ${id}`);
  assert.deepEqual(keys, keys.toSorted());
  assert.deepEqual(
    (await list(counter.story, { limit: 10 })).map(({ id }) => id),
    few.map(({ id }) => id),
  );
});

/** The world's story on a store that counts the queries of reads. */
function countingQueries(world: World): { story: Story; reset(): number } {
  let queries = 0;
  const db = withPlugin(world.store.db, {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const store: Store = Object.create(world.store, { db: { value: db } });
  const story = storyOf({ ...world, desk: { ...world.desk, store } });
  return {
    story,
    reset: () => {
      const counted = queries;
      queries = 0;
      return counted;
    },
  };
}
