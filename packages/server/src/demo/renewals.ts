// What the demo's analyst checks again in a week and finds unchanged.

import { civilDate } from '@rf-indicators/core/context/times';
import { factsAsOf, type ProviderFacts } from '@rf-indicators/core/desk/facts/facts';
import type { GivenEvidence } from '@rf-indicators/core/desk/inputs/evidence';
import type { Methodology } from '@rf-indicators/engine';
import { activeProviders, DAY, type DemoWorld, WEEK } from './demo-world.ts';
import { fictionalEvidence, REGISTER_CHECK } from './evidence.ts';
import type { History, NewFact, Period } from './histories/history.ts';
import { HISTORIES } from './histories.ts';
import { CONTESTED, FADING, FIRST_RUN, LATE, OVERLOOKED, REFERENCE_RATE } from './story.ts';

/** What ages faster, such as a price, is looked up on time by everybody. */
const A_MONTH = 30;

interface AgeingInput {
  id: string;
  maxAge: number;
  gate: boolean;
}

interface Renewal {
  provider: string;
  input: string;
  result: 'unchanged';
  evidence: GivenEvidence;
}

/**
 * Renews every unchanged input that would lose points before the next week. One evidence record covers a check of many
 * providers, or a report of one of them.
 */
export async function renewalRows(
  world: DemoWorld,
  monday: number,
  news: readonly NewFact[],
): Promise<Renewal[]> {
  const { context, methodology, providers } = world;
  const ids = await activeProviders(context.store.db);
  const renewed = new Set(news.map(({ provider, input }) => `${providers.get(provider)!.id} ${input}`));
  const facts = await factsAsOf(context.store.db, methodology, ids, context.clock(), context.clock());
  const documents = new Map<string, GivenEvidence>();
  const rows = [rateRow(world, monday)];
  const histories = new Map(HISTORIES.map((history) => [providers.get(history.name)?.id, history]));
  for (const provider of facts) {
    const isLeft = isLeftAlone(world, provider, histories.get(provider.id), monday);
    for (const ageing of inputsOf(methodology)) {
      const { id, maxAge, gate } = ageing;
      const known = provider.inputs[id] ?? provider.gates[id];
      if (known === undefined || isLeft(ageing)) continue;
      // A derived value is renewed by renewing the oldest figure that it follows from.
      const input = known.oldestBase ?? id;
      if (input === 'reference_rate' || renewed.has(`${provider.id} ${input}`)) continue;
      const grade = (provider.facts[input] ?? known).grade!;
      const late = isLate(world, provider, gate, monday);
      const date = civilDate(late ? monday - LATE.daysLate * DAY : monday);
      if (date <= known.evidence_date || !exceedsLimitWithinAWeek(known.evidence_date, maxAge, monday))
        continue;
      renewed.add(`${provider.id} ${input}`);
      const isOwn = isReported(histories.get(provider.id), ageing);
      const title = isOwn
        ? `${provider.name}: periodic report, nothing new`
        : `Weekly check: ${input.replaceAll('_', ' ')}`;
      const key = `${title} ${grade} ${date}`;
      const evidence =
        documents.get(key) ?? fictionalEvidence(title, date, grade, isOwn ? null : REGISTER_CHECK);
      documents.set(key, evidence);
      rows.push({ provider: provider.slug, input, result: 'unchanged', evidence });
    }
  }
  return rows;
}

function rateRow({ providers }: DemoWorld, monday: number): Renewal {
  const evidence = fictionalEvidence(REFERENCE_RATE.title, civilDate(monday), REFERENCE_RATE.grade);
  const paysDollars = providers.get('FX-01')!.slug;
  return { provider: paysDollars, input: 'reference_rate', result: 'unchanged', evidence };
}

/** The others are checked for many providers at once. */
function isReported(history: History | undefined, { gate, maxAge }: AgeingInput): boolean {
  return history !== undefined && !gate && maxAge >= A_MONTH;
}

/** Tells which inputs of a provider the story does not renew this week. */
function isLeftAlone(
  { providers }: DemoWorld,
  provider: ProviderFacts,
  history: History | undefined,
  monday: number,
): (input: AgeingInput) => boolean {
  const is = (sample: string) => provider.id === providers.get(sample)!.id;
  const today = civilDate(monday);
  if (history !== undefined) {
    const { renewedEvery, silentFrom, unchecked } = history;
    const isSilent = silentFrom !== undefined && today >= silentFrom;
    const week = Math.round((monday - FIRST_RUN) / WEEK);
    const isTurn = !isSilent && week % renewedEvery === 0;
    return ({ gate, maxAge }) => (gate ? isWithin(unchecked, today) : maxAge >= A_MONTH && !isTurn);
  }
  if (is(FADING)) return ({ gate }) => !gate;
  if (is(OVERLOOKED.provider)) return ({ gate }) => gate && isWithin(OVERLOOKED, today);
  return ({ id }) => is(CONTESTED.provider) && id === CONTESTED.input && today >= CONTESTED.date;
}

function isWithin(period: Period | undefined, day: string): boolean {
  return period !== undefined && day >= period.from && (period.until === undefined || day < period.until);
}

function inputsOf(methodology: Methodology): AgeingInput[] {
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
