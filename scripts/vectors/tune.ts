// Finds drafts with an exact uncapped score, to test scores at, just above and just below a limit.

import { formatScaled, type Methodology, parseScaled } from '@rf-indicators/engine';
import {
  bestValue,
  type CriterionEntry,
  criterionNamed,
  type Draft,
  hundredths,
  scoreDraft,
  withInput,
  worstValue,
} from './drafts.ts';

/**
 * Makes inputs of the draft worse until its uncapped score, in hundredths, is the target. Does not change locked inputs.
 * Returns null if no such draft is found.
 */
export function withUncapped(
  methodology: Methodology,
  draft: Draft,
  target: number,
  locked: readonly string[],
): Draft | null {
  const uncapped = (candidate: Draft) => hundredths(scoreDraft(methodology, candidate).uncapped_score);
  // The finest scale comes last, because its steps are small enough for the remaining difference.
  const free = Object.keys(draft.inputs)
    .filter((id) => !locked.includes(id))
    .map((id) => criterionNamed(methodology, id)!)
    .sort((a, b) => stepsOf(a) - stepsOf(b));
  let tuned = draft;
  for (const criterion of free.slice(0, -1)) {
    const worse = withInput(tuned, criterion.id, { value: worstValue(criterion) });
    if (uncapped(worse) >= target) tuned = worse;
  }
  for (const criterion of free) {
    tuned = lowered(tuned, criterion, (candidate) => uncapped(candidate) >= target);
  }
  return uncapped(tuned) === target ? tuned : null;
}

/** The number of units between the worst and the best value of a criterion. */
function stepsOf(criterion: CriterionEntry): number {
  const { input } = criterion;
  if (input.type === 'enum') return 0;
  const [worst, best] = [worstValue(criterion), bestValue(criterion)].map((value) =>
    parseScaled(value, input.scale),
  );
  return Math.abs(best! - worst!);
}

/** Makes one number as bad as possible while the draft stays good enough. Points fall monotonically, so it bisects. */
function lowered(draft: Draft, criterion: CriterionEntry, goodEnough: (draft: Draft) => boolean): Draft {
  const { id, input } = criterion;
  if (input.type === 'enum') return draft;
  const start = parseScaled(draft.inputs[id]!.value, input.scale)!;
  const worst = parseScaled(worstValue(criterion), input.scale)!;
  const moved = (steps: number) =>
    withInput(draft, id, { value: formatScaled(start + Math.sign(worst - start) * steps, input.scale) });
  let enough = 0;
  let tooFar = Math.abs(worst - start) + 1;
  while (tooFar - enough > 1) {
    const middle = Math.floor((enough + tooFar) / 2);
    if (goodEnough(moved(middle))) enough = middle;
    else tooFar = middle;
  }
  return enough === 0 ? draft : moved(enough);
}
