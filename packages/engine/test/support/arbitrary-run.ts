// Random valid runs, made from the framework document, so that a new criterion needs no change here. All
// of a run is drawn in one go and put together afterwards, which keeps drawing fast and shrinking simple:
// the smallest run has no evidence beyond its gates.

import { PLANNER_TYPES, type PlannerType } from '@rf-indicators/engine';
import fc from 'fast-check';
import { frameworkDocument, type SampleEntry, type SampleRun } from './framework.ts';

export const document = frameworkDocument();

type Criterion = (typeof document.criteria)[number];
type NumberInput = Extract<Criterion['input'], { type: 'number' }>;

/** A value with its evidence, dated by its age, since the scoring date is drawn elsewhere. */
export interface Drawn {
  value: string;
  grade: string;
  age: number;
}

// ---- dates ----

const DAY = 86_400_000;

function dateText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

function dayOf(date: string): number {
  return Date.parse(date) / DAY;
}

export function daysAfter(date: string, days: number): string {
  return dateText(dayOf(date) + days);
}

export function ageOf(run: SampleRun, entry: SampleEntry): number {
  return dayOf(run.scoring_date) - dayOf(entry.evidence_date);
}

// A leap day, and the days after a February of a century that has one and of a century that has none.
const scoringDay = fc.oneof(
  fc.constantFrom('2026-04-01', '2024-02-29', '2000-03-01', '2100-03-01', '2027-01-01').map(dayOf),
  fc.integer({ min: dayOf('1990-01-01'), max: dayOf('2110-12-31') }),
);

// ---- numbers ----

/** The number as an integer times 10^scale. Far below 2^53, so plain numbers are exact. */
function scaled(text: string, scale: number): number {
  const [whole = '', decimals = ''] = text.split('.');
  return Number(whole + decimals.padEnd(scale, '0'));
}

function numberText(value: number, scale: number): string {
  if (scale === 0) return String(value);
  const digits = String(value).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same number without zeros at its end: "104.30" is "104.3", "104.00" is "104". */
function shortText(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The numbers at which a criterion's hard rules change their mind. */
function ruleLimits(id: string): string[] {
  return document.hard_rules
    .flatMap((rule) => rule.tiers.map(([condition]) => condition))
    .flatMap((condition) =>
      'any_missing' in condition || condition.input !== id || Array.isArray(condition.value)
        ? []
        : [condition.value],
    );
}

function numberValue(id: string, { scale, breakpoints }: NumberInput): fc.Arbitrary<string> {
  const limits = [...breakpoints.map(([at]) => at), ...ruleLimits(id)].map((text) => scaled(text, scale));
  const around = limits.flatMap((limit) => [limit, limit - 1, limit + 1]).filter((value) => value >= 0);
  const farthest = 10 ** (9 + scale) - 1;
  const drawn = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...around) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: Math.ceil(Math.max(...limits) * 1.2) }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, farthest) },
  );
  return fc.tuple(drawn, fc.boolean()).map(([value, short]) => {
    const text = numberText(value, scale);
    return short ? shortText(text) : text;
  });
}

// ---- evidence ----

const GRADES = Object.keys(document.grades);

/** Best first, by what the document says each is worth. */
export const GRADES_BY_FACTOR = [...GRADES].sort((a, b) => document.grades[b]! - document.grades[a]!);

function evidenceAge(limit: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: limit }) },
    { weight: 2, arbitrary: fc.integer({ min: limit + 1, max: 2 * limit - 1 }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(0, limit, limit + 1, 2 * limit - 1, 2 * limit, 2 * limit + 1, 5 * limit),
    },
  );
}

function drawnEntry(criterion: Criterion): fc.Arbitrary<Drawn> {
  const { id, input, max_age_days } = criterion;
  return fc.record({
    value:
      input.type === 'enum'
        ? fc.constantFrom(...input.options.map(([option]) => option))
        : numberValue(id, input),
    grade: fc.constantFrom(...GRADES),
    age: evidenceAge(max_age_days),
  });
}

/** One value with evidence for every criterion of the document: what a property changes a run to. */
export const arbitraryEntries: fc.Arbitrary<Record<string, Drawn>> = fc.record(
  Object.fromEntries(document.criteria.map((criterion) => [criterion.id, drawnEntry(criterion)])),
);

/** The safest value of a criterion, which is where its points are highest. */
export function bestValue({ input, direction }: Criterion): string {
  if (input.type === 'enum') return input.options.at(-1)![0];
  return input.breakpoints.at(direction === 'higher' ? -1 : 0)![0];
}

