// The score of a provider as a picture for pages of others: /embed/{slug}.svg. It has no scripts and no references, and takes its
// colours with it.

import { formatHundredths } from '@rf-indicators/engine';
import { bandClass, bandGlyph, stepsFromSafest } from '@rf-indicators/web/charts/bands';
import { markupOf } from '@rf-indicators/web/charts/drawing';
import { shortDay } from '../pages/page-words.ts';
import { bandInWords, nameInLine, scoreInWords } from '../wire/one-line-texts.ts';
import { xmlText } from '../wire/xml.ts';
import { chartStyle } from './chart-style.ts';
import type { Embedded } from './embedded.ts';
import { endDot, plot } from './plot.ts';
import type { Theme } from './theme.ts';

export const CHART_SIZE = { width: 480, height: 144 } as const;
const PLOT = { x: 264, y: 40, width: 200, height: 72 };

export interface EmbeddedOn {
  siteName: string;
  isDemo: boolean;
  theme: Theme;
}

export function scoreChart(embedded: Embedded, { siteName, isDemo, theme }: EmbeddedOn): string {
  const { name, current, history } = embedded;
  const { width, height } = CHART_SIZE;
  const line = nameInLine(name);
  const title = xmlText(`${line}: ${inWords(embedded)}`);
  const figure =
    current === null
      ? `<text class="word" x="16" y="88">Withdrawn</text>`
      : `<text class="figure" x="16" y="88">${formatHundredths(current.score)}</text>` +
        `<g class="chip ${bandClass(current.band)}" transform="translate(16 101)">${markupOf(bandGlyph(stepsFromSafest(current.band)))}<text x="34" y="11">${xmlText(bandInWords(current.band))}</text></g>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">` +
    `<title>${title}</title><desc>Scores range from 0 to 100; higher is safer.</desc><style>${chartStyle(theme)}</style>` +
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}"/>` +
    `<text class="name" x="16" y="26">${xmlText(shortened(line, LONGEST_NAME))}</text>${figure}` +
    `<text class="note" x="16" y="132">${stateInWords(embedded)}</text>` +
    plot(history, PLOT) +
    endDot(current, PLOT) +
    (history.steps.length === 0
      ? ''
      : `<text class="note" x="${PLOT.x}" y="132">since ${shortDay(history.since)}</text>`) +
    `<text class="note" x="${width - 16}" y="132" text-anchor="end">${isDemo ? 'fictional' : 'higher is safer'}</text>` +
    `<text class="note" x="${width - 16}" y="26" text-anchor="end">${xmlText(shortened(siteName, LONGEST_SOURCE))}</text></svg>\n`
  );
}

function inWords({ current, withdrawnAt }: Embedded): string {
  if (current === null) return withdrawnAt === null ? 'withdrawn' : `withdrawn on ${shortDay(withdrawnAt)}`;
  return `${scoreInWords(current.band, current.score)}, higher is safer`;
}

/** "scored 11 Nov 2026", or what a reader must know instead. */
export function stateInWords({ current, withdrawnAt }: Embedded): string {
  if (current === null) return withdrawnAt === null ? '' : `on ${shortDay(withdrawnAt)}`;
  const { staleSince, asOf } = current;
  return staleSince === null ? `scored ${shortDay(asOf)}` : `stale since ${shortDay(staleSince)}`;
}

/** In widths of a letter; the font is that of the reader's machine, so this is an estimate. */
const LONGEST_NAME = 30;
const LONGEST_SOURCE = 28;

function shortened(text: string, longest: number): string {
  let room = longest;
  let shown = '';
  for (const character of text) {
    // Characters of East Asia take two places.
    room -= /[\u1100-\uffff]/.test(character) || character.length > 1 ? 2 : 1;
    if (room < 0) return `${shown.trimEnd()}…`;
    shown += character;
  }
  return shown;
}
