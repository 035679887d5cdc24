// A band with its glyph, as the pages of the server have it.

import { bandClass, bandGlyph, bandName, stepsFromSafest } from '../../charts/bands.ts';
import { el, made } from './elements.ts';

export function bandChip(band: string): HTMLElement {
  return el(
    'span',
    { class: `chip ${bandClass(band)}` },
    made(bandGlyph(stepsFromSafest(band))),
    bandName(band),
  );
}
