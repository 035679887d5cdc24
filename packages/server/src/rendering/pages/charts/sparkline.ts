// A score over time as a small step line. It spans 20 points around the middle of its range, or more if it moved more, so
// that a small movement does not look like a large one. Where nothing was served, the line has a gap.

import { type PathStep, stepPath } from '@rf-indicators/contract/step-path';
import { BAND_BOUNDS } from '../bands.ts';
import { Html } from '../html.ts';
import { short } from './bullet.ts';

const WIDTH = 96;
const HEIGHT = 24;
const DOT_RADIUS = 2;
const LEAST_SPAN = 20;

/** `steps` are oldest first, and there is at least one. */
export function sparkline(steps: readonly PathStep[], period: { since: number; until: number }): Html {
  const { since, until: end } = period;
  const scores = steps.map(({ finalScore }) => finalScore / 100);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const span = Math.max(LEAST_SPAN, most - least);
  const top = (least + most + span) / 2;
  const x = (instant: number) =>
    short((Math.max(0, instant - since) / (end - since)) * (WIDTH - 2 * DOT_RADIUS));
  const y = (score: number) => short(DOT_RADIUS + ((top - score) / span) * (HEIGHT - 2 * DOT_RADIUS));
  const bounds = BAND_BOUNDS.filter((bound) => bound < top && bound > top - span).map(
    (bound) => `<path class="bound" d="M0 ${y(bound)}H${WIDTH}"/>`,
  );
  const last = steps.at(-1)!;
  const dot = `<circle cx="${x(last.until ?? end)}" cy="${y(last.finalScore / 100)}" r="${DOT_RADIUS}"/>`;
  return new Html(
    `<svg class="spark" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">` +
      `${bounds.join('')}<path class="line" d="${stepPath(steps, x, y, end)}"/>${dot}</svg>`,
  );
}
