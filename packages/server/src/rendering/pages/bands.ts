// Risk bands on pages: a glyph and a label come first, so that a band can be read without its colour.

import * as bands from '@rf-indicators/web/charts/bands';
import { markupOf } from '@rf-indicators/web/charts/drawing';
import { bandInWords } from '../wire/one-line-texts.ts';
import { Html, html } from './html.ts';

export const { BAND_BOUNDS, bandClass } = bands;

export function bandGlyph(band: string): Html {
  return new Html(markupOf(bands.bandGlyph(bands.stepsFromSafest(band))));
}

export const BAND_MARK = new Html(markupOf(bands.bandGlyph(1)));

/** Glyph and label on a background in the band's colour. */
export function bandChip(band: string): Html {
  return html`<span class="chip ${bandClass(band)}">${bandGlyph(band)}${bandInWords(band)}</span>`;
}
