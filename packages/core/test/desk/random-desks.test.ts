// Random desks: people, acts, evidence and times in any order, on both stores. Whatever they do, weaker evidence cures
// nothing, a withdrawal holds until two people reinstate, derived inputs follow their bases, published yields move only
// with a publication, after each published run the served score is the computed one, and no publication lacks what the rule of the
// committee asks for.

import assert from 'node:assert/strict';
import { MATTER_EFFECTS } from '@rf-indicators/core/acts/matter-effects';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { listMatters } from '@rf-indicators/core/desk/committee/list-matters';
import { addMinute, castVote, recuse, waiveReading } from '@rf-indicators/core/desk/committee/vote';
import { amendedFacts, factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { readPackages } from '@rf-indicators/core/desk/packages/read-packages';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { draftReinstatement } from '@rf-indicators/core/desk/publication/reinstate';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { COMMITTEE_KINDS } from '@rf-indicators/core/desk/runs/policy';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { ListCheck } from '@rf-indicators/core/store/records/list-check';
import { type ComputationPackage, score } from '@rf-indicators/engine';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { decideDraft, decideMatter } from '../../../../test/support/deciding.ts';
import { fictionalEvidence } from '../../../../test/support/demo-parts.ts';
import { CONFIRMATION } from '../../../../test/support/evidence.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  ALL_SAMPLES,
  DAY,
  draft,
  MINUTE,
  methodology,
  publishedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../test/support/world.ts';

const ACTS_PER_DESK = 40;
/** People act on few providers, so that their acts meet. */
const ACTED_ON = ['FX-01', 'FX-04', 'FX-05'];
const GRADES = ['E', 'D', 'C', 'B', 'A'];
const VALUES: Record<string, readonly string[]> = {
  reserve_coverage: ['71.00', '89.00', '97.20', '101.00', '150.00', '310.00'],
  insolvency_status: ['none', 'distressed', 'insolvent'],
  key_quorum: ['1', '2', '3'],
  yield_max: ['4.00', '7.00', '12.00'],
  yield_min: ['0.00', '3.00'],
  bitcoin_part: ['50.00', '100.00', '400.00'],
  lends: ['true', 'false'],
  planner_type: ['btc', 'fiat', 'stablecoin'],
};

type PickNumber = (below: number) => number;

interface Desk {
  world: World;
  pick: PickNumber;
  drafts: string[];
  requests: string[];
}

const oneOf = <T>(pick: PickNumber, all: readonly T[]): T => all[pick(all.length)]!;

const ACTS: Record<string, (desk: Desk) => Promise<unknown>> = {
  async propose({ world, pick }) {
    const { desk, people } = world;
    const input = pick(2) === 0 ? 'reserve_coverage' : oneOf(pick, Object.keys(VALUES));
    const date = civilDate(desk.clock() - pick(20) * DAY);
    const evidence = fictionalEvidence(`${input} of ${date}`, date, oneOf(pick, GRADES), 'public register');
    const value = oneOf(pick, VALUES[input]!);
    const rows = asRows([
      { provider: world.slugOf(oneOf(pick, ACTED_ON)), input, value, evidence, confirmation: CONFIRMATION },
    ]);
    const { batchId } = await proposeInputs(desk, people.analyst, methodology, rows);
    await decide(desk, pick(4) > 0 ? people.reviewer : somebody({ world, pick }), { batchId }, 'approved', {
      unopened: true,
      confirmation: CONFIRMATION,
    });
  },
  async rate({ world, pick }) {
    const { desk, people } = world;
    const evidence = fictionalEvidence('Policy rate', civilDate(desk.clock()), oneOf(pick, ['A', 'C']));
    const value = oneOf(pick, ['-0.50', '2.00', '3.75']);
    const rows = asRows([{ currency: 'USD', input: 'reference_rate', value, evidence }]);
    const { batchId } = await proposeInputs(desk, people.analyst, methodology, rows);
    await decide(desk, people.reviewer, { batchId }, 'approved', {
      unopened: true,
      confirmation: CONFIRMATION,
    });
  },
  async days({ world, pick }) {
    world.desk.moveTo(world.desk.clock() + (1 + pick(8)) * DAY);
    if (pick(3) > 0)
      await renewGates(
        world,
        ALL_SAMPLES.filter(() => pick(5) > 0),
      );
  },
  async draft(desk) {
    desk.drafts.push(await draft(desk.world));
  },
  async approveDraft({ world, pick, drafts }) {
    if (drafts.length > 0) await decideDraft(world.desk, oneOf(pick, drafts));
  },
  async vote({ world, pick }) {
    const { people } = world;
    const voter = oneOf(pick, [people.analyst, people.reviewer, people.secondReviewer, people.officer]);
    await deliberate(world, pick, voter);
  },
  async meet({ world, pick }) {
    const { people } = world;
    for (const voter of [people.reviewer, people.secondReviewer, people.officer])
      if (pick(6) > 0) await deliberate(world, pick, voter);
  },
  async publishDraft({ world, pick, drafts }) {
    const { desk, publisher } = world;
    if (drafts.length > 0) await publishRun(desk, somebody({ world, pick }), oneOf(pick, drafts), publisher);
  },
  publishTogether: ({ world }) => publishNow(world),
  daily: ({ world }) => runDaily(world.desk, world.publisher, true),
  async withdraw(desk) {
    const { world, pick, requests } = desk;
    const { people } = world;
    const request = { providerId: world.idOf(oneOf(pick, ACTED_ON)), reason: 'A dispute.' };
    const asked = await askToWithdraw(world.desk, people.operator, request);
    requests.push(asked);
    if (pick(2) === 0) await decideMatter(world.desk, asked);
  },
  async approveWithdrawal(desk) {
    const { world, pick, requests } = desk;
    if (requests.length > 0) await decideMatter(world.desk, oneOf(pick, requests));
  },
  async reinstate(desk) {
    const { world, pick, drafts } = desk;
    const providerIds = ACTED_ON.filter(() => pick(2) === 0).map(world.idOf);
    const request = { providerIds, reason: 'The dispute is settled.' };
    drafts.push(await draftReinstatement(world.desk, somebody(desk), request, world.publisher.policy));
  },
  sweep: ({ world }) => sweepStaleness(world.desk, world.publisher.policy),
};

/** Votes on some of what is open, or is recused, writes the minutes, or waives that it was read. */
async function deliberate({ desk, store }: World, pick: PickNumber, voter: Actor): Promise<void> {
  const open = await listMatters(store.db, { state: 'open', reader: null, now: desk.clock() });
  const matters = open.filter(() => pick(4) > 0).map(({ matter, seen }) => ({ matter, seen }));
  if (matters.length === 0) return;
  const signedIn = { ...desk, via: 'session' as const };
  const way = pick(12);
  if (way === 0) await recuse(signedIn, voter, matters, 'I know them.', MATTER_EFFECTS);
  else if (way === 1) await addMinute(signedIn, voter, matters, 'We met.', MATTER_EFFECTS);
  else {
    const minute = pick(3) > 0 ? { minute: 'We met.' } : {};
    const vote = pick(6) === 0 ? 'against' : 'for';
    await castVote(signedIn, voter, matters, { vote, ...minute }, MATTER_EFFECTS);
    if (pick(2) === 0)
      await waiveReading(signedIn, voter, matters, { sentence: 'We read it.' }, MATTER_EFFECTS);
  }
}

function somebody({ world: { people }, pick }: Pick<Desk, 'world' | 'pick'>): Actor {
  return oneOf(pick, [people.operator, people.operator, people.reviewer, people.reviewer, people.analyst]);
}

interface Standing {
  verification_id: string | null;
  publications: number;
  yields: string | null;
  package: ComputationPackage | null;
}

/** What stands for each provider, with the yields that its published package has. */
async function standings({ store }: World): Promise<Map<string, Standing>> {
  const { count } = await store.db
    .selectFrom('publications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await store.db
    .selectFrom('provider_states')
    .leftJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select(['provider_states.provider_id', 'provider_states.verification_id', 'indicators.package_hash'])
    .execute();
  const packages = await readPackages(
    store.db,
    rows.flatMap(({ package_hash }) => package_hash ?? []),
  );
  return new Map(
    rows.map(({ provider_id, verification_id, package_hash }) => {
      const content = packages.get(package_hash ?? '') ?? null;
      const yields = content && `${content.facts!.yield_min!.value} ${content.facts!.yield_max!.value}`;
      return [provider_id, { verification_id, publications: Number(count), yields, package: content }];
    }),
  );
}

async function checkSteps(world: World, before: Map<string, Standing>): Promise<void> {
  const after = await standings(world);
  for (const [id, now] of after) {
    const was = before.get(id);
    if (was && was.publications === now.publications && was.verification_id !== null && now.yields !== null) {
      assert.equal(now.yields, was.yields, 'published yields move only with a publication');
    }
    if (was && was.verification_id === null && now.verification_id !== null) await checkTwoPeople(world, now);
    if (now.package && was?.verification_id !== now.verification_id) checkDerived(now.package);
    if (now.package) await checkCure(world, id, now.package);
  }
}

async function checkTwoPeople({ store }: World, { verification_id }: Standing): Promise<void> {
  const { kind, approved_by, published_by } = await store.db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select(['runs.kind', 'publications.approved_by', 'publications.published_by'])
    .where('indicators.verification_id', '=', verification_id!)
    .executeTakeFirstOrThrow();
  assert.equal(kind, 'reinstatement', 'only a reinstatement ends a withdrawal');
  assert.ok(approved_by !== null && approved_by !== published_by, 'by two people');
}

/** Recomputed from the facts and inputs in the package, by the methodology's text. */
function checkDerived({ inputs, facts, provider }: ComputationPackage): void {
  const number = (text: string | undefined) => Math.round(Number(text) * 100);
  const currency = facts!.payout_currency!.value;
  const rate = currency === 'BTC' ? 0 : number(facts!.reference_rate!.value);
  assert.equal(number(inputs.yield_spread!.value), Math.max(0, number(facts!.yield_max!.value) - rate));
  const absorbed = inputs.btc_shock_absorption;
  if (!absorbed || currency === 'BTC' || provider.flags.bitcoin_backed === false) return;
  const coverage = number(inputs.reserve_coverage!.value);
  const part = number(facts!.bitcoin_part?.value ?? inputs.reserve_coverage!.value);
  const expected = Math.min(10000, Math.max(0, Math.floor((10000 * (coverage - 10000)) / part)));
  assert.equal(number(absorbed.value), expected);
}

/** No published coverage is better than the evidence allows: whoever showed a shortfall was answered as well. */
async function checkCure({ store }: World, id: string, content: ComputationPackage): Promise<void> {
  const capOf = (value: string) => (Number(value) < 90 ? 1 : Number(value) < 100 ? 2 : 3);
  const rows = await store.db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(['proposals.value', 'evidence.grade', 'evidence.evidence_date', 'decisions.decided_at'])
    .where('proposals.provider_id', '=', id)
    .where('proposals.input_id', '=', 'reserve_coverage')
    .where('decisions.decision', '=', 'approved')
    .where('evidence.evidence_date', '<=', content.as_of.slice(0, 10))
    .where('decisions.decided_at', '<=', Date.parse(content.as_of))
    .orderBy('evidence.evidence_date')
    .orderBy('decisions.decided_at')
    .orderBy('proposals.id')
    .execute();
  const served = capOf(content.inputs.reserve_coverage!.value);
  const unanswered = rows.filter(
    (strict, at) =>
      capOf(strict.value) < served &&
      !rows
        .slice(at + 1)
        .some(
          (answer) =>
            GRADES.indexOf(answer.grade) >= GRADES.indexOf(strict.grade) &&
            capOf(answer.value) > capOf(strict.value),
        ),
  );
  assert.deepEqual(unanswered, [], `${content.provider.name}: cured by weaker evidence`);
}

/** After a published run, what is served is what the facts of the run give. */
async function checkServed({ store }: World, runId: string): Promise<void> {
  const run = await store.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  const rows = await store.db
    .selectFrom('run_items')
    .innerJoin('provider_states', 'provider_states.provider_id', 'run_items.provider_id')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select(['run_items.provider_id', 'indicators.final_score', 'indicators.as_of'])
    .where('run_items.run_id', '=', runId)
    .where('run_items.publication_id', 'is not', null)
    .where('provider_states.stale_since', 'is', null)
    .execute();
  const ids = rows.map(({ provider_id }) => provider_id);
  const facts = await factsAsOf(store.db, methodology, ids, run.as_of, run.known_at);
  // Repetitions are left out when rows are read; with them, as a correction reads them, the facts are the same.
  const amended = await amendedFacts(store.db, ids, run.as_of, [], new ListCheck());
  const all = [...amended.values()].map((known) => known(methodology, run.as_of, run.known_at));
  assert.deepEqual(
    facts,
    all.sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const byId = new Map(facts.map((one) => [one.id, one]));
  for (const { provider_id, final_score } of rows) {
    const { planner_type, flags, gates, inputs } = byId.get(provider_id)!;
    const scoring_date = civilDate(run.as_of);
    const outcome = score(methodology, { provider_id, planner_type, scoring_date, flags, gates, inputs });
    assert.equal(outcome.status === 'SCORED' && outcome.trace.final, final_score);
  }
}

/** Each published indicator that the committee decides has the votes that its rule asks for, counted from the bare entries. */
async function checkCommittee({ store, people }: World): Promise<void> {
  const { db } = store;
  const indicators = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .select(['publications.run_id', 'publications.published_at', 'provider_id', 'as_of', 'kind', 'corrects'])
    .where(({ eb, or }) => or([eb('kind', 'in', [...COMMITTEE_KINDS]), eb('corrects', 'is not', null)]))
    .execute();
  for (const { run_id, published_at, provider_id, as_of, kind } of indicators) {
    const rows = await db
      .selectFrom('committee_entries')
      .selectAll()
      .where('scope', '=', `run/${run_id}`)
      .where('at', '<=', published_at)
      .orderBy('seq')
      .execute();
    const item = `${provider_id}.${as_of}`;
    const votes = new Map<string, string>();
    let isMinuted = false;
    for (const row of rows) {
      const content = JSON.parse(row.content);
      const items: string[] = (content.items ?? []).map((one: string | [string]) =>
        typeof one === 'string' ? one : one[0],
      );
      if (!items.includes(item)) continue;
      if (row.kind === 'vote') votes.set(row.staff_id!, content.vote);
      if (row.kind === 'recusal') votes.set(row.staff_id!, 'recused');
      if (row.kind === 'minute') isMinuted = true;
    }
    const of = (choice: string) => [...votes].filter(([, vote]) => vote === choice).map(([id]) => id);
    const [inFavour, against] = [of('for'), of('against')];
    const told = `${kind} of ${provider_id} in ${run_id}: ${JSON.stringify([...votes])}`;
    assert.ok(isMinuted, `without minutes: ${told}`);
    assert.ok(inFavour.length + against.length >= 3, `without a quorum: ${told}`);
    assert.ok(inFavour.length > against.length, `without a majority: ${told}`);
    const chair = votes.get(people.officer.id) === 'recused' ? people.secondReviewer : people.officer;
    if (kind === 'band_change') assert.equal(votes.get(chair.id), 'for', `without the chair: ${told}`);
    // The analyst proposes and the reviewers approve at these desks; whoever else decides on values is an operator.
    const others = inFavour.filter((id) => id !== people.analyst.id);
    assert.ok(others.length > 0, `of the proposer alone: ${told}`);
  }
}

async function lastPublished({ store }: World): Promise<string | null> {
  const row = await store.db
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select('runs.id')
    .where('runs.kind', 'in', ['manual', 'scheduled'])
    .orderBy('publications.published_at', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

onEitherStore('whatever people do at a desk, the rules of publishing hold', async (kind, t) => {
  for (let number = 0; number < cases(kind === 'sqlite' ? 2 : 1, 60); number += 1) {
    const world = await publishedWorld(kind, t);
    const pick = seededNumbers(1200 + number);
    const desk: Desk = { world, pick, drafts: [], requests: [] };
    let done = 0;
    let before = await standings(world);
    let published = await lastPublished(world);
    const told: string[] = [];
    for (let act = 0; act < ACTS_PER_DESK; act += 1) {
      world.desk.moveTo(world.desk.clock() + MINUTE);
      const name = pick(3) === 0 ? 'propose' : oneOf(pick, Object.keys(ACTS));
      try {
        await ACTS[name]!(desk);
        done += 1;
        told.push(name);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        told.push(`${name} refused`);
      }
      try {
        await checkSteps(world, before);
        before = await standings(world);
        const newest = await lastPublished(world);
        if (newest !== null && newest !== published) await checkServed(world, newest);
        if (newest !== published) await checkCommittee(world);
        published = newest;
      } catch (error) {
        throw new Error(`desk ${number}, after ${told.join(', ')}`, { cause: error });
      }
    }
    assert.ok(done > ACTS_PER_DESK / 4, `most acts were refused: ${told.join(', ')}`);
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  }
});
