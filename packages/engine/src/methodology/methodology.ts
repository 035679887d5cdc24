// Loads a framework and prepares it for scoring: decimals become integers, ids become positions, and weights are
// apportioned.

import { apportion, div, FULL, parseScaled } from '../arithmetic/fixed.ts';
import { MethodologyError } from './checker.ts';
import {
  type ComparisonOperator,
  type Condition,
  type CriterionEntry,
  type GateEntry,
  type MethodologyDocument,
  type ModuleEntry,
  PLANNER_TYPES,
  type PlannerType,
} from './document.ts';
import { methodologyProblems } from './validate.ts';

export interface Criterion {
  /** Position in the canonical order, which also breaks ties. */
  index: number;
  id: string;
  label: string;
  unit: string;
  module: number;
  maxAge: number;
  gate: boolean;
  entry: CriterionEntry;
  input: NumberScale | OptionScale;
}

export interface NumberScale {
  kind: 'number';
  scale: number;
  inputs: number[];
  points: number[];
}

export interface OptionScale {
  kind: 'enum';
  points: ReadonlyMap<string, number>;
}

export interface Gate {
  id: string;
  maxAge: number;
  options: ReadonlySet<string>;
  entry: GateEntry;
}

export type Test =
  | { kind: 'number'; criterion: number; op: ComparisonOperator; value: number }
  | { kind: 'option'; criterion: number; options: ReadonlySet<string> }
  | { kind: 'gate'; gate: number; options: ReadonlySet<string> }
  | { kind: 'confidence'; op: ComparisonOperator; value: number }
  | { kind: 'any_missing'; criteria: number[] };

export interface Tier {
  test: Test;
  cap: number;
  condition: Condition;
}

export interface HardRule {
  id: string;
  name: string;
  tiers: Tier[];
}

export interface Band {
  name: string;
  lower: number;
}

/** A criterion that applies to a provider, with its share of the total weight in basis points. */
export interface Applicable {
  criterion: Criterion;
  weight: number;
}

export interface Methodology {
  document: MethodologyDocument;
  version: string;
  modules: ModuleEntry[];
  criteria: Criterion[];
  criterionById: ReadonlyMap<string, Criterion>;
  gates: Gate[];
  gateById: ReadonlyMap<string, Gate>;
  /** The bit of each structure flag in a flag mask. */
  flagBits: ReadonlyMap<string, number>;
  grades: ReadonlyMap<string, number>;
  bands: Band[];
  rules: HardRule[];
  listedFactors: number;
  floorMinPoints: number;
  /** The applicable criteria in canonical order. Their weights add up to exactly 10000. */
  applicable(plannerType: PlannerType, flagMask: number): readonly Applicable[];
}

/** Validates a parsed framework file and prepares it. Throws MethodologyError with every problem found. */
export function loadMethodology(value: unknown): Methodology {
  const problems = methodologyProblems(value);
  if (problems.length > 0) throw new MethodologyError(problems);
  return prepare(value as MethodologyDocument);
}

/** The name and version shown with every score, such as "RF Framework v1.0". */
export function frameworkVersion(document: MethodologyDocument): string {
  return `${document.framework_name ?? 'Unnamed framework'} v${document.methodology_version}`;
}

function hundredths(decimal: string): number {
  return parseScaled(decimal, 2)!;
}

function prepare(document: MethodologyDocument): Methodology {
  const moduleIndex = new Map(document.modules.map((module, index) => [module.id, index]));
  const criteria = document.criteria.map((entry, index) => prepareCriterion(entry, index, moduleIndex));
  const criterionById = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const gates = document.gates.map((entry) => ({
    id: entry.id,
    maxAge: entry.max_age_days,
    options: new Set(entry.options),
    entry,
  }));
  const flagBits = new Map(document.flags.map((flag, index) => [flag, 2 ** index]));
  return {
    document,
    version: document.methodology_version,
    modules: document.modules,
    criteria,
    criterionById,
    gates,
    gateById: new Map(gates.map((gate) => [gate.id, gate])),
    flagBits,
    grades: new Map(Object.entries(document.grades)),
    bands: document.bands.map(([name, lower]) => ({ name, lower: hundredths(lower) })),
    rules: document.hard_rules.map(({ id, name, tiers }) => ({
      id,
      name,
      tiers: tiers.map(([condition, cap]) => ({
        condition,
        cap: hundredths(cap),
        test: prepareTest(condition, criterionById, gates),
      })),
    })),
    listedFactors: document.listed_factors,
    floorMinPoints: hundredths(document.floor_factor_min_points),
    applicable: cachedApplicability(document.modules, criteria, flagBits),
  };
}

