// Risk bands on pages: a glyph and a label come first, so that a band can be read without its colour.

import * as bands from '@rf-indicators/web/charts/bands';
import { markupOf } from '@rf-indicators/web/charts/drawing';
import { bandInWords } from '../wire/one-line-texts.ts';
import { Html, html } from './html.ts';

export const { BAND_BOUNDS, bandClass } = bands;

/** What a framework's bands mean, in words that fit after "Low risk:". */
export const BAND_MEANINGS: Record<string, string> = {
  LOW: 'strong overall, well evidenced, no hard rule fired',
  MEDIUM: 'sound structure with named weaknesses',
  ELEVATED:
    'material weaknesses, or yield paid from raised capital, one dominant counterparty, or no independent assurance',
  HIGH: 'a known cause of past failures is present, or weaknesses and missing evidence outweigh the rest',
};

export function bandGlyph(band: string): Html {
  return new Html(markupOf(bands.bandGlyph(bands.stepsFromSafest(band))));
}

export const BAND_MARK = new Html(markupOf(bands.bandGlyph(1)));

/** Glyph and label on a background in the band's colour. */
export function bandChip(band: string): Html {
  return html`<span class="chip ${bandClass(band)}">${bandGlyph(band)}${bandInWords(band)}</span>`;
}
