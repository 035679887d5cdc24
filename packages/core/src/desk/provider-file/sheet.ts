// The sheet of a provider: every gate, criterion and fact with its value, its evidence, and the points that it gives now.

import { dayNumber, type Methodology, type Outcome, score } from '@rf-indicators/engine';
import { civilDate } from '../../context/times.ts';
import { PROVIDER_FACTS } from '../facts/fact-definitions.ts';
import type { ProviderFacts } from '../facts/facts.ts';
import type { Contested, KnownFact, KnownInput } from '../facts/known.ts';
import { defineInput } from '../inputs/input-definition.ts';

export interface SheetRow {
  input: string;
  kind: 'gate' | 'criterion' | 'fact';
  label: string;
  module: string | null;
  value: string | null;
  grade: string | null;
  evidence_date: string | null;
  evidence_id: string | null;
  proposal_id: string | null;
  derived_from: string[];
  age_days: number | null;
  max_age_days: number | null;
  status: 'scored' | 'stale' | 'expired' | 'missing';
  /** In hundredths, like the weight. */
  points: number | null;
  weight: number | null;
  lost: number | null;
}

export interface ContestedValue extends Contested {
  label: string;
  in_force: { value: string; grade: string | null; evidence_date: string | null } | null;
}

export interface Sheet {
  score_now: number | null;
  band_now: string | null;
  no_score_reason: string | null;
  /** Ids of the hard rules that limit the score. */
  binding_rules: string[];
  sheet: SheetRow[];
  contested: ContestedValue[];
}

export const NO_SHEET: Sheet = {
  score_now: null,
  band_now: null,
  no_score_reason: 'No framework is in effect.',
  binding_rules: [],
  sheet: [],
  contested: [],
};

export function sheetOf(methodology: Methodology, facts: ProviderFacts, now: number): Sheet {
  const today = civilDate(now);
  const { id: provider_id, planner_type, flags, gates, inputs } = facts;
  const outcome = score(methodology, {
    provider_id,
    planner_type,
    scoring_date: today,
    flags,
    gates,
    inputs,
  });
  const trace = outcome.status === 'SCORED' ? outcome.trace : null;
  const assessments = new Map(trace?.assessments.map((one) => [one.criterion.id, one]));
  const label = (input: string) => defineInput(methodology, input)?.label ?? input;
  const row = (
    input: string,
    kind: SheetRow['kind'],
    known: KnownInput | KnownFact | undefined,
    maxAge: number | null,
  ): SheetRow => {
    const age = known?.evidence_date ? daysBetween(known.evidence_date, today) : null;
    return {
      ...{ input, kind, label: label(input), module: null },
      ...evidenceOf(known),
      ...{ age_days: age, max_age_days: maxAge, points: null, weight: null, lost: null },
      status: known === undefined ? 'missing' : statusAt(age, maxAge),
    };
  };
  const criteria = methodology.criteria
    // Without a score it is not known which apply: those with a value do.
    .filter(({ id }) => (trace === null ? id in inputs : assessments.has(id)))
    .map((criterion): SheetRow => {
      const assessment = assessments.get(criterion.id);
      const kind = criterion.gate ? 'gate' : 'criterion';
      return {
        ...row(criterion.id, kind, inputs[criterion.id], criterion.maxAge),
        module: methodology.modules[criterion.module]?.label ?? null,
        ...(assessment === undefined
          ? {}
          : {
              status: assessment.status,
              points: assessment.contribution,
              weight: assessment.weight,
              lost: assessment.shortfall,
            }),
      };
    });
  const sheet = [
    ...methodology.gates.map(({ id, maxAge }) => row(id, 'gate', gates[id], maxAge)),
    ...criteria.filter(({ kind }) => kind === 'gate'),
    ...criteria.filter(({ kind }) => kind !== 'gate'),
    ...PROVIDER_FACTS.map((fact) => row(fact, 'fact', facts.facts[fact], null)),
  ];
  const values = new Map(sheet.map((one) => [one.input, one]));
  return {
    score_now: trace?.final ?? null,
    band_now: outcome.status === 'SCORED' ? outcome.result.band : null,
    no_score_reason: outcome.status === 'SCORED' ? null : reasonOf(outcome, facts),
    binding_rules: trace?.fired.filter(({ binding }) => binding).map(({ rule }) => rule.id) ?? [],
    sheet,
    contested: facts.contested.map((one) => ({
      ...one,
      label: label(one.input),
      in_force: inForce(values.get(one.input)),
    })),
  };
}

function evidenceOf(known: KnownInput | KnownFact | undefined) {
  const approval = known?.approval;
  return {
    value: known?.value ?? null,
    grade: known?.grade ?? null,
    evidence_date: known?.evidence_date ?? null,
    evidence_id: typeof known?.evidence?.id === 'string' ? known.evidence.id : null,
    proposal_id: known?.proposalId ?? null,
    derived_from: approval && 'derived' in approval ? [...(approval.from as readonly string[])] : [],
  };
}

function inForce(row: SheetRow | undefined): ContestedValue['in_force'] {
  if (row === undefined || row.value === null) return null;
  const { value, grade, evidence_date } = row;
  return { value, grade, evidence_date };
}

function statusAt(age: number | null, maxAge: number | null): SheetRow['status'] {
  if (age === null || maxAge === null || age <= maxAge) return 'scored';
  return age < 2 * maxAge ? 'stale' : 'expired';
}

function daysBetween(date: string, today: string): number {
  return (dayNumber(today) as number) - (dayNumber(date) as number);
}

/** Why a run would give no score. */
function reasonOf(outcome: Exclude<Outcome, { status: 'SCORED' }>, { missing }: ProviderFacts): string {
  if (missing.length > 0) return `No value is approved of: ${missing.map(inWords).join(', ')}.`;
  if (outcome.status === 'INVALID') return 'The recorded inputs and facts do not give a score.';
  const gate = inWords(outcome.result.reason.replace(/^GATE_/, '').toLowerCase());
  return `No current evidence for ${gate}, without which there is no score.`;
}

function inWords(id: string): string {
  return id.replaceAll('_', ' ');
}
