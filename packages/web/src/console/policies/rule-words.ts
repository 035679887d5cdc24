// Conditions of rules in words. A comparison is a sentence of parts: what is compared, how, and with what.

import {
  type Comparison,
  type Expression,
  POLICY_VALUES,
  type PolicyValue,
  type ValueName,
} from '@rf-indicators/engine';
import { bandName } from '../../ui/band.tsx';
import { inWords } from '../../ui/format.ts';

export const isComparison = (expression: Expression): expression is Comparison => 'value' in expression;

export interface Part {
  text: string;
  /** What the reader can choose; the other words join it. */
  isChosen: boolean;
}

/** What is compared. A parameter stands in braces. */
export const VALUE_WORDS: Readonly<Record<ValueName, string>> = {
  band: 'band',
  score: 'score',
  module_minimum: 'lowest score of a module',
  module_score: 'score of the module {module}',
  evidence_quality: 'evidence quality',
  capped: 'any hard rule',
  cap: 'hard rule {rule}',
  newest_evidence: 'newest evidence',
  oldest_evidence: 'oldest evidence',
  stale: 'score',
  under_review: 'direction under review',
  corrected: 'correction within {within_days}',
  change: 'change within {within_days}',
  worst_band: 'worst band within {within_days}',
  lowest_score: 'lowest score within {within_days}',
  framework: 'framework',
  product_type: 'type of product',
  yield_lowest: 'lowest yield',
  yield_highest: 'highest yield',
};

/** Of values that are yes or no: what it is if they are, and if they are not. */
export const FLAG_WORDS: Readonly<Partial<Record<ValueName, readonly [string, string]>>> = {
  capped: ['fires', 'does not fire'],
  cap: ['fires', 'does not fire'],
  stale: ['is stale', 'is not stale'],
  corrected: ['took place', 'did not take place'],
};

export const OPERATOR_WORDS: Readonly<Record<Comparison['is'], string>> = {
  below: 'is below',
  at_most: 'is at most',
  at_least: 'is at least',
  above: 'is above',
  equal_to: 'is',
  one_of: 'is one of',
  worse_than: 'is worse than',
  better_than: 'is better than',
  older_than: 'is older than',
  missing: 'is not known',
};

/** What the list of values says of each, where its words in a sentence are not enough. */
export function valueOption(name: ValueName): string {
  const words: Partial<Record<ValueName, string>> = {
    stale: 'stale score',
    module_score: 'score of a module',
  };
  return (
    words[name] ??
    VALUE_WORDS[name].replace(/ ?(within )?\{\w+\}/, (found) => WINDOW_ENDS[found.trim()] ?? '')
  );
}

const WINDOW_ENDS: Readonly<Record<string, string>> = {
  'within {within_days}': ' within days',
  '{rule}': ' by its id',
};

export function daysOf(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** A value that something is compared with. */
export function operandWords(value: ValueName, operand: string | number | boolean): string {
  const { type }: PolicyValue = POLICY_VALUES[value];
  if (type === 'band') return bandName(String(operand));
  if (type === 'day') return daysOf(Number(operand));
  if (type === 'word')
    return value === 'framework' ? String(operand) : (WORDS[String(operand)] ?? inWords(String(operand)));
  const text = String(operand).replace(/^-/, '−');
  return value.startsWith('yield') ? `${text} %` : text;
}

const WORDS: Readonly<Record<string, string>> = { btc: 'bitcoin', none: 'not under review' };

export function partsOf(comparison: Comparison): Part[] {
  const { value, is, to } = comparison;
  const parameter = comparison.module ?? comparison.rule ?? daysOf(comparison.within_days ?? 0);
  const [before, after] = VALUE_WORDS[value].split(/ ?\{\w+\}/);
  const parts: Part[] = [{ text: before!, isChosen: true }];
  if (after !== undefined) parts.push({ text: parameter, isChosen: true });
  const flag = FLAG_WORDS[value];
  if (flag !== undefined && is === 'equal_to')
    return [...parts, { text: flag[to === true ? 0 : 1], isChosen: true }];
  parts.push({ text: OPERATOR_WORDS[is], isChosen: false });
  if (is === 'missing') return parts;
  const operands = Array.isArray(to) ? (to as readonly string[]) : [to as string | number | boolean];
  for (const [at, operand] of operands.entries()) {
    if (at > 0) parts.push({ text: at === operands.length - 1 ? 'or' : ',', isChosen: false });
    parts.push({ text: operandWords(value, operand), isChosen: true });
  }
  return parts;
}

/** Any condition in one sentence. */
export function conditionWords(expression: Expression): string {
  if (isComparison(expression))
    return partsOf(expression)
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(' , ', ', ');
  if ('not' in expression) return `not (${conditionWords(expression.not)})`;
  const [parts, word] = 'all' in expression ? [expression.all, ' and '] : [expression.any, ' or '];
  return parts
    .map((part) => {
      const words = conditionWords(part);
      return isComparison(part) || 'not' in part || parts.length === 1 ? words : `(${words})`;
    })
    .join(word);
}
