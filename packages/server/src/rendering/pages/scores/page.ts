// GET /: the scores of all providers, safest first.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { Period } from '@rf-indicators/web/charts/history';
import { hatchPatterns } from '../charts/hatch.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { countInWords, providerCount, shortInstant } from '../words.ts';
import { distribution } from './distribution.ts';
import { clearUrl, filters } from './filters.ts';
import { type ScoresQuery, scoresUrl } from './query.ts';
import type { PageOfRows, Selection } from './select.ts';
import { scoresTable } from './table.ts';
import { filterInWords } from './words.ts';

export interface ScoresView {
  site: Site;
  query: ScoresQuery;
  /** The number of providers without any filter. */
  all: number;
  selection: Selection;
  shown: PageOfRows;
  steps: ReadonlyMap<string, readonly Step[]>;
  period: Period;
  /** The time that the last published run looks at; null before the first one. */
  lastRunAt: number | null;
}

export function scoresPage(view: ScoresView): Html {
  const { site, query, all, selection, lastRunAt } = view;
  return layout(site, {
    title: 'Scores',
    description:
      'Risk scores of providers of digital-credit products, from 0 to 100, higher is safer. Each can be recomputed.',
    canonical: '/',
    path: '/',
    scripts: ['/assets/site/scores.js'],
    main: html`<div class="promise">
<h1>How risky is the yield? Scores from 0 to 100, higher is safer, each one recomputable to the last hundredth.</h1>
<p class="muted">${providerCount(all)}${lastRunAt !== null && ` · last run ${shortInstant(lastRunAt)}`}</p>
</div>
${
  all === 0
    ? nothingYet(lastRunAt)
    : html`${distribution(selection.counts, query)}
${filters(query, selection.total, all)}
${hatchPatterns()}
<div data-part="table">
${selection.total === 0 ? nothingFound(query) : table(view)}
</div>`
}`,
  });
}

function table({ query, selection, shown, steps, period }: ScoresView): Html {
  const { rows, first, page, pages } = shown;
  const link = (to: number, label: string, rel: string) =>
    html`<a href="${scoresUrl({ ...query, page: to })}" rel="${rel}">${label}</a>`;
  const range = `${countInWords(first)} – ${countInWords(first + rows.length - 1)}`;
  return html`${scoresTable(shown, selection.total, steps, period)}
${
  pages > 1 &&
  html`<nav class="pager" aria-label="Pages">
<span>${range} of ${countInWords(selection.total)}</span>
${page > 1 ? link(page - 1, 'Previous', 'prev') : html`<span class="muted">Previous</span>`}
${page < pages ? link(page + 1, 'Next', 'next') : html`<span class="muted">Next</span>`}
</nav>`
}`;
}

function nothingFound(query: ScoresQuery): Html {
  return html`<div class="empty">
<p>No provider matches ${filterInWords(query)}.</p>
<p><a href="${clearUrl(query)}">Clear</a></p>
</div>`;
}

function nothingYet(lastRunAt: number | null): Html {
  const reason =
    lastRunAt === null
      ? 'No score has been published yet. Providers appear here after the first published run.'
      : 'No provider has a current score: all were withdrawn.';
  return html`<div class="empty">
<p>${reason}</p>
<p><a href="/methodology">Read how scores are made</a></p>
</div>`;
}
