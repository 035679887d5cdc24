// What depends on each input of a provider: when its evidence loses points, and the points and the band at stake.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { dayNumber, type Methodology, score } from '@rf-indicators/engine';
import { civilDate, dayAfter } from '../../context/times.ts';
import type { ProviderFacts } from '../facts/facts.ts';
import type { KnownInput } from '../facts/known.ts';

type ListedDue = DomainAnswerOf<'inputs.due'>['data'][number];

/** An input with the criteria that depend on it. */
interface Stake extends Omit<ListedDue, 'assignee' | 'note'> {
  /** Days until its evidence loses points. */
  max_age: number;
  criteria: string[];
}

interface DueAssessment {
  /** In hundredths; null if there is no score, not even with every gate checked. */
  score: number | null;
  band: string | null;
  stakes: Stake[];
  /** The band without the evidence of these criteria; null if there is no score. */
  bandWithout(criteria: readonly string[]): string | null;
}

/** Every input that applies to a provider, with what depends on it. */
export function assessDue(methodology: Methodology, facts: ProviderFacts, asOf: number): DueAssessment {
  const today = civilDate(asOf);
  const { id: provider_id, slug, planner_type, flags, gates, inputs } = facts;
  const run = { provider_id, planner_type, scoring_date: today, flags, gates, inputs };
  let scored: Run = run;
  let outcome = score(methodology, run);
  if (outcome.status === 'NOT_SCORED') {
    scored = withGatesChecked(methodology, run);
    outcome = score(methodology, scored);
  }
  const trace = outcome.status === 'SCORED' ? outcome.trace : null;
  const final = trace?.final ?? 0;
  const contributions = new Map(
    trace?.assessments.map(({ criterion, contribution }) => [criterion.id, contribution]),
  );
  // If scoring fails, for example because a new framework dropped an option, all recorded inputs are listed.
  const applies = (id: string) => (trace === null ? id in inputs : contributions.has(id));
  const criteria = methodology.criteria.filter(({ id }) => applies(id));
  const stakes = mergeByInput([
    ...methodology.gates.map(({ id, maxAge }) => ({
      ...{ provider_id, slug, input: id, is_gate: true, max_age: maxAge, criteria: [] },
      ...daysOf(gates[id], maxAge, today),
      points_at_stake: final,
    })),
    ...criteria.flatMap(({ id, maxAge, gate }) =>
      figuresOf(facts, id).map(([input, figure]) => ({
        ...{ provider_id, slug, input, is_gate: gate, max_age: maxAge, criteria: [id] },
        ...daysOf(figure, maxAge, today),
        points_at_stake: gate ? final : (contributions.get(id) ?? 0),
      })),
    ),
  ]);
  return {
    score: trace?.final ?? null,
    band: outcome.status === 'SCORED' ? outcome.result.band : null,
    stakes,
    bandWithout(lost) {
      const left = Object.fromEntries(Object.entries(scored.inputs).filter(([id]) => !lost.includes(id)));
      const without = score(methodology, { ...scored, inputs: left });
      return without.status === 'SCORED' ? without.result.band : null;
    },
  };
}

type Figure = Pick<KnownInput, 'value' | 'grade' | 'evidence_date'>;

/** A derived value is renewed by renewing the figures that it follows from. */
function figuresOf({ inputs, facts }: ProviderFacts, id: string): [string, Figure | undefined][] {
  const known = inputs[id];
  if (!known?.approval || !('derived' in known.approval)) return [[id, known]];
  return (known.approval.from as readonly string[]).map((base) => [
    base,
    (inputs[base] ?? facts[base] ?? known) as Figure,
  ]);
}

/** A figure that several criteria depend on is due once: on the earliest day, with the points of all of them. */
function mergeByInput(due: readonly Stake[]): Stake[] {
  const merged = new Map<string, Stake>();
  for (const one of due) {
    const other = merged.get(one.input) ?? null;
    const first = other === null || (one.loses_from ?? '') < (other.loses_from ?? '') ? one : other;
    const points_at_stake = one.points_at_stake + (other?.points_at_stake ?? 0);
    const criteria = [...(other?.criteria ?? []), ...one.criteria];
    merged.set(one.input, { ...first, points_at_stake, criteria });
  }
  return [...merged.values()];
}

interface Run {
  scoring_date: string;
  gates: Record<string, KnownInput>;
  inputs: Record<string, KnownInput>;
}

/** With a lapsed gate there is no score, so this assumes that every gate was checked today and is unchanged. */
function withGatesChecked<Given extends Run>(methodology: Methodology, run: Given): Given {
  const [grade] = methodology.grades.keys();
  const evidence_date = run.scoring_date;
  const checked = (known: KnownInput | undefined, options: Iterable<string>) => {
    const best = [...options].at(-1);
    return { value: known?.value ?? best, grade: known?.grade ?? grade, evidence_date };
  };
  const gates = methodology.gates.map(({ id, options }) => [id, checked(run.gates[id], options)]);
  const criteria = methodology.criteria.flatMap(({ id, gate, input }) =>
    gate && input.kind === 'enum' ? [[id, checked(run.inputs[id], input.points.keys())]] : [],
  );
  return {
    ...run,
    gates: Object.fromEntries(gates),
    inputs: { ...run.inputs, ...Object.fromEntries(criteria) },
  };
}

function daysOf(known: Figure | undefined, maxAge: number, today: string) {
  if (known === undefined) {
    return {
      value: null,
      grade: null,
      evidence_date: null,
      loses_from: null,
      lapses_on: null,
      days_left: null,
    };
  }
  const { value, grade, evidence_date } = known;
  const age = (dayNumber(today) as number) - (dayNumber(evidence_date) as number);
  return {
    value,
    grade,
    evidence_date,
    loses_from: dayAfter(evidence_date, maxAge + 1),
    lapses_on: dayAfter(evidence_date, 2 * maxAge),
    days_left: maxAge + 1 - age,
  };
}
