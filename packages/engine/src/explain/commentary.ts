// The score_commentary paragraph, built from templates. No language model is involved, and every number in it
// comes from the result.

import { formatHundredths } from '../arithmetic/fixed.ts';
import type { Trace } from '../scoring/compute.ts';
import type { Scored } from '../scoring/score.ts';
import { capDetail, listed } from './reasons.ts';

/** Identifies the wording of the commentary and reasons. It changes with them. */
export const COMMENTARY_VERSION = '2';

export function commentary({ trace, result }: Scored): string {
  return [
    `The score is ${result.final_score} of 100.00, where higher is safer, in the risk band ${result.band}.`,
    ...capSentences(trace),
    moduleSentence(trace, result.modules),
    pullSentence(trace),
    evidenceSentence(trace),
    nextBandSentence(trace),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function capSentences(trace: Trace): string[] {
  const binding = trace.fired.filter((fired) => fired.binding);
  if (binding.length === 0) return [];
  return [
    ...binding.map((fired) => capDetail(trace, fired)),
    `Without hard rules the score would be ${formatHundredths(trace.uncapped)}.`,
  ];
}

function moduleSentence({ methodology }: Trace, modules: Scored['result']['modules']): string {
  const byScore = modules
    .map(({ score }, index) => ({ label: methodology.modules[index]!.label, score }))
    .sort((a, b) => Number(b.score) - Number(a.score));
  const best = byScore[0]!;
  const worst = byScore.at(-1)!;
  if (best.score === worst.score) return `All modules score ${best.score}.`;
  return `The strongest module is ${best.label} (${best.score}), the weakest ${worst.label} (${worst.score}).`;
}

function pullSentence({ assessments }: Trace): string {
  const pulls = assessments
    .filter(({ shortfall }) => shortfall > 0)
    .sort((a, b) => b.shortfall - a.shortfall)
    .slice(0, 3)
    .map(({ criterion, shortfall }) => `${criterion.label} (${formatHundredths(-shortfall)})`);
  return pulls.length === 0 ? 'No criterion costs points.' : `Most points are lost to ${listed(pulls)}.`;
}

function evidenceSentence({ assessments, confidence, coverage }: Trace): string {
  const count = (status: string) => assessments.filter((assessment) => assessment.status === status).length;
  const gaps = [
    [count('missing'), 'without evidence'],
    [count('expired'), 'with lapsed evidence'],
    [count('stale'), 'with ageing evidence'],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, what]) => `${number} ${what}`);
  const sentence = `Confidence is ${formatHundredths(confidence)}, and live evidence covers ${coverage} percent of the weight`;
  if (gaps.length === 0) return `${sentence}.`;
  return `${sentence}; of ${assessments.length} criteria there are ${listed(gaps)}.`;
}

function nextBandSentence({ nextBand, pointsToNextBand, fired }: Trace): string {
  if (nextBand === null) return '';
  const blocking = fired.filter(({ blocksNextBand }) => blocksNextBand).map(({ rule }) => rule.id);
  const needs: string[] = [];
  if (pointsToNextBand) needs.push(`${formatHundredths(pointsToNextBand)} more points before caps`);
  if (blocking.length > 0) {
    needs.push(`the cure of hard ${blocking.length === 1 ? 'rule' : 'rules'} ${listed(blocking)}`);
  }
  return `The next band, ${nextBand.name}, takes ${listed(needs)}.`;
}
