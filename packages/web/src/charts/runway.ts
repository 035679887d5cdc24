// How many indicators are stale, day by day: a step line that rises, over its area.

import { type Drawing, draw } from './drawing.ts';
import { placeIn } from './history.ts';
import { axisTicks, type Period } from './history-lane.ts';

interface RunwayChart {
  steps: readonly { from: number; stale: number }[];
  /** How many there are. */
  indicators: number;
  period: Period;
}

export function runwayDrawing({ steps, indicators, period }: RunwayChart): {
  plot: Drawing[];
  axis: Drawing[];
} {
  const place = placeIn(period);
  const height = (stale: number) => 10_000 - Math.round((stale / Math.max(1, indicators)) * 10_000);
  const line = steps
    .map(({ from, stale }, at) => {
      const x = Math.round(place(from) * 100);
      return at === 0 ? `M${x} ${height(stale)}` : `H${x}V${height(stale)}`;
    })
    .join('');
  const path = (d: string, attributes: Record<string, string>) => draw('path', { d, ...attributes });
  return {
    plot: [
      draw(
        'svg',
        { viewBox: '0 0 10000 10000', preserveAspectRatio: 'none', overflow: 'visible' },
        path(`${line}H10000V10000H0Z`, { class: 'rising' }),
        path(`${line}H10000`, { class: 'line', 'vector-effect': 'non-scaling-stroke' }),
      ),
      ...[indicators, 0].map((count) =>
        draw('line', {
          class: 'bound',
          ...{ x1: 0, x2: '100%' },
          ...{ y1: count === 0 ? '100%' : 0, y2: count === 0 ? '100%' : 0 },
        }),
      ),
    ],
    axis: axisTicks(period, place),
  };
}
