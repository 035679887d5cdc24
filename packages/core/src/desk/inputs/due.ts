// Lists inputs that are due for review, by the day they start losing points, with the points at stake. Gates come
// first, because without a valid gate there is no score.

import { dayNumber, type Methodology, score } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { ListOrder } from '../../context/paging.ts';
import { civilDate } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import { factsAsOf, type ProviderFacts } from './facts.ts';
import type { KnownInput } from './known.ts';

export interface DueInput {
  provider_id: string;
  slug: string;
  input: string;
  is_gate: boolean;
  /** null, like the dates and days below, if nothing is on record. */
  value: string | null;
  grade: string | null;
  evidence_date: string | null;
  /** The first day on which it loses points. */
  loses_from: string | null;
  /** The first day on which it no longer counts. */
  lapses_on: string | null;
  /** Days until it loses points; zero or negative once it does. */
  days_left: number | null;
  /** The points that depend on it now, in hundredths; for a gate, the whole score. */
  points_at_stake: number;
}

export interface DueOptions {
  /** Include inputs that never had evidence. */
  missing?: boolean;
}

/** Inputs of active providers that lose points within the horizon, or already do. */
export async function dueInputs(
  context: Context,
  methodology: Methodology,
  asOf: number,
  horizonDays: number,
  { missing = false }: DueOptions = {},
): Promise<DueInput[]> {
  const { db } = context.store;
  const rows = await db.selectFrom('providers').select('id').where('retired_at', 'is', null).execute();
  const due: DueInput[] = [];
  for (const ids of inPortions(rows.map(({ id }) => id))) {
    for (const facts of await factsAsOf(db, methodology, ids, asOf, context.clock())) {
      for (const input of inputsOf(methodology, facts, asOf)) {
        if (input.days_left === null ? missing : input.days_left <= horizonDays) due.push(input);
      }
    }
  }
  return DUE_ORDER.sorted(due);
}

function inputsOf(methodology: Methodology, facts: ProviderFacts, asOf: number): DueInput[] {
  const today = civilDate(asOf);
  const { id: provider_id, slug, planner_type, flags, gates, inputs } = facts;
  const run = { provider_id, planner_type, scoring_date: today, flags, gates, inputs };
  let outcome = score(methodology, run);
  if (outcome.status === 'NOT_SCORED') outcome = score(methodology, withGatesChecked(methodology, run));
  const trace = outcome.status === 'SCORED' ? outcome.trace : null;
  const final = trace?.final ?? 0;
  const contributions = new Map(
    trace?.assessments.map(({ criterion, contribution }) => [criterion.id, contribution]),
  );
  // If scoring fails, for example because a new framework dropped an option, all recorded inputs are listed.
  const applies = (id: string) => (trace === null ? id in inputs : contributions.has(id));
  const criteria = methodology.criteria.filter(({ id }) => applies(id));
  return mergeByInput([
    ...methodology.gates.map(({ id, maxAge }) => ({
      ...{ provider_id, slug, input: id, is_gate: true },
      ...daysOf(gates[id], maxAge, today),
      points_at_stake: final,
    })),
    ...criteria.flatMap(({ id, maxAge, gate }) =>
      figuresOf(facts, id).map(([input, figure]) => ({
        ...{ provider_id, slug, input, is_gate: gate },
        ...daysOf(figure, maxAge, today),
        points_at_stake: gate ? final : (contributions.get(id) ?? 0),
      })),
    ),
  ]);
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
function mergeByInput(due: readonly DueInput[]): DueInput[] {
  const merged = new Map<string, DueInput>();
  for (const one of due) {
    const other = merged.get(one.input) ?? null;
    const first = other === null || (one.loses_from ?? '') < (other.loses_from ?? '') ? one : other;
    const points_at_stake = one.points_at_stake + (other?.points_at_stake ?? 0);
    merged.set(one.input, { ...first, points_at_stake });
  }
  return [...merged.values()];
}

interface Run {
  scoring_date: string;
  gates: Record<string, KnownInput>;
  inputs: Record<string, KnownInput>;
}

/** With a lapsed gate there is no score, so this assumes that every gate was checked today and is unchanged. */
function withGatesChecked(methodology: Methodology, run: Run): unknown {
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

function dayAfter(date: string, days: number): string {
  return civilDate(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
}

/** Gates first, then by day (inputs without evidence first), then by points, then by name for a stable order. */
export const DUE_ORDER = new ListOrder<DueInput>(
  'due',
  [
    { by: 'is_gate', type: 'integer', descending: true },
    { by: 'loses_from', type: 'text' },
    { by: 'points_at_stake', type: 'integer', descending: true },
    { by: 'slug', type: 'text' },
    { by: 'input', type: 'text' },
  ],
  ({ is_gate, loses_from, points_at_stake, slug, input }) => [
    ...[is_gate ? 1 : 0, loses_from ?? '', points_at_stake, slug, input],
  ],
);
