// Scores one provider as of an instant, with the content of its package.

import {
  type ComputationPackage,
  type Configuration,
  type Methodology,
  type Scored,
  scorePackage,
} from '@rf-indicators/engine';
import { instantText } from '../../context/times.ts';
import type { Database } from '../../store/schema.ts';
import { combinationProblems } from '../facts/combinations.ts';
import type { ProviderFacts } from '../facts/facts.ts';
import type { KnownFact, KnownInput } from '../facts/known.ts';

export interface Failure extends Pick<Database['run_items'], 'outcome' | 'outcome_detail'> {
  /** Whether a gate lacks evidence. Otherwise what is recorded cannot be scored at all. */
  isGated: boolean;
}

export type ScoredProvider =
  | { content: ComputationPackage; outcome: Scored }
  | { content: null; failure: Failure };

export async function scoreProvider(
  methodology: Methodology,
  provider: ProviderFacts,
  asOf: number,
  configuration: Configuration,
): Promise<ScoredProvider> {
  const { id, name, planner_type, flags, missing } = provider;
  if (missing.length > 0 || planner_type === null) {
    return failure('NOT_SCORED', `no approved ${missing.join(', ')}`);
  }
  const conflicts = combinationProblems(provider);
  if (conflicts.length > 0) {
    const errors = conflicts.map(({ code, message }) => ({ code, message }));
    return failure('INVALID', JSON.stringify({ errors, status: 'INVALID' }));
  }
  const { outcome, content } = await scorePackage(methodology, {
    provider: { id, name, planner_type, flags },
    as_of: instantText(asOf),
    configuration,
    facts: mapValues(provider.facts, packagedFact),
    gates: mapValues(provider.gates, packagedInput),
    inputs: mapValues(provider.inputs, packagedInput),
  });
  if (outcome.status === 'SCORED' && content) return { content, outcome };
  if (outcome.status === 'NOT_SCORED') return failure('NOT_SCORED', outcome.result.reason, true);
  return failure('INVALID', JSON.stringify(outcome.result));
}

function failure(outcome: 'NOT_SCORED' | 'INVALID', outcome_detail: string, isGated = false): ScoredProvider {
  return { content: null, failure: { outcome, outcome_detail, isGated } };
}

function mapValues<From, To>(map: Record<string, From>, convert: (from: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(map).map(([id, value]) => [id, convert(value)]));
}

/** Only the members that a package contains. */
function packagedInput({ value, grade, evidence_date, evidence, approval }: KnownInput) {
  return { value, grade, evidence_date, evidence, approval };
}

function packagedFact({ value, grade, evidence_date, evidence, approval }: KnownFact) {
  return { value, grade, evidence_date, evidence, approval };
}

export function headlineOf({ trace, result }: Scored): { final_score: number; risk_band: string } {
  return { final_score: trace.final, risk_band: result.band };
}
