// Arrows, drawn as SVG because the font of the pages lacks them. A screen reader gets a word instead.

import { GLYPHS } from '@rf-indicators/web/charts/glyphs';
import { Html } from './html.ts';

function drawn(name: keyof typeof GLYPHS, word: string): Html {
  const { path, isFilled } = GLYPHS[name];
  const paint = isFilled ? 'fill="currentColor"' : 'fill="none" stroke="currentColor" stroke-width="1.5"';
  return new Html(
    `<span class="arrow"><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="${path}" ${paint}/></svg><span class="visually-hidden">${word}</span></span>`,
  );
}

export const ARROW = drawn('to', 'to');
export const SAFER = new Html(`${drawn('safer', '').text} safer`);
export const RISKIER = new Html(`${drawn('riskier', '').text} riskier`);
