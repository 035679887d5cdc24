// A file of inputs to fill in: everything that applies to a provider under a framework. A value that is on record stays what it
// is; all others, and the evidence, are marked placeholders, which nothing accepts.

import {
  type Criterion,
  formatScaled,
  type Gate,
  type Methodology,
  type PlannerType,
} from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { placeholder } from '../../context/placeholders.ts';
import { civilDate } from '../../context/times.ts';
import { combinationProblems } from '../facts/combinations.ts';
import { absorptionIsDerived } from '../facts/derive.ts';
import { PROVIDER_FACTS, REFERENCE_RATE, STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import type { KnownFact, KnownInput } from '../facts/known.ts';
import { requireProvider } from '../providers/providers.ts';
import { listReferenceRates } from '../providers/reference-rates.ts';
import { exampleEvidence } from './example-evidence.ts';
import { openFacts } from './open-facts.ts';

export interface TemplateRow extends Record<string, unknown> {
  provider?: string;
  currency?: string;
  input: string;
  value: string;
  about: string;
}

const EXAMPLE_FACTS: Readonly<Record<string, string>> = {
  planner_type: 'fiat',
  payout_currency: 'USD',
  yield_min: '1.00',
  yield_max: '2.50',
  bitcoin_part: '100.00',
};
const EXAMPLE_RATE = '3.00';

export async function inputTemplate(
  context: Context,
  methodology: Methodology,
  providerKeys: readonly string[],
): Promise<TemplateRow[]> {
  const { db } = context.store;
  const now = context.clock();
  const rated = new Set((await listReferenceRates(db)).map(({ currency }) => currency));
  const evidence = exampleEvidence(methodology, civilDate(now));
  const rows: TemplateRow[] = [];
  for (const key of providerKeys) {
    const { id } = await requireProvider(db, key);
    const [known] = await factsAsOf(db, methodology, [id], now, now);
    const proposed = new Map((await openFacts(db, [id])).map(({ input_id, value }) => [input_id, value]));
    const { rows: own, currency } = rowsOf(methodology, known!, proposed);
    if (currency !== 'BTC' && !rated.has(currency)) {
      rated.add(currency);
      rows.push({
        currency,
        input: REFERENCE_RATE,
        value: placeholder(EXAMPLE_RATE),
        about: ABOUT_FACTS[REFERENCE_RATE]!,
      });
    }
    rows.push(...own);
  }
  return rows.map((row) => ({ ...row, evidence }));
}

function rowsOf(
  methodology: Methodology,
  known: ProviderFacts,
  proposed: ReadonlyMap<string, string>,
): { rows: TemplateRow[]; currency: string } {
  const factOf = (fact: string) => known.facts[fact]?.value ?? proposed.get(fact);
  const isFlag = (fact: string) => (STRUCTURE_FLAGS as readonly string[]).includes(fact);
  const exampleFact = (fact: string) => EXAMPLE_FACTS[fact] ?? 'true';
  const provider = known.slug;
  // A fact that is on record or proposed needs no row; the bitcoin part is only for those backed by bitcoin.
  const missing = PROVIDER_FACTS.filter((fact) => factOf(fact) === undefined && !isIrrelevant(fact));
  function isIrrelevant(fact: string): boolean {
    return fact === 'bitcoin_part' && factOf('bitcoin_backed') === 'false';
  }
  const facts = missing.map((fact) => ({
    provider,
    input: fact,
    value: placeholder(exampleFact(fact)),
    about: isFlag(fact) ? ABOUT_FLAG : ABOUT_FACTS[fact]!,
  }));

  const planner_type = (factOf('planner_type') ?? exampleFact('planner_type')) as PlannerType;
  const currency = factOf('payout_currency') ?? exampleFact('payout_currency');
  const flags = Object.fromEntries(STRUCTURE_FLAGS.map((flag) => [flag, factOf(flag) !== 'false']));
  const gates = methodology.gates.map((gate) => ({
    provider,
    input: gate.id,
    value: known.gates[gate.id]?.value ?? placeholder(gate.entry.options.at(-1)!),
    about: aboutOptions(gate.entry),
  }));
  const payout_currency = { value: currency } as KnownFact;
  const derivesAbsorption = absorptionIsDerived({
    bitcoinBacked: flags.bitcoin_backed!,
    facts: { payout_currency },
  });
  const derived = ['yield_spread', ...(derivesAbsorption ? ['btc_shock_absorption'] : [])];
  const criteria = applicableTo(methodology, planner_type, flags)
    .filter(({ id }) => !derived.includes(id))
    .map((criterion) => ({
      provider,
      input: criterion.id,
      value:
        known.inputs[criterion.id]?.value ?? placeholder(exampleValue(criterion, { planner_type, flags })),
      about: aboutCriterion(criterion),
    }));
  return { rows: [...facts, ...gates, ...criteria], currency };
}

interface Structure {
  planner_type: PlannerType;
  flags: Record<string, boolean>;
}

function applicableTo(
  methodology: Methodology,
  type: PlannerType,
  flags: Record<string, boolean>,
): Criterion[] {
  let mask = 0;
  for (const [flag, bit] of methodology.flagBits) if (flags[flag] !== false) mask += bit;
  return methodology.applicable(type, mask).map(({ criterion }) => criterion);
}

/** The middle of the scale; of options, the one nearest to the middle that fits the structure of the provider. */
function exampleValue({ id, input }: Criterion, structure: Structure): string {
  if (input.kind === 'number') {
    const middle = Math.floor((input.inputs[0]! + input.inputs.at(-1)!) / 2);
    return formatScaled(middle, input.scale);
  }
  const options = [...input.points.keys()];
  const distance = (option: string) => Math.abs(options.indexOf(option) - (options.length - 1) / 2);
  const fits = (value: string) =>
    combinationProblems({ ...structure, facts: {}, inputs: { [id]: { value } as KnownInput } }).every(
      ({ inputs }) => !inputs.includes(id),
    );
  const nearest = options.toSorted((a, b) => distance(a) - distance(b));
  return nearest.find(fits) ?? nearest[0]!;
}

function aboutCriterion({ label, unit, entry }: Criterion): string {
  const { input, measure } = entry;
  if (input.type === 'enum') {
    const options = input.options.map(([option]) => option);
    return `${label}. ${aboutOptions({ options, option_definitions: entry.option_definitions ?? {} })}`;
  }
  const [worst, best] = [input.breakpoints[0]!, input.breakpoints.at(-1)!];
  const decimals = input.scale === 0 ? 'whole' : `at most ${input.scale} decimals`;
  const form = [unit, decimals].filter((text) => text !== '').join(', ');
  return `${label}: ${measure} (${form}; ${worst[0]} gives ${worst[1]} points, ${best[0]} gives ${best[1]})`;
}

function aboutOptions({
  options,
  option_definitions,
}: Pick<Gate['entry'], 'options' | 'option_definitions'>): string {
  const told = options.map((option) => {
    const definition = option_definitions[option];
    return definition === undefined ? option : `${option} (${definition})`;
  });
  return `One of, worst first: ${told.join('; ')}`;
}

const ABOUT_FLAG = 'true or false; true if absent';

const ABOUT_FACTS: Readonly<Record<string, string>> = {
  planner_type: 'btc, fiat or stablecoin',
  payout_currency: 'ISO 4217 code, or BTC',
  yield_min: 'Lowest yield, percent per year, at most two decimals',
  yield_max: 'Highest yield, percent per year, at most two decimals',
  bitcoin_part: 'Bitcoin in the backing, in percent of claims',
  [REFERENCE_RATE]:
    'Policy rate of the currency, percent per year. Approve it before the yields that are compared with it.',
};
