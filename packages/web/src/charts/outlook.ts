// The evidence outlook as a step line over the tints of the bands, which end where the evidence ends; dashed, the same if the
// gates are checked in time.

import { type PathStep, stepPath } from '@rf-indicators/contract/step-path';
import { type Drawing, draw } from './drawing.ts';
import { heightOf, historyDrawing, placeIn, stalePattern } from './history.ts';
import { type ChartMark, lane, type Period } from './history-lane.ts';

interface OutlookChart {
  steps: readonly (PathStep & { until: number; riskBand: string })[];
  /** With every gate checked in time. */
  renewed: readonly (PathStep & { until: number })[];
  /** When the indicator is stale, and withdrawn; null if no gate lapses. */
  lapse: { from: number; until: number } | null;
  period: Period;
}

const HATCH = 'hatch-outlook';

export function outlookDrawing({ steps, renewed, lapse, period }: OutlookChart) {
  const place = placeIn(period);
  const current = steps.map((step) => ({ ...step, isStale: false }));
  const { plot, names, axis } = historyDrawing({ steps: current, marks: [], period });
  const path = stepPath(
    renewed,
    (instant) => String(Math.round(place(instant) * 100)),
    (score) => String(10_000 - Math.round(score * 100)),
    period.until,
  );
  const marks: ChartMark[] =
    lapse !== null && lapse.until < period.until
      ? [{ at: lapse.until, kind: 'withdrawn', label: 'stale, then withdrawn' }]
      : [];
  const stale = lapse === null ? [] : [{ from: place(lapse.from), until: place(lapse.until) }];
  return {
    plot: [
      // Figures of levels would stand over the dashed line.
      ...plot.filter(({ name }) => name !== 'text'),
      draw(
        'svg',
        { viewBox: '0 0 10000 10000', preserveAspectRatio: 'none', overflow: 'visible' },
        draw('path', { class: 'line renewed', 'vector-effect': 'non-scaling-stroke', d: path }),
      ),
      ...(lapse === null ? [] : figureAfter(steps.at(-1), place)),
      ...figureAtEnd(renewed.at(-1)),
    ],
    names,
    lane: [...(lapse === null ? [] : [stalePattern(HATCH)]), ...lane(marks, stale, place, HATCH)],
    axis,
  };
}

type End = { until: number; finalScore: number } | undefined;

/** After the end of the line and well below it, because the dashed line goes on and falls. */
function figureAfter(step: End, place: (instant: number) => number): Drawing[] {
  if (step === undefined) return [];
  const { until, finalScore } = step;
  const at = { x: `${place(until)}%`, dx: 8, y: heightOf(finalScore), dy: finalScore > 1200 ? 26 : -8 };
  return [draw('text', { class: 'clear', ...at }, (finalScore / 100).toFixed(2))];
}

/** Where the plot ends. */
function figureAtEnd(step: End): Drawing[] {
  if (step === undefined) return [];
  const { finalScore } = step;
  const at = { x: '100%', dx: -8, y: heightOf(finalScore), dy: finalScore > 9300 ? 18 : -8 };
  return [draw('text', { ...at, 'text-anchor': 'end' }, (finalScore / 100).toFixed(2))];
}