/** Above zero if the first value is the safer one, below if the second is. */
export function compareSafety({ input, direction }: Criterion, first: string, second: string): number {
  if (input.type === 'enum') {
    const place = (value: string) => input.options.findIndex(([option]) => option === value);
    return place(first) - place(second);
  }
  const difference = scaled(first, input.scale) - scaled(second, input.scale);
  return direction === 'higher' ? difference : -difference;
}

// ---- runs ----

const MISSING_ONE_IN = 8;

interface Slot {
  /** 0: no evidence. */
  presence: number;
  /** Below the run's care: the best value, fresh, in the best grade. */
  luck: number;
  drawn: Drawn;
}

/**
 * How many of a hundred inputs are at their best. Values drawn at random fire some hard rule in nearly
 * every run and are hardly ever LOW; with care, every band and uncapped scores that stand are common.
 */
interface Care {
  forAll: number;
  forRules: number;
}

const care = fc.record({
  forAll: fc.constantFrom(0, 0, 40, 80, 95),
  forRules: fc.constantFrom(0, 80, 95, 100),
});

const INPUTS_OF_RULES = new Set(
  document.hard_rules
    .flatMap((rule) => rule.tiers.map(([condition]) => condition))
    .flatMap((condition) => ('any_missing' in condition ? condition.any_missing : [condition.input])),
);

function careFor(id: string, { forAll, forRules }: Care): number {
  return INPUTS_OF_RULES.has(id) ? Math.max(forAll, forRules) : forAll;
}

function slot(criterion: Criterion): fc.Arbitrary<Slot> {
  return fc.record({
    presence: fc.nat({ max: MISSING_ONE_IN - 1 }),
    luck: fc.nat({ max: 99 }),
    drawn: drawnEntry(criterion),
  });
}

type GateEntry = (typeof document.gates)[number];

/** Always live. */
function gateSlot({ options, max_age_days }: GateEntry): fc.Arbitrary<Slot> {
  return fc.record({
    presence: fc.constant(1),
    luck: fc.nat({ max: 99 }),
    drawn: fc.record({
      value: fc.constantFrom(...options),
      grade: fc.constantFrom(...GRADES),
      age: fc.nat({ max: 2 * max_age_days - 1 }),
    }),
  });
}

/** For one gate the evidence is gone or too old; for none where the name is empty. */
const closedGate = fc.record({
  id: fc.constantFrom(
    '',
    ...document.gates.map(({ id }) => id),
    ...document.criteria.filter(({ gate }) => gate === true).map(({ id }) => id),
  ),
  how: fc.constantFrom('missing', 'lapsed today', 'lapsed long ago'),
});

const runParts = {
  plannerType: fc.constantFrom(...PLANNER_TYPES),
  day: scoringDay,
  care,
  flags: fc.record(
    Object.fromEntries(document.flags.map((flag) => [flag, fc.constantFrom(true, false, undefined)])),
  ),
  gates: fc.record(Object.fromEntries(document.gates.map((gate) => [gate.id, gateSlot(gate)]))),
  inputs: fc.record(Object.fromEntries(document.criteria.map((one) => [one.id, slot(one)]))),
};

interface RunParts {
  plannerType: PlannerType;
  day: number;
  care: Care;
  flags: Record<string, boolean | undefined>;
  gates: Record<string, Slot>;
  inputs: Record<string, Slot>;
}

function entryAt(day: number, { value, grade, age }: Drawn): SampleEntry {
  return { value, grade, evidence_date: dateText(day - age) };
}

function drawnGate({ id, options }: GateEntry, { luck, drawn }: Slot, care: Care): Drawn {
  return luck < careFor(id, care) ? { ...drawn, value: options.at(-1)! } : drawn;
}

function drawnInput(criterion: Criterion, { presence, luck, drawn }: Slot, care: Care): Drawn | undefined {
  const limit = criterion.max_age_days;
  if (luck < careFor(criterion.id, care)) {
    return { value: bestValue(criterion), grade: GRADES_BY_FACTOR[0]!, age: drawn.age % (limit + 1) };
  }
  if (criterion.gate === true) return { ...drawn, age: drawn.age % (2 * limit) };
  return presence === 0 ? undefined : drawn;
}

