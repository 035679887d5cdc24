// Test oracle: a second, independent implementation of docs/use/methodology.md that shares no code with the engine. It
// uses exact fractions where the engine uses integers, and rounds down only where the text says so. Simple and slow.

import type { MethodologyDocument, PlannerType } from '@rf-indicators/engine';
import {
  compare,
  decimal,
  type Fraction,
  fraction,
  minus,
  over,
  plus,
  roundDown,
  show,
  smaller,
  sum,
  times,
} from './fraction.ts';
import type { SampleEntry, SampleProvider } from './framework.ts';

// ---- calendar ----

function isLeapYear(year: number): boolean {
  return year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
}

/** The day number, counted from the start of year 1 by the lengths of years and months. */
function countDays(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const lengths = [31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return lengths.slice(0, month - 1).reduce((days, length) => days + length, before * 365 + leapDays + day);
}

// ---- RFC 8785, for values without numbers ----

type Json = string | boolean | null | Json[] | { [member: string]: Json };

function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!)}`).join(',')}}`;
}

// ---- section 4.2: which criteria apply ----

type Criterion = MethodologyDocument['criteria'][number];

export function applies(
  criterion: Criterion,
  plannerType: PlannerType,
  flags: Record<string, boolean>,
): boolean {
  if (!criterion.planner_types.includes(plannerType)) return false;
  if (criterion.requires_flag === null) return true;
  return flags[criterion.requires_flag] ?? true;
}

// ---- section 8.3: largest remainder ----

const HUNDREDTH = fraction(1, 100);

/** Whole hundredths that add up to the total, each less than one hundredth from its exact share. */
function apportion(total: Fraction, shares: Fraction[]): Fraction[] {
  const given = shares.map((share) => roundDown(share, 2));
  const remainders = shares.map((share, i) => minus(share, given[i]!));
  const served = new Set<number>();
  while (compare(sum(given), total) < 0) {
    const next = indexOfLargest(remainders, served);
    given[next] = plus(given[next]!, HUNDREDTH);
    served.add(next);
  }
  return given;
}

/** Ties go to the first value, which is the canonical order. */
function indexOfLargest(values: Fraction[], skipped: Set<number>): number {
  let best = -1;
  for (const [i, value] of values.entries()) {
    if (skipped.has(i)) continue;
    if (best < 0 || compare(value, values[best]!) > 0) best = i;
  }
  if (best < 0) throw new Error('more hundredths are left over than there are shares');
  return best;
}

// ---- section 8.2, steps 3 to 6 and 12: one criterion ----

type Status = 'scored' | 'stale' | 'missing' | 'expired';

export interface OracleCriterion {
  criterion: Criterion;
  entry: SampleEntry | undefined;
  age: number;
  status: Status;
  /** Percent of the total. */
  weight: Fraction;
  raw: Fraction;
  freshness: Fraction;
  points: Fraction;
  /** Weight times the points lost, before rounding to hundredths. */
  exactShortfall: Fraction;
  shortfall: Fraction;
  contribution: Fraction;
}

const ZERO = fraction(0);
const ONE = fraction(1);
const HUNDRED = fraction(100);

function rawPoints(criterion: Criterion, value: string): Fraction {
  const { input } = criterion;
  if (input.type === 'enum') return decimal(input.options.find(([option]) => option === value)![1]);
  const x = decimal(value);
  const curve = input.breakpoints.map(([at, points]) => ({ at: decimal(at), points: decimal(points) }));
  const first = curve[0]!;
  const last = curve.at(-1)!;
  if (compare(x, first.at) <= 0) return first.points;
  if (compare(x, last.at) >= 0) return last.points;
  const end = curve.findIndex((point) => compare(x, point.at) <= 0);
  const from = curve[end - 1]!;
  const to = curve[end]!;
  const way = over(minus(x, from.at), minus(to.at, from.at));
  return roundDown(plus(from.points, times(minus(to.points, from.points), way)), 2);
}

function freshnessAt(age: number, limit: number): Fraction {
  if (age <= limit) return ONE;
  if (age >= 2 * limit) return ZERO;
  return roundDown(fraction(2 * limit - age, limit), 4);
}

function statusOf(entry: SampleEntry | undefined, age: number, limit: number): Status {
  if (entry === undefined) return 'missing';
  if (age >= 2 * limit) return 'expired';
  return age > limit ? 'stale' : 'scored';
}

function moduleWeights(document: MethodologyDocument, applicable: Criterion[]): Map<string, Fraction> {
  const weights = new Map<string, Fraction>();
  for (const module of document.modules) {
    const members = applicable.filter((criterion) => criterion.module === module.id);
    const whole = sum(members.map((criterion) => fraction(criterion.weight)));
    const total = fraction(module.weight);
    const shares = members.map((criterion) => over(times(total, fraction(criterion.weight)), whole));
    const given = apportion(total, shares);
    members.forEach((criterion, i) => {
      weights.set(criterion.id, given[i]!);
    });
  }
  return weights;
}

function assess(criterion: Criterion, weight: Fraction, provider: SampleProvider): OracleCriterion {
  const entry = provider.inputs[criterion.id];
  const age = entry === undefined ? 0 : countDays(provider.scoring_date) - countDays(entry.evidence_date);
  const raw = entry === undefined ? ZERO : rawPoints(criterion, entry.value);
  const freshness = entry === undefined ? ZERO : freshnessAt(age, criterion.max_age_days);
  const points = roundDown(times(raw, freshness), 2);
  return {
    criterion,
    entry,
    age,
    status: statusOf(entry, age, criterion.max_age_days),
    weight,
    raw,
    freshness,
    points,
    exactShortfall: over(times(weight, minus(HUNDRED, points)), HUNDRED),
    shortfall: ZERO,
    contribution: ZERO,
  };
}

