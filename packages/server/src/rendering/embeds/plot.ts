// The score over time in an embedded picture: a step line on a fixed scale from 0 to 100, over the tints of the bands.

import { stepPath } from '@rf-indicators/contract/step-path';
import { BAND_BOUNDS, BANDS, bandClass } from '@rf-indicators/web/charts/bands';
import type { ScoreHistory } from '../history/score-history.ts';
import type { EmbeddedScore } from './embedded.ts';

const DOT = 4;

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Style sheets give the colours, by the classes of the history chart. */
export function plot(
  { steps, since, until }: ScoreHistory,
  current: EmbeddedScore | null,
  place: Place,
): string {
  const y = (points: number) => round(place.y + (1 - points / 100) * place.height);
  const end = place.x + place.width - DOT - 1;
  const x = (instant: number) =>
    round(place.x + (Math.max(0, instant - since) / Math.max(1, until - since)) * (end - place.x));
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  const areas = BANDS.map((band, at) => {
    const [top, bottom] = [y(bounds[at]!), y(bounds[at + 1]!)];
    return `<rect class="area ${bandClass(band)}" x="${place.x}" y="${top}" width="${place.width}" height="${round(bottom - top)}"/>`;
  });
  const line = `<path class="line" d="${stepPath(
    steps,
    (instant) => String(x(instant)),
    (points) => String(y(points)),
    until,
  )}"/>`;
  const dot =
    current === null
      ? ''
      : `<circle class="end ${bandClass(current.band)}" cx="${end}" cy="${y(current.score / 100)}" r="${DOT}"/>`;
  return [...areas, line, dot].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
