// The title of a history: what happened in the period, in one line.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import type { Period } from '@rf-indicators/web/charts/history';
import { hardRules } from '@rf-indicators/web/charts/score-headline';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { shortDay } from '../page-words.ts';
import type { CurrentScore } from './known.ts';
import { RANGE_WORDS, type Range } from './range.ts';

/** `steps` are those of the period, oldest first. */
export function findingOf(
  steps: readonly Step[],
  range: Range,
  { since }: Period,
  current: CurrentScore | null,
): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return `No score in ${RANGE_WORDS[range]}`;
  if (last.until !== null) return `Withdrawn on ${shortDay(last.until)}`;
  const isWhole = range !== 'all' && first.from <= since;
  const period = isWhole ? `in ${RANGE_WORDS[range]}` : `since ${shortDay(first.from)}`;
  const change = last.finalScore - first.finalScore;
  if (change === 0) {
    const holding = current?.causes.holding ?? 0;
    return `${unchanged(steps)} ${period}${holding === 0 ? '' : `, held by ${hardRules(holding)}`}`;
  }
  const moved = `${change > 0 ? 'Up' : 'Down'} ${formatHundredths(Math.abs(change))} ${period}`;
  if (first.riskBand === last.riskBand) return moved;
  return `${moved}, from ${bandInWords(first.riskBand).replace(' risk', '')} to ${bandInWords(last.riskBand)}`;
}

/** A score that came back to where it was did not stay there. */
function unchanged(steps: readonly Step[]): string {
  const score = formatHundredths(steps[0]!.finalScore);
  const moves = steps.filter(({ finalScore }, at) => at > 0 && finalScore !== steps[at - 1]!.finalScore);
  return moves.length === 0 ? `Unchanged at ${score}` : `Back at ${score} after ${moves.length} changes`;
}
