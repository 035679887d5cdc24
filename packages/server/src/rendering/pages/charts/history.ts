// A score over time as a step line on a fixed scale from 0 to 100, over the tints of the bands. Positions are percentages,
// so that the drawing fits any width while its texts keep their size.

import { RISK_BANDS } from '@rf-indicators/contract';
import { stepPath } from '@rf-indicators/contract/step-path';
import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords } from '../../wire/words.ts';
import { BAND_BOUNDS, bandClass } from '../bands.ts';
import { Html, html } from '../html.ts';
import { axisTicks } from './history-axis.ts';
import { type LaneMark, lane, STALE_HATCH, type StalePeriod, stalePattern } from './history-lane.ts';
import { type Period, placeIn } from './period.ts';

export interface ChartStep {
  from: number;
  /** Null for the current step. */
  until: number | null;
  /** In hundredths. */
  finalScore: number;
  riskBand: string;
  isStale: boolean;
}

export interface HistoryChart {
  /** Oldest first; those that overlap the period. */
  steps: readonly ChartStep[];
  marks: readonly LaneMark[];
  period: Period;
  /** The whole chart in one sentence, for those who cannot see it. */
  inWords: string;
}

/** The least width of a level that has room for its figure, in percent. */
const LABEL_WIDTH = 14;

export function historyChart({ steps, marks, period, inWords }: HistoryChart): Html {
  const place = placeIn(period);
  const stalePeriods = stalePeriodsOf(steps, period);
  const drawn = [
    stalePattern(),
    ...bandAreas(),
    ...stalePeriods.map(
      ({ from, until }) =>
        `<rect x="${from}%" width="${percent(until - from)}" height="100%" fill="url(#${STALE_HATCH})"/>`,
    ),
    ...marks
      // The first framework changed nothing.
      .filter(({ kind, at }) => kind === 'framework' && at > steps[0]!.from)
      .map(({ at }) => `<line class="rule" x1="${place(at)}%" x2="${place(at)}%" y1="0" y2="100%"/>`),
    `<svg viewBox="0 0 10000 10000" preserveAspectRatio="none" overflow="visible"><path class="line" vector-effect="non-scaling-stroke" d="${linePath(steps, period)}"/></svg>`,
    ...marks.filter(({ kind }) => kind === 'corrected').map(({ at }) => hollowDot(steps, at, place)),
    ...endDot(steps, period),
    ...levelLabels(steps, period, stalePeriods),
  ];
  return html`<div class="history-chart" data-chart>
<svg class="plot" role="img" aria-label="${inWords}">${new Html(drawn.join(''))}</svg>
<svg class="names" aria-hidden="true">${new Html(bandNames().join(''))}</svg>
<svg class="lane" aria-hidden="true">${new Html(lane(marks, stalePeriods, place).join(''))}</svg>
<svg class="axis" aria-hidden="true">${new Html(axisTicks(period).join(''))}</svg>
</div>`;
}

/** In percent. Periods that follow each other for another reason are one. */
function stalePeriodsOf(steps: readonly ChartStep[], period: Period): StalePeriod[] {
  const place = placeIn(period);
  const periods: StalePeriod[] = [];
  for (const { from, until, isStale } of steps) {
    if (!isStale) continue;
    const last = periods.at(-1);
    const [start, end] = [place(from), place(until ?? period.until)];
    if (last?.until === start) last.until = end;
    else periods.push({ from: start, until: end });
  }
  return periods;
}

const percent = (value: number) => `${Math.round(value * 100) / 100}%`;
/** From the top, of a score in hundredths. */
const height = (score: number) => percent(100 - score / 100);

/** From the safest to the riskiest: where each band begins and ends. */
const AREAS = RISK_BANDS.map((band, at) => {
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  return { band, top: bounds[at]!, bottom: bounds[at + 1]! };
});

function bandAreas(): string[] {
  return [
    ...AREAS.map(
      ({ band, top, bottom }) =>
        `<rect class="area ${bandClass(band)}" y="${100 - top}%" width="100%" height="${top - bottom}%"/>`,
    ),
    ...BAND_BOUNDS.map(
      (bound) => `<line class="bound" x2="100%" y1="${100 - bound}%" y2="${100 - bound}%"/>`,
    ),
  ];
}

function bandNames(): string[] {
  return AREAS.map(
    ({ band, top, bottom }) =>
      `<text class="${bandClass(band)}" y="${100 - (top + bottom) / 2}%" dy="4">${bandInWords(band)}</text>`,
  );
}

function linePath(steps: readonly ChartStep[], period: Period): string {
  const place = placeIn(period);
  return stepPath(
    steps,
    (instant) => String(Math.round(place(instant) * 100)),
    (score) => String(10_000 - Math.round(score * 100)),
    period.until,
  );
}

/** A correction of an older indicator changed nothing that was served, so there may be no line at its time. */
function hollowDot(steps: readonly ChartStep[], at: number, place: (instant: number) => number): string {
  const step = steps.find(({ from, until }) => from <= at && (until === null || at < until));
  if (step === undefined) return '';
  return `<circle class="hollow" cx="${place(at)}%" cy="${height(step.finalScore)}" r="4"/>`;
}

function endDot(steps: readonly ChartStep[], period: Period): string[] {
  const last = steps.at(-1);
  if (last === undefined || last.until !== null) return [];
  const x = placeIn(period)(period.until);
  return [
    `<circle class="end ${bandClass(last.riskBand)}" cx="${x}%" cy="${height(last.finalScore)}" r="4"/>`,
  ];
}

interface Level {
  from: number;
  until: number;
  score: number;
}

/** Periods with the same score, however often it was published. */
function levelsOf(steps: readonly ChartStep[], { since, until: end }: Period): Level[] {
  const levels: Level[] = [];
  for (const { from, until, finalScore: score } of steps) {
    const last = levels.at(-1);
    if (last?.score === score && last.until === from) last.until = until ?? end;
    else levels.push({ from: Math.max(from, since), until: until ?? end, score });
  }
  return levels;
}

function levelLabels(steps: readonly ChartStep[], period: Period, stale: readonly StalePeriod[]): string[] {
  const place = placeIn(period);
  const levels = levelsOf(steps, period);
  return levels.flatMap(({ from, until, score }, at) => {
    const [left, right] = [place(from), place(until)];
    const isWide = right - left >= LABEL_WIDTH;
    const isLast = at === levels.length - 1;
    if (!isWide && !isLast) return [];
    const before = levels[at - 1];
    const isBelow = score > 9300 || (before !== undefined && before.score > score && score > 700);
    // Beside the step that leads to it, and at the end of the line where there is no room for that.
    const x = isWide ? `x="${left}%" dx="8"` : `x="${right}%" dx="-8" text-anchor="end"`;
    const ends = isWide ? [left, left + LABEL_WIDTH] : [right - LABEL_WIDTH, right];
    // Hatching would run through its digits.
    const isHatched = stale.some((one) => one.from < ends[1]! && one.until > ends[0]!);
    const clear = isHatched ? ' class="clear"' : '';
    return [
      `<text${clear} ${x} y="${height(score)}" dy="${isBelow ? 18 : -8}">${formatHundredths(score)}</text>`,
    ];
  });
}
