// A change in the score of a provider as a small step line on a scale from 0 to 100: some weeks before it and after it, over the
// tints of the bands. Positions are percentages, so that the drawing fits any width.

import { stepPath } from '@rf-indicators/contract/step-path';
import { BAND_BOUNDS, BANDS, bandClass } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { placeIn } from './history.ts';
import { type Period, percent } from './history-lane.ts';
import { hundredths } from './hundredths.ts';

interface ChangeStep {
  from: number;
  until: number | null;
  /** In hundredths. */
  finalScore: number;
  riskBand: string;
}

interface ChangeChart {
  /** Oldest first; those that overlap the period. */
  steps: readonly ChangeStep[];
  period: Period;
  at: number;
  /** "2 Sep": the day of the change. */
  day: string;
  /** After the change, in hundredths; null if nothing was served after it. */
  after: { score: number; band: string } | null;
}

/** The scale shows the bands that the line passes, and half a band around it. */
const ROOM = 10;

export function changeDrawing({ steps, period, at, day, after }: ChangeChart): Drawing[] {
  const place = placeIn(period);
  const scores = steps.map(({ finalScore }) => finalScore / 100);
  if (after !== null) scores.push(after.score / 100);
  const top = Math.min(100, Math.max(...scores) + ROOM);
  const bottom = Math.max(0, Math.min(...scores) - ROOM);
  const height = (value: number) => ((top - value) / (top - bottom)) * 100;
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  const areas = BANDS.flatMap((one, index) => {
    const upper = Math.min(top, bounds[index]!);
    const lower = Math.max(bottom, bounds[index + 1]!);
    if (upper <= lower) return [];
    const size = { y: percent(height(upper)), width: '100%', height: percent(height(lower) - height(upper)) };
    return [draw('rect', { class: `area ${bandClass(one)}`, ...size })];
  });
  const line = stepPath(
    steps,
    (instant) => String(Math.round(place(instant) * 100)),
    (value) => String(Math.round(height(value) * 100)),
    period.until,
  );
  return [
    ...areas,
    draw(
      'svg',
      { viewBox: '0 0 10000 10000', preserveAspectRatio: 'none', overflow: 'visible' },
      draw('path', { class: 'line', 'vector-effect': 'non-scaling-stroke', d: line }),
    ),
    ...(after === null
      ? []
      : [
          draw('circle', {
            class: `moment ${bandClass(after.band)}`,
            ...{ cx: `${place(at)}%`, cy: percent(height(after.score / 100)), r: 4 },
          }),
        ]),
    ...endLabels(steps, period, height),
    draw('line', { class: 'tick', x1: `${place(at)}%`, x2: `${place(at)}%`, y1: '100%', y2: '105%' }),
    draw('text', { class: 'day', x: `${place(at)}%`, y: '100%', dy: 18, 'text-anchor': 'middle' }, day),
  ];
}

/** What was served at both ends, beside the plot. */
function endLabels(
  steps: readonly ChangeStep[],
  { since, until: end }: Period,
  height: (value: number) => number,
): Drawing[] {
  const first = steps[0];
  const place = placeIn({ since, until: end });
  const last = steps.findLast(({ until }) => until === null || until >= end);
  const label = (step: ChangeStep, beside: Drawing['attributes']) =>
    draw(
      'text',
      { ...beside, y: percent(height(step.finalScore / 100)), dy: 4 },
      hundredths(step.finalScore),
    );
  return [
    ...(first === undefined
      ? []
      : [label(first, { x: `${place(first.from)}%`, dx: -8, 'text-anchor': 'end' })]),
    ...(last === undefined ? [] : [label(last, { x: '100%', dx: 8 })]),
  ];
}
