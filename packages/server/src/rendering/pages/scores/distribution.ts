// How many providers are in each band: a bar whose segments are links that filter the table.

import { bandInWords } from '../../wire/words.ts';
import { bandClass, bandGlyph } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { countInWords, providerCount } from '../words.ts';
import { ALL_SCORES, type ScoresQuery, scoresUrl } from './query.ts';
import type { Selection } from './select.ts';

/** The width of the content of a page, in pixels. Narrower windows shrink all segments alike. */
const WIDTH = 1152;

export function distribution(counts: Selection['counts'], query: ScoresQuery): Html {
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  return html`<nav class="distribution" aria-label="Providers by band" data-part="distribution">${counts.map(
    ([band, count]) => {
      const isChosen = query.band === band;
      const to = scoresUrl({ ...query, band: isChosen ? null : band, page: ALL_SCORES.page });
      const words = bandInWords(band);
      const title = isChosen ? 'Show all bands' : `Show ${words} only: ${providerCount(count)}`;
      return html`
<a class="segment ${bandClass(band)}" href="${to}" title="${title}"${isChosen && html` aria-current="true"`}>${share(count, sum)}<span class="label">${bandGlyph(band)}${words} <span class="count">${countInWords(count)}</span></span></a>`;
    },
  )}
</nav>`;
}

/** Nothing to see: it gives the segment its width, which a style attribute must not. */
function share(count: number, sum: number): Html {
  const width = sum === 0 ? WIDTH / 4 : Math.round((count / sum) * WIDTH);
  return html`<svg class="share" width="${width}" height="1" aria-hidden="true"></svg>`;
}
