// The definition of an input, for people who decide on a proposal: the framework's for criteria and gates, the desk's
// for facts.

import { type Criterion, type Gate, type Methodology, PLANNER_TYPES } from '@rf-indicators/engine';
import { PROVIDER_FACTS, REFERENCE_RATE, STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';

export interface InputDefinition {
  kind: 'criterion' | 'gate' | 'fact';
  label: string;
  /** The form of its value in words. */
  form: string;
  measure: string | null;
  unit: string | null;
  /** The number of decimals. */
  scale: number | null;
  breakpoints: { value: string; points: string }[] | null;
  /** Worst first. */
  options: { value: string; points: string | null; meaning: string | null }[] | null;
  max_age_days: number | null;
  hard_rules: { id: string; name: string; tiers: { condition: string; cap: string }[] }[];
}

/** null if the framework does not have this input. */
export function defineInput(methodology: Methodology, input: string): InputDefinition | null {
  const hard_rules = rulesOn(methodology, [input, ...(DERIVED_FROM[input] ?? [])]);
  const criterion = methodology.criterionById.get(input);
  if (criterion !== undefined) return { ...ofCriterion(criterion), hard_rules };
  const gate = methodology.gateById.get(input);
  if (gate !== undefined) return { ...ofGate(gate), hard_rules };
  if (input !== REFERENCE_RATE && !PROVIDER_FACTS.includes(input)) return null;
  return { ...ofFact(methodology, input), hard_rules };
}

type WithoutRules = Omit<InputDefinition, 'hard_rules'>;

const NOTHING = { measure: null, unit: null, scale: null, breakpoints: null, options: null };

function ofCriterion({ label, maxAge, entry }: Criterion): WithoutRules {
  const { input, unit, measure, option_definitions = {} } = entry;
  const common = { ...NOTHING, kind: 'criterion' as const, label, measure, max_age_days: maxAge };
  if (input.type === 'enum') {
    const options = input.options.map(([value, points]) => ({
      value,
      points,
      meaning: option_definitions[value] ?? null,
    }));
    return { ...common, form: 'one of the options', options };
  }
  const { scale } = input;
  const breakpoints = input.breakpoints.map(([value, points]) => ({ value, points }));
  return { ...common, form: numberForm(scale), unit, scale, breakpoints };
}

function numberForm(scale: number): string {
  if (scale === 0) return 'a whole number';
  return `a number with at most ${scale} ${scale === 1 ? 'decimal' : 'decimals'}`;
}

/** The framework gives gates no label: their id in words. */
function ofGate({ id, maxAge, entry }: Gate): WithoutRules {
  const options = entry.options.map((value) => ({
    value,
    points: null,
    meaning: entry.option_definitions[value] ?? null,
  }));
  const form = 'one of the options';
  return { ...NOTHING, kind: 'gate', label: inWords(id), form, options, max_age_days: maxAge };
}

function ofFact({ criterionById }: Methodology, fact: string): WithoutRules {
  const choices = choicesOf(fact);
  const ageing = criterionById.get(DERIVED_FROM[fact]?.[0] ?? '');
  return {
    ...NOTHING,
    kind: 'fact',
    label: inWords(fact),
    form: FORMS[fact] ?? (choices === null ? 'text' : 'one of the options'),
    unit: FORMS[fact]?.startsWith('percent') ? 'percent' : null,
    options: choices?.map((value) => ({ value, points: null, meaning: null })) ?? null,
    max_age_days: ageing?.maxAge ?? null,
  };
}

/** The criteria that runs derive from an input or a fact. */
const DERIVED_FROM: Readonly<Record<string, readonly string[]>> = {
  yield_max: ['yield_spread'],
  reference_rate: ['yield_spread'],
  bitcoin_part: ['btc_shock_absorption'],
  reserve_coverage: ['btc_shock_absorption'],
};

const FORMS: Readonly<Record<string, string>> = {
  payout_currency: 'an ISO 4217 code, or BTC',
  yield_min: 'percent per year with at most two decimals',
  yield_max: 'percent per year with at most two decimals',
  reference_rate: 'percent per year with at most two decimals',
  bitcoin_part: 'percent of claims with at most two decimals',
};

function choicesOf(fact: string): readonly string[] | null {
  if (fact === 'planner_type') return PLANNER_TYPES;
  return (STRUCTURE_FLAGS as readonly string[]).includes(fact) ? ['false', 'true'] : null;
}

/** "insolvency_status" becomes "Insolvency status". */
function inWords(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

type Condition = Methodology['rules'][number]['tiers'][number]['condition'];

function rulesOn({ document }: Methodology, inputs: readonly string[]): InputDefinition['hard_rules'] {
  const concerns = (condition: Condition) =>
    'any_missing' in condition
      ? condition.any_missing.some((id) => inputs.includes(id))
      : inputs.includes(condition.input);
  return document.hard_rules
    .filter(({ tiers }) => tiers.some(([condition]) => concerns(condition)))
    .map(({ id, name, tiers }) => ({
      id,
      name,
      tiers: tiers.map(([condition, cap]) => ({ condition: conditionText(condition), cap })),
    }));
}

const SIGNS = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '=', in: 'is one of' };

function conditionText(condition: Condition): string {
  if ('any_missing' in condition) return `no evidence for any of ${condition.any_missing.join(', ')}`;
  const { input, op, value } = condition;
  return `${input} ${SIGNS[op]} ${typeof value === 'string' ? value : value.join(', ')}`;
}
