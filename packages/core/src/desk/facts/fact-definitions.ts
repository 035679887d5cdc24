// Facts beside criteria: what a score, or the published row of a provider, depends on without being scored itself.
// They are proposed with evidence and approved like inputs.

import { formatHundredths, PLANNER_TYPES, type PlannerType, parseScaled } from '@rf-indicators/engine';

export const STRUCTURE_FLAGS = [
  'redeemable',
  'lends',
  'onchain',
  'fixed_obligations',
  'bitcoin_backed',
] as const;
export type StructureFlag = (typeof STRUCTURE_FLAGS)[number];

/** The facts that decide which criteria apply. */
export const STRUCTURE_FACTS: readonly string[] = ['planner_type', ...STRUCTURE_FLAGS];
/** Without these a provider is not scored. A flag that is absent counts as true. */
export const REQUIRED_FACTS = ['planner_type', 'payout_currency', 'yield_min', 'yield_max'] as const;
/** The one fact about a currency instead of a provider: its risk-free rate, in percent per year. */
export const REFERENCE_RATE = 'reference_rate';

export const PROVIDER_FACTS: readonly string[] = [...REQUIRED_FACTS, 'bitcoin_part', ...STRUCTURE_FLAGS];

/** What entry checks look at: facts, and the inputs that must agree with them. */
export const CHECKED_TOGETHER: readonly string[] = [
  ...PROVIDER_FACTS,
  REFERENCE_RATE,
  'yield_source',
  'yield_spread',
  'btc_shock_absorption',
];

const CURRENCIES = new Set(['BTC', ...Intl.supportedValuesOf('currency')]);

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

export type FactReading = { value: string } | { code: string; message: string };

/** The value in its canonical form, or why it is not one. */
export function readFactValue(fact: string, given: string): FactReading {
  if (fact === 'planner_type') {
    if (PLANNER_TYPES.includes(given as PlannerType)) return { value: given };
    return { code: 'unknown_planner_type', message: `"${given}" is not one of ${PLANNER_TYPES.join(', ')}` };
  }
  if (fact === 'payout_currency') {
    if (isCurrency(given)) return { value: given };
    return { code: 'unknown_currency', message: `"${given}" is neither an ISO 4217 code nor BTC` };
  }
  if ((STRUCTURE_FLAGS as readonly string[]).includes(fact)) {
    if (given === 'true' || given === 'false') return { value: given };
    return { code: 'not_boolean', message: 'must be true or false' };
  }
  const hundredths = fact === REFERENCE_RATE ? signedHundredths(given) : parseScaled(given, 2);
  if (hundredths === null) {
    return { code: 'not_percent', message: `"${given}" is not a percentage with at most two decimals` };
  }
  if (fact === 'bitcoin_part' && hundredths === 0) {
    return { code: 'not_bitcoin_backed', message: 'must be greater than 0' };
  }
  return { value: formatHundredths(hundredths) };
}

/** Rates can be negative; no input of the framework is. */
export function signedHundredths(text: string): number | null {
  if (!text.startsWith('-')) return parseScaled(text, 2);
  const amount = parseScaled(text.slice(1), 2);
  return amount === null ? null : 0 - amount;
}