function prepareCriterion(
  entry: CriterionEntry,
  index: number,
  modules: ReadonlyMap<string, number>,
): Criterion {
  const { input } = entry;
  return {
    index,
    id: entry.id,
    label: entry.label,
    unit: entry.unit,
    module: modules.get(entry.module)!,
    maxAge: entry.max_age_days,
    gate: entry.gate === true,
    entry,
    input:
      input.type === 'number'
        ? {
            kind: 'number',
            scale: input.scale,
            inputs: input.breakpoints.map(([value]) => parseScaled(value, input.scale)!),
            points: input.breakpoints.map(([, points]) => hundredths(points)),
          }
        : {
            kind: 'enum',
            points: new Map(input.options.map(([name, points]) => [name, hundredths(points)])),
          },
  };
}

function prepareTest(
  condition: Condition,
  criteria: ReadonlyMap<string, Criterion>,
  gates: readonly Gate[],
): Test {
  if ('any_missing' in condition) {
    return { kind: 'any_missing', criteria: condition.any_missing.map((id) => criteria.get(id)!.index) };
  }
  if (condition.op === 'eq' || condition.op === 'in') {
    const options = new Set(condition.op === 'eq' ? [condition.value] : condition.value);
    const criterion = criteria.get(condition.input);
    if (criterion) return { kind: 'option', criterion: criterion.index, options };
    return { kind: 'gate', gate: gates.findIndex((gate) => gate.id === condition.input), options };
  }
  const { op } = condition;
  if (condition.input === 'confidence') {
    return { kind: 'confidence', op, value: hundredths(condition.value) };
  }
  const { index, input } = criteria.get(condition.input)!;
  const scale = input.kind === 'number' ? input.scale : 0;
  return { kind: 'number', criterion: index, op, value: parseScaled(condition.value, scale)! };
}

/** Weights depend only on planner type and flags, so each of the few combinations is computed once. */
function cachedApplicability(
  modules: readonly ModuleEntry[],
  criteria: readonly Criterion[],
  flagBits: ReadonlyMap<string, number>,
): Methodology['applicable'] {
  const cache = new Map<number, readonly Applicable[]>();
  return (plannerType, flagMask) => {
    const key = flagMask * PLANNER_TYPES.length + PLANNER_TYPES.indexOf(plannerType);
    let applicable = cache.get(key);
    if (applicable === undefined) {
      applicable = modules.flatMap((module, index) =>
        weighModule(
          module.weight,
          criteria.filter((criterion) => {
            if (criterion.module !== index) return false;
            const { planner_types, requires_flag } = criterion.entry;
            if (!planner_types.includes(plannerType)) return false;
            return requires_flag === null || div(flagMask, flagBits.get(requires_flag)!) % 2 === 1;
          }),
        ),
      );
      cache.set(key, applicable);
    }
    return applicable;
  };
}

/** The weight of a criterion that does not apply goes to the other criteria of its module, not to other modules. */
function weighModule(moduleWeight: number, criteria: readonly Criterion[]): Applicable[] {
  const total = moduleWeight * (FULL / 100);
  const sum = criteria.reduce((weight, criterion) => weight + criterion.entry.weight, 0);
  const weights = apportion(
    total,
    criteria.map((criterion) => total * criterion.entry.weight),
    sum,
  );
  return criteria.map((criterion, index) => ({ criterion, weight: weights[index]! }));
}
