// Random providers with valid inputs, derived from the framework document, so that a new criterion needs no change
// here. All parts are drawn at once and assembled afterwards, which keeps generation fast and shrinking simple: the
// smallest provider has no evidence beyond its gates.

import { PLANNER_TYPES, type PlannerType } from '@rf-indicators/engine';
import fc from 'fast-check';
import { frameworkDocument, type SampleEntry, type SampleProvider } from './framework.ts';

export const document = frameworkDocument();

type Criterion = (typeof document.criteria)[number];
type NumberInput = Extract<Criterion['input'], { type: 'number' }>;

/** A value with its evidence, dated by age because the scoring date is drawn separately. */
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

export function ageOf(provider: SampleProvider, entry: SampleEntry): number {
  return dayOf(provider.scoring_date) - dayOf(entry.evidence_date);
}

// Includes a leap day, and 1 March of a century year with a leap day and of one without.
const scoringDay = fc.oneof(
  fc.constantFrom('2026-04-01', '2024-02-29', '2000-03-01', '2100-03-01', '2027-01-01').map(dayOf),
  fc.integer({ min: dayOf('1990-01-01'), max: dayOf('2110-12-31') }),
);

// ---- numbers ----

/** The number as an integer times 10^scale. It stays far below 2^53, so numbers are exact. */
function scaled(text: string, scale: number): number {
  const [whole = '', decimals = ''] = text.split('.');
  return Number(whole + decimals.padEnd(scale, '0'));
}

function numberText(value: number, scale: number): string {
  if (scale === 0) return String(value);
  const digits = String(value).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same number without trailing zeros: "104.30" becomes "104.3", "104.00" becomes "104". */
function shortText(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The limits in the hard rules of a criterion. */
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

/** Best first, by the factors in the document. */
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

/** One value with evidence for every criterion, which properties use to change a provider. */
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

// ---- providers ----

const MISSING_ONE_IN = 8;

interface Slot {
  /** 0 means no evidence. */
  presence: number;
  /** If this is below the care for the input, the input has its best value, fresh, in the best grade. */
  luck: number;
  drawn: Drawn;
}

/**
 * The percentage of inputs at their best. With purely random values, nearly every provider fires a hard rule and
 * hardly any is LOW; with care, every band is common, and so are scores that no cap lowers.
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

/** Gates always have unexpired evidence. */
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

/** The gate whose evidence is missing or too old; an empty id means none. */
const closedGate = fc.record({
  id: fc.constantFrom(
    '',
    ...document.gates.map(({ id }) => id),
    ...document.criteria.filter(({ gate }) => gate === true).map(({ id }) => id),
  ),
  how: fc.constantFrom('missing', 'expired today', 'expired long ago'),
});

const providerParts = {
  plannerType: fc.constantFrom(...PLANNER_TYPES),
  day: scoringDay,
  care,
  flags: fc.record(
    Object.fromEntries(document.flags.map((flag) => [flag, fc.constantFrom(true, false, undefined)])),
  ),
  gates: fc.record(Object.fromEntries(document.gates.map((gate) => [gate.id, gateSlot(gate)]))),
  inputs: fc.record(Object.fromEntries(document.criteria.map((one) => [one.id, slot(one)]))),
};

interface ProviderParts {
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

function assemble({ plannerType, day, care, flags, gates, inputs }: ProviderParts): SampleProvider {
  const provider: SampleProvider = {
    provider_id: 'FX-99',
    name: 'A fictional provider',
    planner_type: plannerType,
    scoring_date: dateText(day),
    flags: {},
    gates: {},
    inputs: {},
  };
  for (const [flag, value] of Object.entries(flags)) if (value !== undefined) provider.flags[flag] = value;
  for (const gate of document.gates) {
    provider.gates[gate.id] = entryAt(day, drawnGate(gate, gates[gate.id]!, care));
  }
  for (const criterion of document.criteria) {
    const drawn = drawnInput(criterion, inputs[criterion.id]!, care);
    if (drawn !== undefined) provider.inputs[criterion.id] = entryAt(day, drawn);
  }
  return provider;
}

/** Providers with unexpired gates, so that each has a score. */
export const arbitraryProvider: fc.Arbitrary<SampleProvider> = fc.record(providerParts).map(assemble);

/** Providers of which some have a gate without unexpired evidence and therefore no score. */
export const arbitraryProviderOrGated: fc.Arbitrary<SampleProvider> = fc
  .record({ ...providerParts, closed: closedGate })
  .map(({ closed, ...parts }) => closeGate(assemble(parts), closed));

function closeGate(provider: SampleProvider, { id, how }: { id: string; how: string }): SampleProvider {
  const limit = [...document.gates, ...document.criteria].find((one) => one.id === id)?.max_age_days;
  if (limit === undefined) return provider;
  const group = id in provider.gates ? provider.gates : provider.inputs;
  if (how === 'missing') delete group[id];
  else {
    const age = how === 'expired today' ? 2 * limit : 9 * limit;
    group[id] = { ...group[id]!, evidence_date: daysAfter(provider.scoring_date, -age) };
  }
  return provider;
}

// ---- changed copies of a provider ----

export function withInput(provider: SampleProvider, id: string, entry: SampleEntry): SampleProvider {
  return { ...provider, inputs: { ...provider.inputs, [id]: entry } };
}

export function withGate(provider: SampleProvider, id: string, value: string): SampleProvider {
  return { ...provider, gates: { ...provider.gates, [id]: { ...provider.gates[id]!, value } } };
}

/** Evidence of the drawn age, or newer if the age is limited. */
export function datedEntry(
  provider: SampleProvider,
  drawn: Drawn,
  oldest = Number.POSITIVE_INFINITY,
): SampleEntry {
  const age = drawn.age <= oldest ? drawn.age : drawn.age % (oldest + 1);
  return entryAt(dayOf(provider.scoring_date), { ...drawn, age });
}

function mapNumbers(
  provider: SampleProvider,
  change: (text: string, scale: number) => string,
): SampleProvider {
  const inputs = { ...provider.inputs };
  for (const { id, input } of document.criteria) {
    const entry = inputs[id];
    if (entry !== undefined && input.type === 'number') {
      inputs[id] = { ...entry, value: change(entry.value, input.scale) };
    }
  }
  return { ...provider, inputs };
}

export function withAllDecimals(provider: SampleProvider): SampleProvider {
  return mapNumbers(provider, (text, scale) => numberText(scaled(text, scale), scale));
}

export function withoutTrailingZeros(provider: SampleProvider): SampleProvider {
  return mapNumbers(provider, shortText);
}

/** The same value with the members of each object shuffled. */
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

/** A provider with the best value of every input, fresh and in the best grade. */
export function bestProvider({ plannerType, flags }: Profile): SampleProvider {
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
