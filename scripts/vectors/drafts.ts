// Drafts of vectors. A draft has ages in days, which become dates when it is turned into the inputs of a provider.

import {
  formatScaled,
  type Methodology,
  type MethodologyDocument,
  type PlannerType,
  parseScaled,
  type ScoredResult,
  score,
} from '@rf-indicators/engine';

export type CriterionEntry = MethodologyDocument['criteria'][number];

export interface DraftEntry {
  value: string;
  grade: string;
  /** Days between evidence and scoring. */
  age: number;
}

export interface Draft {
  /** A description of what the vector tests. */
  vector: string;
  planner_type: PlannerType;
  flags: Record<string, boolean>;
  gates: Record<string, DraftEntry>;
  inputs: Record<string, DraftEntry>;
}

export interface DatedEntry {
  value: string;
  grade: string;
  evidence_date: string;
}

export interface VectorProvider {
  vector: string;
  provider_id: string;
  planner_type: PlannerType;
  scoring_date: string;
  flags: Record<string, boolean>;
  gates: Record<string, DatedEntry>;
  inputs: Record<string, DatedEntry>;
}

/** A theme derives its drafts from the framework alone. */
export type Theme = (methodology: Methodology) => Draft[];

// Ends of years, both sides of a leap day, and a century year without one.
const SCORING_DATES = [
  '2026-04-01',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2028-03-01',
  '2031-02-28',
  '2100-03-01',
];

const DAY_IN_MS = 86_400_000;

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_IN_MS).toISOString().slice(0, 10);
}

export function toProvider(theme: string, index: number, draft: Draft): VectorProvider {
  const scoring_date = SCORING_DATES[index % SCORING_DATES.length]!;
  const dated = (entries: Record<string, DraftEntry>) =>
    mapValues(entries, ({ value, grade, age }) => ({
      value,
      grade,
      evidence_date: daysBefore(scoring_date, age),
    }));
  return {
    vector: draft.vector,
    provider_id: `V-${theme}-${String(index + 1).padStart(4, '0')}`,
    planner_type: draft.planner_type,
    scoring_date,
    flags: draft.flags,
    gates: dated(draft.gates),
    inputs: dated(draft.inputs),
  };
}

/** The result of a draft, for themes that search for a certain score. */
export function scoreDraft(methodology: Methodology, draft: Draft): ScoredResult {
  const outcome = score(methodology, toProvider('draft', 0, draft));
  if (outcome.status !== 'SCORED') throw new Error(`${draft.vector}: expected a score`);
  return outcome.result;
}

/** "79.99" as 7999. */
export function hundredths(decimal: string): number {
  return parseScaled(decimal, 2)!;
}

