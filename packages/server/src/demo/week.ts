// One week of the demo world: new inputs, renewals of ageing evidence, and a published run.

import { civilDate } from '@rf-indicators/core/context/times';
import { factsAsOf, type ProviderFacts } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { approveRun } from '@rf-indicators/core/desk/publication/approvals';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import type { Queries } from '@rf-indicators/core/store/store';
import type { Methodology } from '@rf-indicators/engine';
import { fictionalEvidence } from './evidence.ts';
import { type DemoPeople, slugOf } from './founding.ts';
import { readAndApprove } from './read-and-approve.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import {
  CONTESTED,
  FADING,
  FIRST_INDICATOR,
  LATE,
  type NewFact,
  OVERLOOKED,
  REFERENCE_RATE,
} from './story.ts';

export const DAY = 24 * 60 * 60 * 1000;
export const WEEK = 7 * DAY;
const MINUTE = 60 * 1000;
/** How long after the week's run the confirming run is. */
export const CONFIRMED_AFTER = 12 * 60 * MINUTE;

export interface DemoWorld {
  context: SimulatedDesk;
  people: DemoPeople;
  methodology: Methodology;
  publisher: Publisher;
  /** Provider ids and slugs, by the ids of the samples (FX-01). */
  providers: ReadonlyMap<string, { id: string; slug: string }>;
}

/** Proposes new and renewed inputs, has them approved, then runs and publishes. */
export async function publishWeek(world: DemoWorld, monday: number, news: readonly NewFact[]): Promise<void> {
  const { context, people } = world;
  context.moveTo(monday - 3 * MINUTE);
  const proposals = [...(await proposeNews(world, news)), ...(await renewAgeing(world, monday, news))];
  if (proposals.length > 0) {
    const what = { proposalIds: proposals };
    await readAndApprove(context, people.reviewer, what, monday - 2 * MINUTE);
  }
  context.moveTo(monday);
  await runAndPublish(world, 'scheduled');
  await publishDueFrameworks(context);
  await sweepStaleness(context, world.publisher.policy);
}

/** In the evening nothing is new, so the run confirms every indicator. */
export async function confirmWeek(world: DemoWorld, monday: number): Promise<void> {
  world.context.moveTo(monday + CONFIRMED_AFTER);
  await runAndPublish(world, 'manual');
}

async function runAndPublish(
  { context, people, publisher }: DemoWorld,
  kind: 'scheduled' | 'manual',
): Promise<void> {
  const providerIds = await scoredProviders(context.store.db);
  const runId = await computeRun(context, people.operator, { kind, asOf: context.clock(), providerIds });
  await approveRun(context, people.reviewer, runId);
  await publishRun(context, people.operator, runId, publisher);
}

async function proposeNews(
  { context, people, methodology, providers }: DemoWorld,
  news: readonly NewFact[],
): Promise<string[]> {
  if (news.length === 0) return [];
  const rows = news.map(({ date, provider, input, value, grade, title }) => ({
    provider: providers.get(provider)!.slug,
    input,
    value,
    evidence: fictionalEvidence(title, date, grade),
  }));
  return (await proposeInputs(context, people.analyst, methodology, asRows(rows))).proposalIds;
}

interface Group {
  input: string;
  grade: string;
  date: string;
  providers: string[];
}

/** Renews every unchanged input that would lose points before next week. One evidence record covers many providers. */
async function renewAgeing(world: DemoWorld, monday: number, news: readonly NewFact[]): Promise<string[]> {
  const { context, people, methodology, providers } = world;
  const ids = await activeProviders(context.store.db);
  const changed = new Set(news.map(({ provider, input }) => `${providers.get(provider)!.id} ${input}`));
  const facts = await factsAsOf(context.store.db, methodology, ids, context.clock(), context.clock());
  const groups = new Map<string, Group>();
  for (const provider of facts) {
    for (const { id, maxAge, gate } of inputsOf(methodology)) {
      const known = provider.inputs[id] ?? provider.gates[id];
      if (known === undefined || isLeftAlone(world, provider, id, gate, monday)) continue;
      // A derived value is renewed by renewing the oldest figure that it follows from.
      const input = known.oldestBase ?? id;
      if (input === 'reference_rate' || changed.has(`${provider.id} ${input}`)) continue;
      const grade = (provider.facts[input] ?? known).grade!;
      const late = isLate(world, provider, gate, monday);
      const date = civilDate(late ? monday - LATE.daysLate * DAY : monday);
      if (date <= known.evidence_date || !exceedsLimitWithinAWeek(known.evidence_date, maxAge, monday))
        continue;
      const key = `${input} ${grade} ${date}`;
      const group = groups.get(key) ?? { input, grade, date, providers: [] };
      if (!group.providers.includes(provider.slug)) group.providers.push(provider.slug);
      groups.set(key, group);
    }
  }
  const proposals = await renewRate(world, monday);
  for (const { input, grade, date, providers: slugs } of groups.values()) {
    const evidence = fictionalEvidence(`Weekly check: ${input.replaceAll('_', ' ')}`, date, grade);
    const renewed = await renewUnchanged(context, people.analyst, methodology, {
      input,
      providers: slugs,
      evidence,
    });
    proposals.push(...renewed.proposalIds);
  }
  return proposals;
}

async function renewRate(
  { context, people, methodology, providers }: DemoWorld,
  monday: number,
): Promise<string[]> {
  const evidence = fictionalEvidence(REFERENCE_RATE.title, civilDate(monday), REFERENCE_RATE.grade);
  const paysDollars = providers.get('FX-01')!.slug;
  const renewal = { input: 'reference_rate', providers: [paysDollars], evidence };
  return (await renewUnchanged(context, people.analyst, methodology, renewal)).proposalIds;
}

/** The inputs that the story does not renew. */
function isLeftAlone(
  { providers }: DemoWorld,
  provider: ProviderFacts,
  input: string,
  gate: boolean,
  monday: number,
): boolean {
  const is = (sample: string) => provider.id === providers.get(sample)!.id;
  const today = civilDate(monday);
  if (is(FADING)) return !gate;
  if (is(OVERLOOKED.provider) && gate) return today >= OVERLOOKED.from && today < OVERLOOKED.until;
  return is(CONTESTED.provider) && input === CONTESTED.input && today >= CONTESTED.date;
}

async function activeProviders(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Without the provider whose first indicator waits for the visitor, until that is published. */
async function scoredProviders(db: Queries): Promise<string[]> {
  const ids = await activeProviders(db);
  const waiting = await findProvider(db, slugOf(FIRST_INDICATOR));
  if (waiting === null) return ids;
  const published = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('provider_id', '=', waiting.id)
    .executeTakeFirst();
  return published === undefined ? ids.filter((id) => id !== waiting.id) : ids;
}

function inputsOf(methodology: Methodology): { id: string; maxAge: number; gate: boolean }[] {
  return [
    ...methodology.gates.map(({ id, maxAge }) => ({ id, maxAge, gate: true })),
    ...methodology.criteria.map(({ id, maxAge, gate }) => ({ id, maxAge, gate })),
  ];
}

function isLate({ providers }: DemoWorld, provider: ProviderFacts, gate: boolean, monday: number): boolean {
  return gate && provider.id === providers.get(LATE.provider)!.id && civilDate(monday) >= LATE.from;
}

function exceedsLimitWithinAWeek(evidenceDate: string, maxAge: number, monday: number): boolean {
  return Date.parse(evidenceDate) + maxAge * DAY < monday + WEEK + DAY;
}
