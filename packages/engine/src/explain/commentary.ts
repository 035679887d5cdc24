// The score_commentary paragraph, built from templates. No language model is involved, and every number in it
// comes from the result.

import { formatHundredths } from '../arithmetic/fixed.ts';
import type { Assessment, FiredRule, Trace } from '../scoring/compute.ts';
import type { Scored } from '../scoring/score.ts';
import { capDetail, evidenceOf } from './reasons.ts';
import { listed } from './wording.ts';

/** Identifies the wording of commentary, reasons and details of caps. It changes whenever they do. */
export const COMMENTARY_VERSION = '2';

/** After an insolvency, or without access to funds, the commentary says nothing that could sound like praise. */
const EVENT_RULES = new Set(['insolvency_or_default', 'access_to_funds']);
const LARGEST_LOSSES = 3;

export function commentary({ trace, result }: Scored): string {
  const events = trace.fired.filter(({ rule }) => EVENT_RULES.has(rule.name));
  return [
    `The score is ${result.final_score} of 100.00, where higher is safer, in the risk band ${result.band}.`,
    ...(events.length > 0 ? eventSentences(trace, events) : sentences(trace, result.modules)),
  ].join(' ');
}

/** The events first, then every other rule that limits the score. */
function eventSentences(trace: Trace, events: readonly FiredRule[]): string[] {
  const others = trace.fired.filter((fired) => fired.binding && !events.includes(fired));
  return [
    ...events.flatMap((event) => [
      capDetail(trace, event),
      `The evidence is dated ${evidenceOf(trace, event)!.evidenceDate}.`,
    ]),
    ...others.map((fired) => capDetail(trace, fired)),
  ];
}

function sentences(trace: Trace, scores: Scored['result']['modules']): string[] {
  return [
    ...capSentences(trace),
    ...moduleSentences(trace, scores),
    ...lossSentence(trace),
    evidenceSentence(trace),
    ...nextBandSentence(trace),
  ];
}

function capSentences(trace: Trace): string[] {
  const binding = trace.fired.filter((fired) => fired.binding);
  if (binding.length === 0) return [];
  return [
    ...binding.map((fired) => capDetail(trace, fired)),
    `Without hard rules, the score would be ${formatHundredths(trace.uncapped)}.`,
  ];
}

/** Modules without any current evidence are named as that, not as weak. */
function moduleSentences({ methodology, assessments }: Trace, scores: Scored['result']['modules']): string[] {
  const modules = scores.map(({ score }, index) => ({
    label: methodology.modules[index]!.label,
    score,
    hasEvidence: assessments.some(({ criterion, freshness }) => criterion.module === index && freshness > 0),
  }));
  const bare = modules.filter(({ hasEvidence }) => !hasEvidence).map(({ label }) => label);
  const noEvidence =
    bare.length === 0
      ? []
      : [
          `There is no current evidence for any criterion of the ${bare.length === 1 ? 'module' : 'modules'} ${listed(bare)}.`,
        ];
  const [best, ...others] = modules
    .filter(({ hasEvidence }) => hasEvidence)
    .sort((a, b) => Number(b.score) - Number(a.score));
  const worst = others.at(-1);
  if (best === undefined || worst === undefined) return noEvidence;
  if (best.score === worst.score && bare.length === 0) return [`All modules score ${best.score}.`];
  return [
    `The strongest module is ${best.label} (${best.score}), and the weakest is ${worst.label} (${worst.score}).`,
    ...noEvidence,
  ];
}

/** The largest losses of points. Losses through missing evidence are listed apart from losses through a value. */
function lossSentence({ assessments, final, uncapped }: Trace): string[] {
  const losses = assessments
    .filter(({ shortfall }) => shortfall > 0)
    .sort((a, b) => b.shortfall - a.shortfall)
    .slice(0, LARGEST_LOSSES);
  if (losses.length === 0) return [];
  const valued = losses.filter(({ freshness }) => freshness > 0).map(lossText);
  const unproved = losses.filter(({ freshness }) => freshness === 0).map(lossText);
  const causes: string[] = [];
  if (valued.length > 0) causes.push(`on ${listed(valued)}`);
  if (unproved.length > 0) causes.push(`because there is no current evidence for ${listed(unproved)}`);
  const most = final < uncapped ? 'Before caps, most' : 'Most';
  return [`${most} points are lost ${causes.join(', and ')}.`];
}

function lossText({ criterion, shortfall }: Assessment): string {
  return `${criterion.label} (${formatHundredths(-shortfall)})`;
}

function evidenceSentence({ assessments, confidence, coverage }: Trace): string {
  const gaps = (['missing', 'expired', 'stale'] as const)
    .map((status) => ({
      status,
      count: assessments.filter((assessment) => assessment.status === status).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${count === 1 ? 'has' : 'have'} ${GAPS[status]}`);
  const sentence = `Evidence quality (confidence) is ${formatHundredths(confidence)} of 1.00, and current evidence covers ${coverage} percent of the weight.`;
  if (gaps.length === 0) return sentence;
  const total = assessments.length;
  return `${sentence} Of ${total} ${total === 1 ? 'criterion' : 'criteria'}, ${listed(gaps)}.`;
}

const GAPS = {
  missing: 'no evidence on file',
  expired: 'evidence that no longer counts',
  stale: 'older evidence that counts only in part',
};

function nextBandSentence({ nextBand, pointsToNextBand, fired }: Trace): string[] {
  if (nextBand === null) return [];
  const blocking = fired.filter(({ blocksNextBand }) => blocksNextBand).map(({ rule }) => rule.id);
  const needs: string[] = [];
  if (pointsToNextBand)
    needs.push(`the score before caps must rise by ${formatHundredths(pointsToNextBand)} points`);
  if (blocking.length > 0) {
    needs.push(`hard ${blocking.length === 1 ? 'rule' : 'rules'} ${listed(blocking)} must no longer apply`);
  }
  return [`To reach the next band, ${nextBand.name}, ${listed(needs)}.`];
}
