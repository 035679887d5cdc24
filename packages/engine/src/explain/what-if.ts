// A hypothetical score: the inputs of a package with some values changed. It has no package and no verification id.

import { dayNumber } from '../arithmetic/dates.ts';
import type { Methodology } from '../methodology/methodology.ts';
import { type PackagedInput, type PackageRequest, scoringInputs } from '../package/package.ts';
import { type Outcome, score } from '../scoring/score.ts';

export interface ValueChange {
  kind: 'criterion' | 'gate';
  id: string;
  value: string;
}

type Entry = Pick<PackagedInput, 'value' | 'grade' | 'evidence_date'>;

/**
 * A changed value keeps its evidence if that still counts in full. Otherwise it counts as if there were new evidence on
 * the scoring date, of the same grade; of the best grade if there was none.
 */
export function whatIf(
  methodology: Methodology,
  request: PackageRequest,
  changes: readonly ValueChange[],
): Outcome {
  const gates: Record<string, Entry> = { ...request.gates };
  const inputs: Record<string, Entry> = { ...request.inputs };
  const today = request.as_of.slice(0, 10);
  for (const { kind, id, value } of changes) {
    const entries = kind === 'gate' ? gates : inputs;
    const target = (kind === 'gate' ? methodology.gateById : methodology.criterionById).get(id);
    const entry = entries[id] ?? { grade: bestGrade(methodology), evidence_date: today };
    const isFresh = target !== undefined && ageOf(entry.evidence_date, today) <= target.maxAge;
    entries[id] = { value, grade: entry.grade, evidence_date: isFresh ? entry.evidence_date : today };
  }
  return score(methodology, { ...(scoringInputs(request) as object), gates, inputs });
}

function bestGrade({ grades }: Methodology): string {
  return [...grades].reduce((best, grade) => (grade[1] > best[1] ? grade : best))[0];
}

/** Dates of packages are valid. */
function ageOf(date: string, today: string): number {
  return (dayNumber(today) as number) - (dayNumber(date) as number);
}
