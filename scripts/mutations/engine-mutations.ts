// Mutations in the engine, which the property tests must detect.

import type { Mutation } from './mutation.ts';

const COMPUTE = 'packages/engine/src/scoring/compute.ts';
const METHODOLOGY = 'packages/engine/src/methodology/methodology.ts';

export const ENGINE_MUTATIONS: Mutation[] = [
  {
    name: 'missing scored 50',
    file: COMPUTE,
    find: 'points: div(raw * freshness, FULL),',
    replacement: 'points: reading === null ? 5000 : div(raw * freshness, FULL),',
  },
  {
    name: 'half-up rounding of the uncapped score',
    file: COMPUTE,
    find: 'return div(sum, FULL);',
    replacement: 'return div(sum + FULL / 2, FULL);',
  },
  {
    name: 'expired facts clear hard rules',
    file: COMPUTE,
    find: 'byCriterion[assessment.criterion.index] = assessment;',
    replacement:
      'byCriterion[assessment.criterion.index] = assessment.freshness === 0 ? { ...assessment, reading: null } : assessment;',
  },
  {
    name: 'shortfalls not apportioned',
    file: COMPUTE,
    find: 'assessment.shortfall = shortfalls[index]!;',
    replacement: 'assessment.shortfall = div(assessment.weight * (FULL - assessment.points), FULL);',
  },
  {
    name: 'a cap that raises',
    file: COMPUTE,
    find: 'caps.reduce((lowest, { tier }) => Math.min(lowest, tier.cap), uncapped)',
    replacement: 'caps.length === 0 ? uncapped : Math.min(...caps.map(({ tier }) => tier.cap))',
  },
  {
    name: 'weights not apportioned',
    file: METHODOLOGY,
    find: '({ criterion, weight: weights[index]! })',
    replacement: '({ criterion, weight: div(total * criteria[index]!.entry.weight, sum) })',
  },
  {
    name: 'interpolation reversed',
    file: COMPUTE,
    find: 'div(points[upper - 1]! * (x1 - x) + points[upper]! * (x - x0), x1 - x0)',
    replacement: 'div(points[upper - 1]! * (x - x0) + points[upper]! * (x1 - x), x1 - x0)',
  },
  {
    name: 'freshness ignored',
    file: COMPUTE,
    find: 'if (age <= maxAge) return FULL;',
    replacement: 'if (age >= 0) return FULL;',
  },
  {
    name: 'grade order swapped',
    file: METHODOLOGY,
    find: 'grades: new Map(Object.entries(document.grades)),',
    replacement:
      'grades: new Map(Object.keys(document.grades).map((grade, i, all) => [grade, document.grades[all.at(-1 - i)!]!])),',
  },
  {
    name: 'next band measured from the final score',
    file: COMPUTE,
    find: 'Math.max(0, nextBand.lower - uncapped)',
    replacement: 'Math.max(0, nextBand.lower - final)',
  },
];
