// A policy as its document says it.

import type { Band, Operator, ValueName } from './catalogue.ts';

/** From the mildest to the strictest. */
export const POLICY_DECISIONS = ['ALLOW', 'REVIEW', 'BLOCK'] as const;
export type Decision = (typeof POLICY_DECISIONS)[number];
export type RuleDecision = Exclude<Decision, 'ALLOW'>;

export interface Comparison {
  value: ValueName;
  module?: string;
  rule?: string;
  within_days?: number;
  is: Operator;
  /** A decimal in quotes, a band, a word, a flag, a number of days, or a list for `one_of`; none for `missing`. */
  to?: string | number | boolean | readonly string[];
}

export type Expression =
  | Comparison
  | { all: readonly Expression[] }
  | { any: readonly Expression[] }
  | { not: Expression };

export interface Rule {
  id: string;
  decision: RuleDecision;
  /** What a person reads when the rule decides. */
  sentence: string;
  when: Expression;
}

/** Lets a rule pass for one provider, as long as its band is not worse than was tolerated. */
export interface PolicyException {
  rule: string;
  provider: string;
  worst_band: Band;
  reason: string;
  /** The last UTC day on which it counts. */
  until: string;
}

interface Existing {
  rules: readonly Rule[];
  /** For so many days after the downgrade with which a rule came to hold, its BLOCK counts as REVIEW. */
  cure_days: number;
}

/** A later format may mean more than this engine reads. */
export const POLICY_FORMAT = 'rf-policy-1';

/** All providers, those with these ids, or those in which the book with this id has a position. */
export type PolicyScope = 'all' | readonly string[] | { book: string };

export interface Policy {
  format: typeof POLICY_FORMAT;
  name: string;
  version: number;
  scope: PolicyScope;
  /** Versions of frameworks that its authors have read; a score under another one is at best reviewed. */
  frameworks: readonly string[];
  /** How old `score_verified_at` may be; at most 48. */
  verified_within_hours: number;
  /** How long a decision is valid at most. */
  valid_minutes: number;
  rules: readonly Rule[];
  /** For exposure that exists already; without it, its rules are those of new exposure. */
  existing?: Existing;
  exceptions: readonly PolicyException[];
}

export const isComparison = (expression: Expression): expression is Comparison => 'value' in expression;

export function comparisonsIn(expression: Expression): Comparison[] {
  if (isComparison(expression)) return [expression];
  if ('not' in expression) return comparisonsIn(expression.not);
  return ('all' in expression ? expression.all : expression.any).flatMap(comparisonsIn);
}
