// The desk's evidence rules. An approved value that would lift a cap counts only if its evidence is at least as good
// as the best evidence for the values under which the rule fires; until then it is contested. A value that makes the
// cap stricter counts at once. The framework and the engine know nothing of this: they score the value that counts.

import { type Methodology, parseScaled } from '@rf-indicators/engine';

/** Recorded in every configuration, so that each package says which rules chose its inputs. */
export const EVIDENCE_RULES_VERSION = '1';

export interface Candidate {
  value: string;
  grade: string;
}

export interface Chosen<Row> {
  /** The newest row that counts. */
  current: Row;
  /** A newer row that does not count, and the grade that it would take; null if the newest row counts. */
  contested: { row: Row; needs: string } | null;
  /** For each rule that fires under the current value: the best grade of the evidence that says so. */
  firing: ReadonlyMap<string, string>;
}

const NO_CAP = Number.POSITIVE_INFINITY;

interface RuleOnInput {
  id: string;
  capOf: (value: string) => number;
}

/** `rows` are the approved rows of one input, oldest first. There must be at least one. */
export function chooseByEvidenceRules<Row extends Candidate>(
  methodology: Methodology,
  inputId: string,
  rows: readonly Row[],
): Chosen<Row> {
  const rules = rulesOn(methodology, inputId);
  // For each rule, the rows that say that it fires and that nothing as good has contradicted since.
  const standing = new Map<string, Row[]>(rules.map(({ id }) => [id, []]));
  let current: Row | null = null;
  let contested: Chosen<Row>['contested'] = null;
  for (const row of rows) {
    const contradicted = rules.flatMap(({ id, capOf }) =>
      standing.get(id)!.filter(({ value }) => capOf(value) < capOf(row.value)),
    );
    const needs = bestGrade(methodology, contradicted);
    if (needs !== null && gradeRank(methodology, row.grade) < gradeRank(methodology, needs)) {
      contested = { row, needs };
      continue;
    }
    for (const { id, capOf } of rules) {
      const cap = capOf(row.value);
      const kept = standing.get(id)!.filter(({ value }) => capOf(value) >= cap);
      standing.set(id, cap === NO_CAP ? kept : [...kept, row]);
    }
    current = row;
    contested = null;
  }
  const firing = new Map<string, string>();
  for (const [id, kept] of standing) if (kept.length > 0) firing.set(id, bestGrade(methodology, kept)!);
  return { current: current!, contested, firing };
}

/** Higher is better. */
export function gradeRank({ grades }: Methodology, grade: string): number {
  return grades.get(grade) ?? -1;
}

export function bestGrade(
  methodology: Methodology,
  rows: readonly Pick<Candidate, 'grade'>[],
): string | null {
  return rows.reduce<string | null>(
    (best, { grade }) =>
      best !== null && gradeRank(methodology, best) >= gradeRank(methodology, grade) ? best : grade,
    null,
  );
}

/** Prepared once for each framework. */
const prepared = new WeakMap<Methodology, Map<string, RuleOnInput[]>>();

function rulesOn(methodology: Methodology, inputId: string): RuleOnInput[] {
  const known = prepared.get(methodology) ?? new Map<string, RuleOnInput[]>();
  prepared.set(methodology, known);
  const rules = known.get(inputId) ?? prepareRules(methodology, inputId);
  known.set(inputId, rules);
  return rules;
}

/** Rules that test the value of this input. Those on missing evidence or confidence are not about a value. */
function prepareRules(methodology: Methodology, inputId: string): RuleOnInput[] {
  return methodology.rules.flatMap(({ id, tiers }) => {
    const tests = tiers.flatMap(({ test, cap }) => {
      const holds = testOn(methodology, inputId, test);
      return holds === null ? [] : [{ holds, cap }];
    });
    if (tests.length === 0) return [];
    const capOf = (value: string) =>
      tests.reduce((lowest, { holds, cap }) => (holds(value) ? Math.min(lowest, cap) : lowest), NO_CAP);
    return [{ id, capOf }];
  });
}

type Test = Methodology['rules'][number]['tiers'][number]['test'];

function testOn(
  { criteria, gates }: Methodology,
  inputId: string,
  test: Test,
): ((value: string) => boolean) | null {
  if (test.kind === 'gate') {
    return gates[test.gate]!.id === inputId ? (value) => test.options.has(value) : null;
  }
  if (test.kind !== 'number' && test.kind !== 'option') return null;
  const criterion = criteria[test.criterion]!;
  if (criterion.id !== inputId) return null;
  if (test.kind === 'option') return (value) => test.options.has(value);
  const { input } = criterion;
  const scale = input.kind === 'number' ? input.scale : 0;
  return (value) => compares(parseScaled(value, scale), test.op, test.value);
}

function compares(amount: number | null, op: 'lt' | 'le' | 'gt' | 'ge', limit: number): boolean {
  if (amount === null) return false;
  if (op === 'lt') return amount < limit;
  if (op === 'le') return amount <= limit;
  if (op === 'gt') return amount > limit;
  return amount >= limit;
}
