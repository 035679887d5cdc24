// The score over time as a small step line on a fixed scale from 0 to 100, with the score of the card at its end.

import { stepPath } from '@rf-indicators/contract/step-path';
import { writtenDate } from '@rf-indicators/web/charts/dates';
import type { ScoreHistory } from '../../history/score-history.ts';
import { AREAS, box, coloursOf, INK, MUTED, round, SIDE, SURFACE, text } from './parts.ts';

const PLOT = { top: 152, width: 176, height: 160 };
/** The dot at the end stays within the plot. */
const DOT = 8;

export function drawSteps({ steps, since, until }: ScoreHistory, score: number, colour: string): string {
  const y = (points: number) => PLOT.top + (1 - points / 100) * PLOT.height;
  const areas = AREAS.map(({ band, from, to }) =>
    box(SIDE, y(to), PLOT.width, y(from) - y(to), coloursOf(band).tint),
  );
  const end = SIDE + PLOT.width - DOT - 2;
  const span = Math.max(1, until - since);
  const x = (instant: number) => SIDE + (Math.min(Math.max(0, instant - since), span) / span) * (end - SIDE);
  const path = stepPath(
    steps,
    (instant) => String(round(x(instant))),
    (points) => String(round(y(points))),
    until,
  );
  const line = `<path d="${path}" fill="none" stroke="${INK}" stroke-width="5"/>`;
  const [highest, lowest] = [y(100) + DOT, y(0) - DOT];
  const at = round(Math.min(Math.max(y(score / 100), highest), lowest));
  const dot = [
    { r: DOT + 2, fill: SURFACE },
    { r: DOT, fill: colour },
  ].map(({ r, fill }) => `<circle cx="${end}" cy="${at}" r="${r}" fill="${fill}"/>`);
  const first = since === until ? 'first score' : `since ${writtenDate(since)}`;
  return [...areas, line, ...dot, text(SIDE, 340, first, { size: 20, fill: MUTED })].join('');
}
