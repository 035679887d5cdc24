// Risk bands on pages: a glyph and a label come first, so that a band can be read without its colour.

import { RISK_BANDS } from '@rf-indicators/contract';
import { bandInWords } from '../wire/words.ts';
import { Html, html } from './html.ts';

/** The scores at which a safer band begins, besides 0. */
export const BAND_BOUNDS: readonly number[] = [40, 60, 80];

/** What a framework's bands mean, in words that fit after "Low risk:". */
export const BAND_MEANINGS: Record<string, string> = {
  LOW: 'strong overall, well evidenced, no hard rule fired',
  MEDIUM: 'sound structure with named weaknesses',
  ELEVATED:
    'material weaknesses, or yield paid from raised capital, one dominant counterparty, or no independent assurance',
  HIGH: 'a known cause of past failures is present, or weaknesses and missing evidence outweigh the rest',
};

const BAR = { width: 5, gap: 2, height: 12 };
const WIDTH = RISK_BANDS.length * (BAR.width + BAR.gap) - BAR.gap;

/** ▮▮▯▯, drawn as SVG because few fonts have these characters, and fewer have both at the same size. */
export function bandGlyph(band: string): Html {
  return bars(RISK_BANDS.indexOf(band as (typeof RISK_BANDS)[number]) + 1);
}

function bars(filled: number): Html {
  const drawn = RISK_BANDS.map((_, at) => {
    const x = at * (BAR.width + BAR.gap) + 0.5;
    const fill = at < filled ? 'currentColor' : 'none';
    return `<rect x="${x}" y="0.5" width="${BAR.width - 1}" height="${BAR.height - 1}" fill="${fill}" stroke="currentColor"/>`;
  });
  return new Html(
    `<svg class="glyph" width="${WIDTH}" height="${BAR.height}" viewBox="0 0 ${WIDTH} ${BAR.height}" aria-hidden="true">${drawn.join('')}</svg>`,
  );
}

export const BAND_MARK = bars(1);

/** Glyph and label on a background in the band's colour. */
export function bandChip(band: string): Html {
  return html`<span class="chip ${bandClass(band)}">${bandGlyph(band)}${bandInWords(band)}</span>`;
}

export function bandClass(band: string): string {
  return `band-${band.toLowerCase()}`;
}
