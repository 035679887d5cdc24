// A score over time as a step line on a fixed scale from 0 to 100, over the tints of the bands. Positions are percentages,
// so that the drawing fits any width while its texts keep their size.

import { stepPath } from '@rf-indicators/contract/step-path';
import { BAND_BOUNDS, BANDS, bandClass, bandName } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { type HeldSpan, heldLabel, heldPattern, heldShapes, heldSpans } from './history-held.ts';
import {
  axisTicks,
  type ChartMark,
  LABEL_WIDTH,
  lane,
  type Period,
  percent,
  type Span,
} from './history-lane.ts';

export type { ChartMark, Period };

/** The place of an instant on the time axis, in percent. */
export function placeIn({ since, until }: Period): (instant: number) => number {
  return (instant) =>
    Math.round(Math.min(1, Math.max(0, (instant - since) / (until - since))) * 10_000) / 100;
}

interface ChartStep {
  from: number;
  /** Null for the current step. */
  until: number | null;
  /** In hundredths. */
  finalScore: number;
  riskBand: string;
  isStale: boolean;
  /** What the score would be without the hard rules that hold it, in hundredths; null or absent if none does, or not for this reader. */
  uncapped?: number | null;
}

interface HistoryChart {
  /** Oldest first; those that overlap the period. */
  steps: readonly ChartStep[];
  marks: readonly ChartMark[];
  period: Period;
}

/** A figure on the narrowest plots, in percent of their width. */
const LABEL_WIDTH_ON_PHONES = 24;
/** Where there is less room for a figure, in percent, windows of this class leave it out. */
const LEFT_OUT: readonly [room: number, className: string][] = [
  [18, 'not-narrow'],
  [LABEL_WIDTH_ON_PHONES, 'not-narrowest'],
];
/** In hundredths of a point: figures whose lines are closer are on one height. */
const LABEL_HEIGHT = 1000;
const STALE_HATCH = 'hatch-stale';

/** What is drawn in the plot, beside it, in the lane under it and on its time axis. */
interface HistoryDrawing {
  plot: Drawing[];
  names: Drawing[];
  lane: Drawing[];
  axis: Drawing[];
}

export function historyDrawing({ steps, marks, period }: HistoryChart): HistoryDrawing {
  const place = placeIn(period);
  const stale = stalePeriodsOf(steps, period);
  const held = heldSpans(steps, place, period.until);
  const first = steps[0]?.from ?? period.until;
  return {
    plot: [
      ...(stale.length === 0 ? [] : [stalePattern()]),
      ...(held.length === 0 ? [] : [heldPattern()]),
      ...bandAreas(servedSpans(steps, period)),
      ...stale.map(({ from, until }) =>
        draw('rect', {
          x: `${from}%`,
          width: percent(until - from),
          height: '100%',
          fill: `url(#${STALE_HATCH})`,
        }),
      ),
      ...heldShapes(held),
      ...marks
        // The first framework changed nothing.
        .filter(({ kind, at }) => kind === 'framework' && at > first)
        .map(({ at }) =>
          draw('line', { class: 'rule', x1: `${place(at)}%`, x2: `${place(at)}%`, y1: 0, y2: '100%' }),
        ),
      draw(
        'svg',
        { viewBox: '0 0 10000 10000', preserveAspectRatio: 'none', overflow: 'visible' },
        draw('path', {
          class: 'line',
          'vector-effect': 'non-scaling-stroke',
          d: stepPath(
            steps,
            (instant) => String(Math.round(place(instant) * 100)),
            (score) => String(10_000 - Math.round(score * 100)),
            period.until,
          ),
        }),
      ),
      ...marks.filter(({ kind }) => kind === 'corrected').flatMap(({ at }) => hollowDot(steps, at, place)),
      ...endDot(steps, place(period.until)),
      ...levelLabels(steps, period, [...stale, ...held]),
      ...heldLabel(held),
    ],
    names: [
      ...AREAS.map(({ band, top, bottom }) =>
        draw('text', { class: bandClass(band), y: `${100 - (top + bottom) / 2}%`, dy: 4 }, bandName(band)),
      ),
      ...[0, ...BAND_BOUNDS, 100].map((bound) =>
        draw('text', { class: 'bound-figure', y: `${100 - bound}%`, dy: boundShift(bound) }, String(bound)),
      ),
    ],
    lane: lane(marks, stale, place, STALE_HATCH),
    axis: axisTicks(period, place),
  };
}