function assemble({ plannerType, day, care, flags, gates, inputs }: RunParts): SampleRun {
  const run: SampleRun = {
    provider_id: 'FX-99',
    name: 'A fictional provider',
    planner_type: plannerType,
    scoring_date: dateText(day),
    flags: {},
    gates: {},
    inputs: {},
  };
  for (const [flag, value] of Object.entries(flags)) if (value !== undefined) run.flags[flag] = value;
  for (const gate of document.gates) {
    run.gates[gate.id] = entryAt(day, drawnGate(gate, gates[gate.id]!, care));
  }
  for (const criterion of document.criteria) {
    const drawn = drawnInput(criterion, inputs[criterion.id]!, care);
    if (drawn !== undefined) run.inputs[criterion.id] = entryAt(day, drawn);
  }
  return run;
}

/** Valid runs with live gates, so that each of them has a score. */
export const arbitraryRun: fc.Arbitrary<SampleRun> = fc.record(runParts).map(assemble);

/** Valid runs of which some have a gate without live evidence, so that they have no score. */
export const arbitraryRunOrGated: fc.Arbitrary<SampleRun> = fc
  .record({ ...runParts, closed: closedGate })
  .map(({ closed, ...parts }) => closeGate(assemble(parts), closed));

function closeGate(run: SampleRun, { id, how }: { id: string; how: string }): SampleRun {
  const limit = [...document.gates, ...document.criteria].find((one) => one.id === id)?.max_age_days;
  if (limit === undefined) return run;
  const group = id in run.gates ? run.gates : run.inputs;
  if (how === 'missing') delete group[id];
  else {
    const age = how === 'lapsed today' ? 2 * limit : 9 * limit;
    group[id] = { ...group[id]!, evidence_date: daysAfter(run.scoring_date, -age) };
  }
  return run;
}

// ---- changes to a run; none touches the run given ----

export function withInput(run: SampleRun, id: string, entry: SampleEntry): SampleRun {
  return { ...run, inputs: { ...run.inputs, [id]: entry } };
}

export function withGate(run: SampleRun, id: string, value: string): SampleRun {
  return { ...run, gates: { ...run.gates, [id]: { ...run.gates[id]!, value } } };
}

/** Evidence for a run, as many days old as was drawn, or less where the age is limited. */
export function datedEntry(run: SampleRun, drawn: Drawn, oldest = Number.POSITIVE_INFINITY): SampleEntry {
  const age = drawn.age <= oldest ? drawn.age : drawn.age % (oldest + 1);
  return entryAt(dayOf(run.scoring_date), { ...drawn, age });
}

function mapNumbers(run: SampleRun, change: (text: string, scale: number) => string): SampleRun {
  const inputs = { ...run.inputs };
  for (const { id, input } of document.criteria) {
    const entry = inputs[id];
    if (entry !== undefined && input.type === 'number') {
      inputs[id] = { ...entry, value: change(entry.value, input.scale) };
    }
  }
  return { ...run, inputs };
}

export function withAllDecimals(run: SampleRun): SampleRun {
  return mapNumbers(run, (text, scale) => numberText(scaled(text, scale), scale));
}

export function withoutTrailingZeros(run: SampleRun): SampleRun {
  return mapNumbers(run, shortText);
}

/** The same value with the members of each object in another order. */
export function shuffledMembers<T>(value: T, salt: number): T {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, shuffledMembers(member, salt)] as const,
  );
  let state = salt;
  for (let last = members.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const other = (state >>> 8) % (last + 1);
    [members[last], members[other]] = [members[other]!, members[last]!];
  }
  return Object.fromEntries(members) as T;
}

// ---- profiles ----

export interface Profile {
  plannerType: PlannerType;
  flags: Record<string, boolean>;
}

/** Every combination of planner type and flags. */
export function allProfiles(): Profile[] {
  let combinations: Record<string, boolean>[] = [{}];
  for (const flag of document.flags) {
    combinations = combinations.flatMap((flags) => [
      { ...flags, [flag]: true },
      { ...flags, [flag]: false },
    ]);
  }
  return PLANNER_TYPES.flatMap((plannerType) => combinations.map((flags) => ({ plannerType, flags })));
}

/** A run with the best value of every input, fresh and in the best grade. */
export function bestRun({ plannerType, flags }: Profile): SampleRun {
  const best = (value: string): SampleEntry => ({
    value,
    grade: GRADES_BY_FACTOR[0]!,
    evidence_date: '2026-04-01',
  });
  return {
    provider_id: 'FX-99',
    name: 'A fictional provider',
    planner_type: plannerType,
    scoring_date: '2026-04-01',
    flags,
    gates: Object.fromEntries(document.gates.map(({ id, options }) => [id, best(options.at(-1)!)])),
    inputs: Object.fromEntries(document.criteria.map((one) => [one.id, best(bestValue(one))])),
  };
}
