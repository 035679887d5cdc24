// A score as a bar from 0 to 100 in the colour of its band, with ticks where the bands begin. A stale score is hatched.

import { BAND_BOUNDS } from '../bands.ts';
import { Html } from '../html.ts';
import { hatchOf } from './hatch.ts';

const WIDTH = 120;
const HEIGHT = 12;
const BAR = 4;
const MARK = 2;

export interface Bullet {
  /** In hundredths. */
  score: number;
  band: string;
  isStale: boolean;
}

/** The figure stands beside it, so readers of the text miss nothing. */
export function bullet({ score, band, isStale }: Bullet): Html {
  const end = (score / 10_000) * WIDTH;
  const top = (HEIGHT - BAR) / 2;
  const fill = isStale ? ` fill="url(#${hatchOf(band)})"` : '';
  const mark = Math.min(Math.max(end - MARK / 2, 0), WIDTH - MARK);
  const ticks = BAND_BOUNDS.map((bound) => {
    const x = (bound / 100) * WIDTH;
    return `<rect class="tick" x="${x}" y="3" width="1" height="6"/>`;
  });
  return new Html(
    `<svg class="bullet" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">` +
      `<rect class="track" y="${top}" width="${WIDTH}" height="${BAR}"/>` +
      `<rect class="bar" y="${top}" width="${short(end)}" height="${BAR}"${fill}/>${ticks.join('')}` +
      `<rect class="end" x="${short(mark)}" width="${MARK}" height="${HEIGHT}"/></svg>`,
  );
}

export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
