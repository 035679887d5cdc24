// Risk bands on pages: a glyph and a label come first, so that a band can be read without its colour.

import * as bands from '@rf-indicators/web/charts/bands';
import { type Drawing, markupOf } from '@rf-indicators/web/charts/drawing';
import { Html } from './html.ts';

export const { BAND_BOUNDS, bandClass } = bands;

export function drawn(drawing: Drawing): Html {
  return new Html(markupOf(drawing));
}

export function bandGlyph(band: string): Html {
  return drawn(bands.bandGlyph(bands.stepsFromSafest(band)));
}

export const BAND_MARK = drawn(bands.bandGlyph(1));

export function bandChip(band: string): Html {
  return drawn(bands.bandChip(band));
}