// ---- section 5: hard rules ----

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

// ---- section 8.4: texts ----

function detailOf(assessed: OracleCriterion): string {
  const { criterion, entry, age, status } = assessed;
  const weight = `weight ${show(assessed.weight, 2)} percent`;
  if (entry === undefined) return `No evidence on file; scored 0.00 of 100.00, ${weight}.`;
  const limit = criterion.max_age_days;
  if (status === 'expired') {
    return `Evidence is ${age} days old and lapsed at ${2 * limit}; scored 0.00 of 100.00, ${weight}.`;
  }
  const { input } = criterion;
  const value =
    input.type === 'enum' ? entry.value : `${show(decimal(entry.value), input.scale)} ${criterion.unit}`;
  const raw = `${show(assessed.raw, 2)} of 100.00 points`;
  const scored = `${value}: ${raw}, ${weight}, evidence grade ${entry.grade}, ${age} days old.`;
  if (status === 'scored') return scored;
  return `${scored} Older than ${limit} days; points reduced to ${show(assessed.points, 2)}.`;
}

// ---- section 9: the decision ----

interface Amount {
  assessed: OracleCriterion;
  amount: Fraction;
}

/** The largest amounts first, picked one at a time so that equal amounts keep their canonical order. */
function largest(candidates: Amount[], count: number): Amount[] {
  const picked = new Set<number>();
  const amounts = candidates.map(({ amount }) => amount);
  while (picked.size < Math.min(count, candidates.length)) picked.add(indexOfLargest(amounts, picked));
  return [...picked].map((i) => candidates[i]!);
}

function factorRows(all: Amount[], candidates: Amount[], count: number, sign: Fraction): Json[] {
  const listed = largest(candidates, count);
  const rest = all.filter((one) => !listed.includes(one) && compare(one.amount, ZERO) > 0);
  const rows = listed.map(({ assessed, amount }) => ({
    criterion_id: assessed.criterion.id,
    criterion_label: assessed.criterion.label,
    detail: detailOf(assessed),
    point_impact: show(times(sign, amount), 2),
  }));
  if (rest.length === 0) return rows;
  const others = {
    criterion_id: 'other',
    criterion_label: 'All other criteria',
    detail: `${rest.length} further criteria.`,
    point_impact: show(times(sign, sum(rest.map(({ amount }) => amount))), 2),
  };
  return [...rows, others];
}

function leadingFactor(sentence: string, rows: Json[]): string {
  const first = rows[0] as { [member: string]: Json } | undefined;
  if (first === undefined || first.criterion_id === 'other') return '';
  return ` ${sentence}: ${first.criterion_label} (${first.point_impact}).`;
}

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

function factsOf(
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

function firedCaps(document: MethodologyDocument, facts: Facts): Map<string, Fraction> {
  const fired = new Map<string, Fraction>();
  for (const rule of document.hard_rules) {
    const cap = capOf(rule, facts);
    if (cap !== undefined) fired.set(rule.id, cap);
  }
  return fired;
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

interface Outcome {
  uncapped: Fraction;
  final: Fraction;
  band: number;
  confidence: Fraction;
  caps: Map<string, Fraction>;
}

function decisionOf(document: MethodologyDocument, criteria: OracleCriterion[], outcome: Outcome): Json {
  const { uncapped, final, band, confidence, caps } = outcome;
  const next = band === 0 ? undefined : document.bands[band - 1]!;
  const isBinding = (cap: Fraction) => compare(cap, final) === 0 && compare(final, uncapped) < 0;
  const firstBinding = [...caps].find(([, cap]) => isBinding(cap));
  const capRows = [...caps].map(([id, cap]) => ({
    binding: isBinding(cap),
    blocks_next_band: next !== undefined && compare(cap, decimal(next[1])) < 0,
    cap: show(cap, 2),
    name: document.hard_rules.find((rule) => rule.id === id)!.name,
    point_impact: show(id === firstBinding?.[0] ? minus(final, uncapped) : ZERO, 2),
    rule_id: id,
  }));

  const pulls = criteria.map((assessed) => ({ assessed, amount: assessed.shortfall }));
  const anchors = criteria.map((assessed) => ({ assessed, amount: assessed.contribution }));
  const strong = decimal(document.floor_factor_min_points);
  const listed = document.listed_factors;
  const ceiling = factorRows(pulls, pulls.filter(isAboveZero), listed, fraction(-1));
  const floor = factorRows(
    anchors,
    anchors.filter(({ assessed }) => compare(assessed.points, strong) >= 0),
    listed,
    ONE,
  );

  const limit =
    firstBinding === undefined
      ? ''
      : ` Hard rule ${firstBinding[0]} limits the score to ${show(firstBinding[1], 2)}; without hard rules it would be ${show(uncapped, 2)}.`;
  const opening = `Risk band ${document.bands[band]![0]}: score ${show(final, 2)} of 100.00, confidence ${show(confidence, 2)}.`;
  const needed = next === undefined ? ZERO : minus(decimal(next[1]), uncapped);
  return {
    ceiling_factors: ceiling,
    floor_factors: floor,
    hard_caps_fired: capRows,
    next_band: next?.[0] ?? null,
    points_to_next_band: next === undefined ? null : show(compare(needed, ZERO) < 0 ? ZERO : needed, 2),
    summary:
      opening + limit + leadingFactor('Largest pull', ceiling) + leadingFactor('Strongest anchor', floor),
  };
}

function isAboveZero({ amount }: Amount): boolean {
  return compare(amount, ZERO) > 0;
}