export function stalePattern(id = STALE_HATCH): Drawing {
  const pattern = {
    ...{ id, width: 6, height: 6 },
    ...{ patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
  };
  return draw('defs', {}, draw('pattern', pattern, draw('rect', { class: 'stale', width: 1.5, height: 6 })));
}

/** In percent. Periods that follow each other for another reason are one. */
function stalePeriodsOf(steps: readonly ChartStep[], period: Period): Span[] {
  const place = placeIn(period);
  const periods: Span[] = [];
  for (const { from, until, isStale } of steps) {
    if (!isStale) continue;
    const last = periods.at(-1);
    const [start, end] = [place(from), place(until ?? period.until)];
    if (last?.until === start) last.until = end;
    else periods.push({ from: start, until: end });
  }
  return periods;
}

/** From the top, of a score in hundredths. */
export function heightOf(score: number): string {
  return percent(100 - score / 100);
}

/** From the safest to the riskiest: where each band begins and ends. */
const AREAS = BANDS.map((band, at) => {
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  return { band, top: bounds[at]!, bottom: bounds[at + 1]! };
});

/** The figures of the ends of the scale stay within its height. */
function boundShift(bound: number): number {
  return bound === 100 ? 9 : bound === 0 ? 0 : 4;
}

/** In percent: when something was served. Nothing is tinted where nothing was. */
function servedSpans(steps: readonly ChartStep[], period: Period): Span[] {
  const place = placeIn(period);
  const spans: Span[] = [];
  for (const { from, until } of steps) {
    const [start, end] = [place(from), place(until ?? period.until)];
    const last = spans.at(-1);
    if (last !== undefined && last.until >= start) last.until = Math.max(last.until, end);
    else spans.push({ from: start, until: end });
  }
  return spans;
}

function bandAreas(spans: readonly Span[]): Drawing[] {
  return [
    ...spans.flatMap(({ from, until }) =>
      AREAS.map(({ band, top, bottom }) =>
        draw('rect', {
          class: `area ${bandClass(band)}`,
          x: `${from}%`,
          y: `${100 - top}%`,
          width: percent(until - from),
          height: `${top - bottom}%`,
        }),
      ),
    ),
    ...BAND_BOUNDS.map((bound) =>
      draw('line', { class: 'bound', x2: '100%', y1: `${100 - bound}%`, y2: `${100 - bound}%` }),
    ),
  ];
}

/** A correction of an older indicator changed nothing that was served, so there may be no line at its time. */
function hollowDot(steps: readonly ChartStep[], at: number, place: (instant: number) => number): Drawing[] {
  const step = steps.find(({ from, until }) => from <= at && (until === null || at < until));
  if (step === undefined) return [];
  return [draw('circle', { class: 'hollow', cx: `${place(at)}%`, cy: heightOf(step.finalScore), r: 4 })];
}

function endDot(steps: readonly ChartStep[], x: number): Drawing[] {
  const last = steps.at(-1);
  if (last === undefined || last.until !== null) return [];
  const cy = heightOf(last.finalScore);
  return [draw('circle', { class: `end ${bandClass(last.riskBand)}`, cx: `${x}%`, cy, r: 4 })];
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

function levelLabels(
  steps: readonly ChartStep[],
  period: Period,
  hatched: readonly (Span | HeldSpan)[],
): Drawing[] {
  const place = placeIn(period);
  const levels = levelsOf(steps, period);
  const labels = levels.flatMap(({ from, until, score }, at) => {
    const [left, right] = [place(from), place(until)];
    const isWide = right - left >= LABEL_WIDTH;
    const isLast = at === levels.length - 1;
    if (!isWide && !isLast) return [];
    const before = levels[at - 1];
    const isHeld = hatched.some((one) => 'uncapped' in one && one.from < right && one.until > left);
    const isBelow =
      score > 9300 || ((isHeld || (before !== undefined && before.score > score)) && score > 700);
    // On phones its figure is wider than its line: it would lie on the step that leaves it, or on the one that leads to an end.
    const neighbour = isWide ? levels[at + 1] : before;
    const isCrossed = neighbour !== undefined && neighbour.score < score === isBelow;
    const leftOut = isCrossed ? LEFT_OUT.find(([room]) => right - left < room)?.[1] : undefined;
    return [{ left, right, score, isWide, isBelow, leftOut }];
  });
  const last = labels.at(-1);
  const isHidden = (label: (typeof labels)[number]) =>
    label !== last &&
    last?.isWide === false &&
    label.isBelow === last.isBelow &&
    Math.abs(label.score - last.score) < LABEL_HEIGHT &&
    label.left + LABEL_WIDTH_ON_PHONES > last.right - LABEL_WIDTH_ON_PHONES;
  return labels.flatMap((label) => {
    if (isHidden(label)) return [];
    const { left, right, score, isWide, isBelow, leftOut } = label;
    // Beside the step that leads to it, and at the end of the line where there is no room for that.
    const beside: Drawing['attributes'] = isWide
      ? { x: `${left}%`, dx: 8 }
      : { x: `${right}%`, dx: -8, 'text-anchor': 'end' };
    const ends = isWide ? [left, left + LABEL_WIDTH] : [right - LABEL_WIDTH, right];
    // Hatching would run through its digits.
    const isHatched = hatched.some((one) => one.from < ends[1]! && one.until > ends[0]!);
    const classes = [isHatched && 'clear', leftOut].filter(Boolean).join(' ');
    return [
      draw(
        'text',
        {
          ...(classes === '' ? {} : { class: classes }),
          ...beside,
          y: heightOf(score),
          dy: isBelow ? 18 : -8,
        },
        (score / 100).toFixed(2),
      ),
    ];
  });
}
