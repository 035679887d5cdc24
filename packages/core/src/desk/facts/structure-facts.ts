// Chooses the planner type and the structure flags that count. A rule on an input that does not apply is not
// evaluated, so a change of structure can lift a cap: it then takes evidence as good as that of the firing value.

import type { Methodology, PlannerType } from '@rf-indicators/engine';
import { bestGrade, type Candidate, gradeRank } from './evidence-rules.ts';
import { STRUCTURE_FLAGS } from './fact-definitions.ts';

export interface StructureRow extends Candidate {
  input_id: string;
}

export interface Structure {
  planner_type: PlannerType | null;
  /** Only flags that are known; an absent flag counts as true. */
  flags: Record<string, boolean>;
}

/** A rule that fires under the value of a criterion, with the best grade of the evidence for it. */
export interface Firing {
  criterion: string;
  grade: string;
}

export interface ChosenStructure<Row> {
  structure: Structure;
  /** By fact: the newest row that counts. */
  current: Map<string, Row>;
  contested: { row: Row; needs: string }[];
}

/** `recorded` are values from before facts needed evidence; `rows` are approved ones, oldest first. */
export function chooseStructure<Row extends StructureRow>(
  methodology: Methodology,
  recorded: ReadonlyMap<string, string>,
  rows: readonly Row[],
  firing: readonly Firing[],
): ChosenStructure<Row> {
  const values = new Map([...recorded].filter(([fact]) => isStructureFact(fact)));
  const current = new Map<string, Row>();
  const contested = new Map<string, { row: Row; needs: string }>();
  for (const row of rows) {
    const { input_id: fact, value } = row;
    const changed = new Map(values).set(fact, value);
    const isReplacement = values.has(fact) && values.get(fact) !== value;
    const lifted = isReplacement ? rulesLifted(methodology, values, changed, firing) : [];
    const needs = bestGrade(methodology, lifted);
    if (needs !== null && gradeRank(methodology, row.grade) < gradeRank(methodology, needs)) {
      contested.set(fact, { row, needs });
      continue;
    }
    values.set(fact, value);
    current.set(fact, row);
    contested.delete(fact);
  }
  return { structure: structureOf(methodology, values), current, contested: [...contested.values()] };
}

function isStructureFact(fact: string): boolean {
  return fact === 'planner_type' || (STRUCTURE_FLAGS as readonly string[]).includes(fact);
}

function rulesLifted(
  methodology: Methodology,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  firing: readonly Firing[],
): Firing[] {
  const applied = applicable(methodology, before);
  const applies = applicable(methodology, after);
  return firing.filter(({ criterion }) => applied.has(criterion) && !applies.has(criterion));
}

function applicable(methodology: Methodology, values: ReadonlyMap<string, string>): Set<string> {
  const { planner_type, flags } = structureOf(methodology, values);
  if (planner_type === null) return new Set();
  let mask = 0;
  for (const [flag, bit] of methodology.flagBits) if (flags[flag] !== false) mask += bit;
  return new Set(methodology.applicable(planner_type, mask).map(({ criterion }) => criterion.id));
}

/** Flags that the framework does not have are left out. */
function structureOf({ flagBits }: Methodology, values: ReadonlyMap<string, string>): Structure {
  const flags = STRUCTURE_FLAGS.filter((flag) => flagBits.has(flag) && values.has(flag));
  return {
    planner_type: (values.get('planner_type') as PlannerType | undefined) ?? null,
    flags: Object.fromEntries(flags.map((flag) => [flag, values.get(flag) === 'true'])),
  };
}
