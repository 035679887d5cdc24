// The marks of results and verdicts: passed, attention, failed. Drawn as SVG, because the fonts lack the characters. All
// three are in the page, and the style sheet shows the one that `data-mark` names, so that a script can change it.

import { Html, html } from '../html.ts';

export type Mark = 'passed' | 'attention' | 'failed' | 'unchecked';

/** Inside an element with `data-mark`. */
export const MARK = new Html(
  `<svg class="sign" viewBox="0 0 16 16" aria-hidden="true">` +
    `<path class="on-passed" d="M2.5 8.5 6 12l7.5-8"/>` +
    `<path class="on-attention" d="M8 2v8M8 12.5v2"/>` +
    `<path class="on-failed" d="m3 3 10 10M13 3 3 13"/>` +
    `<path class="on-unchecked" d="M3 8h10"/></svg>`,
);

/** "✓ Passed", in a cell of the table of checks. `by` names the cell for the script. */
export function resultCell(mark: Mark, word: string, by: 'server' | 'browser'): Html {
  const label = by === 'server' ? 'Our server' : 'This browser';
  return html`<td data-label="${label}" data-by="${by}"><span class="result" data-mark="${mark}">${MARK}<span>${word}</span></span></td>`;
}
