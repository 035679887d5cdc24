// The scale from 0 to 100 in the tints of the bands, with a mark where the score is. Positions are percentages, so that it
// fits any width while its figures keep their size.

import { RISK_BANDS } from '@rf-indicators/contract';
import { BAND_BOUNDS, bandClass } from '../bands.ts';
import { Html } from '../html.ts';

const BOUNDS = [0, ...BAND_BOUNDS, 100];

/** `score` is in hundredths. The figure and the band stand beside it, so readers of the text miss nothing. */
export function bandScale(score: number): Html {
  const areas = RISK_BANDS.toReversed().map((band, at) => {
    const [from, to] = [BOUNDS[at]!, BOUNDS[at + 1]!];
    return `<rect class="area ${bandClass(band)}" x="${from}%" y="4" width="${to - from}%" height="12"/>`;
  });
  const figures = BOUNDS.map((bound) => {
    const anchor = bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle';
    return `<text x="${bound}%" y="32" text-anchor="${anchor}">${bound}</text>`;
  });
  const ticks = BAND_BOUNDS.map(
    (bound) => `<line class="tick" x1="${bound}%" x2="${bound}%" y1="4" y2="20"/>`,
  );
  const mark = `<svg x="${score / 100}%" overflow="visible"><rect class="mark" x="-1.5" y="0" width="3" height="20"/></svg>`;
  return new Html(
    `<svg class="band-scale" aria-hidden="true">${[...areas, ...ticks, ...figures].join('')}${mark}</svg>`,
  );
}
