// Test oracle: a second, independent implementation of docs/use/methodology.md that shares no code with the engine. It
// uses exact fractions where the engine uses integers, and rounds down only where the text says so. Simple and slow.

import type { MethodologyDocument } from '@rf-indicators/engine';
import {
  compare,
  decimal,
  type Fraction,
  fraction,
  HUNDRED,
  minus,
  over,
  roundDown,
  show,
  smaller,
  sum,
  times,
} from './fraction.ts';
import type { SampleEntry, SampleProvider } from './framework.ts';
import { apportion } from './oracle/apportion.ts';
import { canonicalText, type Json } from './oracle/canonical-text.ts';
import { applies, assess, moduleWeights, type OracleCriterion } from './oracle/criteria.ts';
import { countDays } from './oracle/dates.ts';
import { decisionOf } from './oracle/decision.ts';
import { factsOf, firedCaps } from './oracle/hard-rules.ts';

// ---- section 4.3: gates ----

interface Gate {
  id: string;
  limit: number;
  entry: SampleEntry | undefined;
}

function closedGate(document: MethodologyDocument, provider: SampleProvider): string | undefined {
  const facts: Gate[] = document.gates.map(({ id, max_age_days }) => ({
    id,
    limit: max_age_days,
    entry: provider.gates[id],
  }));
  const inputs: Gate[] = document.criteria
    .filter((criterion) => criterion.gate === true)
    .map(({ id, max_age_days }) => ({ id, limit: max_age_days, entry: provider.inputs[id] }));
  const today = countDays(provider.scoring_date);
  return [...facts, ...inputs].find(
    ({ entry, limit }) => entry === undefined || today - countDays(entry.evidence_date) >= 2 * limit,
  )?.id;
}

// ---- section 8.2: the complete result ----

export interface OracleScored {
  status: 'SCORED';
  /** The canonical bytes of the result, as text. */
  text: string;
  /** The weighted sum before rounding to hundredths. */
  exactScore: Fraction;
  uncapped: Fraction;
  final: Fraction;
  band: string;
  criteria: OracleCriterion[];
  caps: Map<string, Fraction>;
}

export interface OracleNotScored {
  status: 'NOT_SCORED';
  text: string;
}

export function bandOf(document: MethodologyDocument, value: Fraction): number {
  return document.bands.findIndex(([, bound]) => compare(decimal(bound), value) <= 0);
}

/** The result that the text of the framework gives for valid inputs. */
export function oracle(
  document: MethodologyDocument,
  provider: SampleProvider,
): OracleScored | OracleNotScored {
  const closed = closedGate(document, provider);
  if (closed !== undefined) {
    const reason = `GATE_${closed.toUpperCase()}`;
    return { status: 'NOT_SCORED', text: canonicalText({ reason, status: 'NOT_SCORED' }) };
  }
  return scored(document, provider);
}

function scored(document: MethodologyDocument, provider: SampleProvider): OracleScored {
  const applicable = document.criteria.filter((one) => applies(one, provider.planner_type, provider.flags));
  const weights = moduleWeights(document, applicable);
  const criteria = applicable.map((criterion) => assess(criterion, weights.get(criterion.id)!, provider));

  const exactScore = over(sum(criteria.map(({ weight, points }) => times(weight, points))), HUNDRED);
  const uncapped = roundDown(exactScore, 2);
  const shortfalls = apportion(
    minus(HUNDRED, uncapped),
    criteria.map(({ exactShortfall }) => exactShortfall),
  );
  criteria.forEach((assessed, i) => {
    assessed.shortfall = shortfalls[i]!;
    assessed.contribution = minus(assessed.weight, shortfalls[i]!);
  });

  const confidence = confidenceOf(document, criteria);
  const live = criteria.filter(({ status }) => status === 'scored' || status === 'stale');
  const coverage = roundDown(over(sum(live.map(({ weight }) => weight)), HUNDRED), 2);

  const caps = firedCaps(document, factsOf(provider, criteria, live, confidence));
  const final = [...caps.values()].reduce(smaller, uncapped);
  const band = bandOf(document, final);
  const result: Json = {
    band: document.bands[band]![0],
    confidence: show(confidence, 2),
    coverage: show(coverage, 2),
    criteria: criteria.map(criterionRow),
    decision: decisionOf(document, criteria, { uncapped, final, band, confidence, caps }),
    final_score: show(final, 2),
    methodology_version: document.methodology_version,
    modules: document.modules.map((module) => moduleRow(module, criteria)),
    planner_type: provider.planner_type,
    provider_id: provider.provider_id,
    scoring_date: provider.scoring_date,
    status: 'SCORED',
    uncapped_score: show(uncapped, 2),
  };
  const text = canonicalText(result);
  return {
    status: 'SCORED',
    text,
    exactScore,
    uncapped,
    final,
    band: document.bands[band]![0],
    criteria,
    caps,
  };
}

function confidenceOf(document: MethodologyDocument, criteria: OracleCriterion[]): Fraction {
  const parts = criteria.map(({ entry, weight, freshness }) => {
    const grade = entry === undefined ? 0 : document.grades[entry.grade]!;
    return times(times(weight, fraction(grade, 100)), freshness);
  });
  return roundDown(over(sum(parts), HUNDRED), 2);
}

function criterionRow(assessed: OracleCriterion): Json {
  return {
    contribution: show(assessed.contribution, 2),
    id: assessed.criterion.id,
    points: show(assessed.points, 2),
    shortfall: show(assessed.shortfall, 2),
    status: assessed.status,
    weight: show(assessed.weight, 2),
  };
}

function moduleRow(module: MethodologyDocument['modules'][number], criteria: OracleCriterion[]): Json {
  const members = criteria.filter(({ criterion }) => criterion.module === module.id);
  const weight = sum(members.map((member) => member.weight));
  const score = over(sum(members.map((member) => times(member.weight, member.points))), weight);
  return { id: module.id, score: show(roundDown(score, 2), 2), weight: show(weight, 2) };
}
