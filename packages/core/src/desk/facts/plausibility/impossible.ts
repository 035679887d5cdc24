// What is impossible among the facts of one provider: a value outside its possible range, or values that cannot be true
// together. Such facts are never scored.

import { formatHundredths } from '@rf-indicators/engine';
import type { KnownFact, KnownInput } from '../known.ts';
import { amountOf, type EntryChecksDocument, isWithin, rangeInWords, type Severity } from './document.ts';

export interface Implausible {
  code: 'impossible' | 'placeholder';
  inputs: readonly string[];
  message: string;
}

export interface KnownValues {
  gates: Readonly<Record<string, KnownInput>>;
  inputs: Readonly<Record<string, KnownInput>>;
  facts: Readonly<Record<string, KnownFact>>;
}

/** null if the value is possible. */
export function whyImpossible(checks: EntryChecksDocument, input: string, value: string): string | null {
  const check = checks.inputs[input];
  if (check === undefined || isWithin(check, check.possible, value)) return null;
  return `${input} ${value} is impossible: it must be ${check.unit === undefined ? 'one of ' : ''}${rangeInWords(check, check.possible!)}`;
}

export function impossibleValues(checks: EntryChecksDocument, known: KnownValues): Implausible[] {
  const problems: Implausible[] = [];
  for (const values of [known.gates, known.inputs, known.facts])
    for (const [input, { value }] of Object.entries(values)) {
      const message = whyImpossible(checks, input, value);
      if (message !== null) problems.push({ code: 'impossible', inputs: [input], message });
    }
  for (const { inputs, message } of crossProblems(checks, known, 'impossible'))
    problems.push({ code: 'impossible', inputs, message });
  return problems;
}

/** Values that do not fit together. */
export function crossProblems(
  { orders, sums }: EntryChecksDocument,
  known: KnownValues,
  severity: Severity,
): { inputs: readonly string[]; message: string }[] {
  const valueIn = (input: string) => known.inputs[input]?.value ?? known.facts[input]?.value ?? null;
  const amount = (input: string) => amountOf(valueIn(input) ?? '');
  const problems: { inputs: readonly string[]; message: string }[] = [];
  for (const order of orders) {
    if (order.severity !== severity) continue;
    const [lower, upper] = [amount(order.lower), amount(order.upper)];
    if (lower === null || upper === null || lower <= upper) continue;
    problems.push({
      inputs: [order.lower, order.upper],
      message: `${order.lower} ${valueIn(order.lower)} is greater than ${order.upper} ${valueIn(order.upper)}`,
    });
  }
  for (const sum of sums) {
    if (sum.severity !== severity) continue;
    const amounts = sum.inputs.map(amount);
    if (amounts.includes(null)) continue;
    const total = (amounts as number[]).reduce((all, one) => all + one, 0);
    if (total <= amountOf(sum.most)!) continue;
    const parts = sum.inputs.map((input) => `${input} ${valueIn(input)}`).join(' and ');
    problems.push({
      inputs: sum.inputs,
      message: `${parts} add up to ${formatHundredths(total)}, more than ${sum.most}`,
    });
  }
  return problems;
}
