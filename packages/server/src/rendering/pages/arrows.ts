// Arrows, drawn as SVG because the font of the pages lacks them. A screen reader gets a word instead.

import { Html } from './html.ts';

function drawn(path: string, word: string): Html {
  return new Html(
    `<span class="arrow"><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="${path}" fill="currentColor"/></svg><span class="visually-hidden">${word}</span></span>`,
  );
}

export const ARROW = drawn('M1 5.5h7L5.8 3.3l.7-.7L9.9 6l-3.4 3.4-.7-.7L8 6.5H1z', 'to');
export const SAFER = new Html(`${drawn('M6 2l5 8H1z', '').text} safer`);
export const RISKIER = new Html(`${drawn('M6 10l5-8H1z', '').text} riskier`);
