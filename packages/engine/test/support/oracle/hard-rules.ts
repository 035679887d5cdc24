// Section 5 in the test oracle: hard rules, and the caps that they set.

import type { MethodologyDocument } from '@rf-indicators/engine';
import { compare, decimal, type Fraction, show, smaller } from '../fraction.ts';
import type { SampleProvider } from '../framework.ts';
import type { OracleCriterion } from './criteria.ts';

type HardRule = MethodologyDocument['hard_rules'][number];
type Condition = HardRule['tiers'][number][0];

interface Facts {
  /** The last known value of each applicable input and of each gate, expired or not. */
  values: Map<string, string>;
  /** Applicable inputs without unexpired evidence. */
  unevidenced: Set<string>;
}

function holds(condition: Condition, facts: Facts): boolean {
  if ('any_missing' in condition) return condition.any_missing.some((id) => facts.unevidenced.has(id));
  const value = facts.values.get(condition.input);
  if (value === undefined) return false;
  if (condition.op === 'eq') return value === condition.value;
  if (condition.op === 'in') return condition.value.includes(value);
  const order = compare(decimal(value), decimal(condition.value));
  if (condition.op === 'lt') return order < 0;
  if (condition.op === 'le') return order <= 0;
  return condition.op === 'gt' ? order > 0 : order >= 0;
}

function capOf(rule: HardRule, facts: Facts): Fraction | undefined {
  const caps = rule.tiers.filter(([condition]) => holds(condition, facts)).map(([, cap]) => decimal(cap));
  return caps.length === 0 ? undefined : caps.reduce(smaller);
}

export function factsOf(
  provider: SampleProvider,
  criteria: OracleCriterion[],
  live: OracleCriterion[],
  confidence: Fraction,
): Facts {
  const values = new Map([['confidence', show(confidence, 2)]]);
  for (const [id, entry] of Object.entries(provider.gates)) values.set(id, entry.value);
  for (const { criterion, entry } of criteria) if (entry !== undefined) values.set(criterion.id, entry.value);
  const dead = criteria.filter((assessed) => !live.includes(assessed));
  return { values, unevidenced: new Set(dead.map(({ criterion }) => criterion.id)) };
}

export function firedCaps(document: MethodologyDocument, facts: Facts): Map<string, Fraction> {
  const fired = new Map<string, Fraction>();
  for (const rule of document.hard_rules) {
    const cap = capOf(rule, facts);
    if (cap !== undefined) fired.set(rule.id, cap);
  }
  return fired;
}
