// The scale of a score: 0 to 100, tinted by band, with a mark at the score.

import { RISK_BANDS } from '@rf-indicators/contract';
import { BAND_BOUNDS, bandClass } from './bands.ts';
import { Html } from './html.ts';

interface ScaleBand {
  band: string;
  lower_bound: number;
}

/** Safest first, as in the framework. */
const CURRENT: readonly ScaleBand[] = RISK_BANDS.map((band, at) => ({
  band,
  lower_bound: BAND_BOUNDS.toReversed()[at] ?? 0,
}));

/**
 * `score` is in hundredths. The figure and the band stand beside it, so readers of the text miss nothing. `bands`: none if those of the
 * statement's framework are not known. Positions are percentages, so that the scale fits any width while its figures keep their size.
 */
export function bandScale(score: number, bands: readonly ScaleBand[] = CURRENT): Html {
  const rising = bands.toSorted((a, b) => a.lower_bound - b.lower_bound);
  const bounds = rising.map(({ lower_bound }) => lower_bound).filter((bound) => bound > 0);
  const ends = [0, ...bounds, 100];
  const areas = ends.slice(1).map((to, at) => {
    const from = ends[at]!;
    const band = rising[at]?.band;
    return `<rect class="area${band === undefined ? '' : ` ${bandClass(band)}`}" x="${from}%" y="4" width="${to - from}%" height="12"/>`;
  });
  const figures = ends.map((bound) => {
    const anchor = bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle';
    return `<text x="${bound}%" y="32" text-anchor="${anchor}">${bound}</text>`;
  });
  const ticks = bounds.map((bound) => `<line class="tick" x1="${bound}%" x2="${bound}%" y1="4" y2="20"/>`);
  const mark = `<svg x="${score / 100}%" overflow="visible"><rect class="mark" x="-1.5" y="0" width="3" height="20"/></svg>`;
  return new Html(
    `<svg class="band-scale" aria-hidden="true">${[...areas, ...ticks, ...figures].join('')}${mark}</svg>`,
  );
}
