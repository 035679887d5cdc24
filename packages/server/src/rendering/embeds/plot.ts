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
export function plot({ steps, since, until }: ScoreHistory, place: Place): string {
  const y = (points: number) => heightOf(points, place);
  const span = Math.max(1, until - since);
  const x = (instant: number) =>
    round(place.x + (Math.max(0, instant - since) / span) * (endOf(place) - place.x));
  const bounds = [100, ...BAND_BOUNDS.toReversed(), 0];
  const areas = BANDS.map((band, at) => {
    const [top, bottom] = [y(bounds[at]!), y(bounds[at + 1]!)];
    return `<rect class="area ${bandClass(band)}" x="${place.x}" y="${top}" width="${place.width}" height="${round(bottom - top)}"/>`;
  });
  const path = stepPath(
    steps,
    (instant) => String(x(instant)),
    (points) => String(y(points)),
    until,
  );
  return `${areas.join('')}<path class="line" d="${path}"/>`;
}

/** At the end of the line. */
export function endDot(current: EmbeddedScore | null, place: Place): string {
  return current === null
    ? ''
    : dot(current, String(endOf(place)), String(heightOf(current.score / 100, place)));
}

/** Beside a plot that is stretched, because a circle would be stretched with it: in percent of its width and height. */
export function endDotBeside(current: EmbeddedScore | null, place: Place): string {
  if (current === null) return '';
  const across = (endOf(place) / place.width) * 100;
  return dot(current, `${round(across)}%`, `${round(100 - current.score / 100)}%`);
}

function dot({ band }: EmbeddedScore, cx: string, cy: string): string {
  return `<circle class="end ${bandClass(band)}" cx="${cx}" cy="${cy}" r="${DOT}"/>`;
}

function endOf({ x, width }: Place): number {
  return x + width - DOT - 1;
}

function heightOf(points: number, { y, height }: Place): number {
  return round(y + (1 - points / 100) * height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
