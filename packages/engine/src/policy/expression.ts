// Whether an expression holds: true, false, or unknown where a value is not known. A comparison with a value that does not
// apply does not hold, and neither does its opposite, so `not` is carried down to the comparisons.

import { valueNamed } from './catalogue.ts';
import { type Comparison, type Expression, isComparison } from './document.ts';
import { dayOf, hundredthsOf, placeOf } from './scale.ts';
import type { Seen } from './values.ts';

export type Truth = 'true' | 'false' | 'unknown';

export interface Eyes {
  see: (comparison: Comparison) => Seen;
  /** The day of which ages are counted. */
  today: number;
}

export function truthOf(expression: Expression, eyes: Eyes, isOpposite = false): Truth {
  if (isComparison(expression)) return compare(expression, eyes, isOpposite);
  if ('not' in expression) return truthOf(expression.not, eyes, !isOpposite);
  const isAll = 'all' in expression;
  const truths = (isAll ? expression.all : expression.any).map((part) => truthOf(part, eyes, isOpposite));
  return isAll !== isOpposite ? everyOf(truths) : someOf(truths);
}

function everyOf(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false';
  return truths.includes('unknown') ? 'unknown' : 'true';
}

function someOf(truths: readonly Truth[]): Truth {
  if (truths.includes('true')) return 'true';
  return truths.includes('unknown') ? 'unknown' : 'false';
}

function compare(comparison: Comparison, { see, today }: Eyes, isOpposite: boolean): Truth {
  const seen = see(comparison);
  if (seen === null) return 'false';
  const holds = comparison.is === 'missing' ? seen === undefined : holdsFor(comparison, seen, today);
  if (holds === undefined) return 'unknown';
  return holds !== isOpposite ? 'true' : 'false';
}

function holdsFor(
  { value, is, to }: Comparison,
  seen: string | boolean | undefined,
  today: number,
): boolean | undefined {
  if (seen === undefined) return undefined;
  if (is === 'equal_to') return seen === to;
  if (is === 'one_of') return (to as readonly unknown[]).includes(seen);
  if (is === 'older_than') return today - dayOf(seen)! > (to as number);
  const numberOf = valueNamed(value).type === 'band' ? placeOf : hundredthsOf;
  const [left, right] = [numberOf(seen)!, numberOf(to)!];
  switch (is) {
    case 'below':
    case 'better_than':
      return left < right;
    case 'at_most':
      return left <= right;
    case 'at_least':
      return left >= right;
    case 'above':
    case 'worse_than':
      return left > right;
    // A policy for a newer engine: what it asks for is not known.
    default:
      return undefined;
  }
}