export function mapValues<From, To>(
  values: Record<string, From>,
  change: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

export function named(draft: Draft, vector: string): Draft {
  return { ...draft, vector };
}

export function withFlags(draft: Draft, flags: Record<string, boolean>): Draft {
  return { ...draft, flags };
}

/** Changes an existing entry, or adds one if `change` is complete. */
export function withInput(draft: Draft, id: string, change: Partial<DraftEntry>): Draft {
  return { ...draft, inputs: { ...draft.inputs, [id]: { ...draft.inputs[id]!, ...change } } };
}

export function withGate(draft: Draft, id: string, change: Partial<DraftEntry>): Draft {
  return { ...draft, gates: { ...draft.gates, [id]: { ...draft.gates[id]!, ...change } } };
}

export function withoutInputs(draft: Draft, ids: readonly string[]): Draft {
  return { ...draft, inputs: without(draft.inputs, ids) };
}

export function withoutGates(draft: Draft, ids: readonly string[]): Draft {
  return { ...draft, gates: without(draft.gates, ids) };
}

function without(entries: Record<string, DraftEntry>, ids: readonly string[]): Record<string, DraftEntry> {
  return Object.fromEntries(Object.entries(entries).filter(([id]) => !ids.includes(id)));
}

/** Changes every input of a draft, depending on its criterion. */
export function withEveryInput(
  { document }: Methodology,
  draft: Draft,
  change: (criterion: CriterionEntry, entry: DraftEntry) => Partial<DraftEntry>,
): Draft {
  const byId = new Map(document.criteria.map((criterion) => [criterion.id, criterion]));
  return {
    ...draft,
    inputs: mapValues(draft.inputs, (entry, id) => ({ ...entry, ...change(byId.get(id)!, entry) })),
  };
}

export function criterionNamed({ document }: Methodology, id: string): CriterionEntry | undefined {
  return document.criteria.find((criterion) => criterion.id === id);
}

/** Cycles through the items, such as planner types, so that a theme covers all of them. */
export function inTurn<Item>(items: readonly Item[], turn: number): Item {
  return items[turn % items.length]!;
}

/** The grades, best first. */
export function gradesByFactor({ document }: Methodology): string[] {
  return Object.keys(document.grades).sort((a, b) => document.grades[b]! - document.grades[a]!);
}

/** The breakpoints or options of a criterion as [input, points], worst first. */
export function scaleOf({ input, direction }: CriterionEntry): [string, string][] {
  if (input.type === 'enum') return input.options;
  return direction === 'higher' ? input.breakpoints : input.breakpoints.toReversed();
}

export function worstValue(criterion: CriterionEntry): string {
  return scaleOf(criterion)[0]![0];
}

export function bestValue(criterion: CriterionEntry): string {
  return scaleOf(criterion).at(-1)![0];
}

/** A good but not perfect provider: every flag is true, and every criterion of its planner type has evidence. */
export function baseDraft(methodology: Methodology, plannerType: PlannerType): Draft {
  const { criteria, gates, flags } = methodology.document;
  const [best = '', good = best, fair = good] = gradesByFactor(methodology);
  const grades = [best, good, best, good, fair];
  const nudge = ['btc', 'fiat', 'stablecoin'].indexOf(plannerType);
  return {
    vector: `${plannerType} base run`,
    planner_type: plannerType,
    flags: Object.fromEntries(flags.map((flag) => [flag, true])),
    gates: Object.fromEntries(
      gates.map(({ id, options }) => [id, { value: options.at(-1)!, grade: best, age: 1 }]),
    ),
    inputs: Object.fromEntries(
      criteria.flatMap((criterion, index) => {
        if (!criterion.planner_types.includes(plannerType)) return [];
        const age = Math.floor((criterion.max_age_days * (1 + (index % 4))) / 5);
        return [[criterion.id, { value: goodValue(criterion, nudge), grade: inTurn(grades, index), age }]];
      }),
    ),
  };
}

/** The second best value, or the best if the second best earns less than half of the points. */
function goodValue(criterion: CriterionEntry, nudge: number): string {
  const scale = scaleOf(criterion);
  const second = scale.at(-2)!;
  const best = scale.at(-1)!;
  if (hundredths(second[1]) < 5000) return best[0];
  if (criterion.input.type === 'enum') return second[0];
  // The nudge makes the base drafts differ: their numbers are 0, 1 or 2 quarters of the way to the best.
  const decimals = criterion.input.scale;
  const from = parseScaled(second[0], decimals)!;
  const to = parseScaled(best[0], decimals)!;
  return formatScaled(from + Math.trunc(((to - from) * nudge) / 4), decimals);
}

/** The base draft with every input at its best. */
export function bestDraft(methodology: Methodology, plannerType: PlannerType): Draft {
  return withEveryInput(methodology, baseDraft(methodology, plannerType), (criterion) => ({
    value: bestValue(criterion),
  }));
}

/** The base draft with every input at its worst. */
export function worstDraft(methodology: Methodology, plannerType: PlannerType): Draft {
  return withEveryInput(methodology, baseDraft(methodology, plannerType), (criterion) => ({
    value: worstValue(criterion),
  }));
}

/** One change that a vector tests. Two changes to different criteria can share a vector. */
export interface Change {
  criterion: CriterionEntry;
  vector: string;
  change: Partial<DraftEntry>;
}

/**
 * Base drafts with two changes each, which keeps the files small. A result contains the points of every criterion, so
 * two changes can be told apart.
 */
export function twoByTwo(methodology: Methodology, changes: readonly Change[]): Draft[] {
  const half = Math.ceil(changes.length / 2);
  const pairs = changes.slice(0, half).map((change, index) => [change, changes[half + index]] as const);
  return pairs.flatMap(([first, second], turn) => {
    if (second === undefined) return [drafted(methodology, [first], turn)];
    if (first.criterion !== second.criterion && sharedTypes([first, second]).length > 0) {
      return [drafted(methodology, [first, second], turn)];
    }
    return [drafted(methodology, [first], turn), drafted(methodology, [second], turn)];
  });
}

function sharedTypes(changes: readonly Change[]): PlannerType[] {
  const [first, ...others] = changes;
  return first!.criterion.planner_types.filter((type) =>
    others.every(({ criterion }) => criterion.planner_types.includes(type)),
  );
}

export function drafted(methodology: Methodology, changes: readonly Change[], turn: number): Draft {
  let draft = baseDraft(methodology, inTurn(sharedTypes(changes), turn));
  for (const { criterion, change } of changes) draft = withInput(draft, criterion.id, change);
  return named(draft, changes.map(({ vector }) => vector).join('; '));
}
