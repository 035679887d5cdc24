// GET /: the scores of all providers in a table, safest first.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import type { Period } from '@rf-indicators/web/charts/history';
import { type Html, html } from '../html.ts';
import { dataset, type LinkedData, webSite } from '../linked-data.ts';
import { countInWords, providerCount, shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import { nothingFound, nothingYet, scoresFrame } from './frame.ts';
import { type ScoresQuery, scoresUrl } from './query.ts';
import type { PageOfRows, Selection } from './select.ts';
import { scoresTable } from './table.ts';

export interface ScoresView {
  site: Site;
  query: ScoresQuery;
  /** The number of providers without any filter. */
  all: number;
  selection: Selection;
  shown: PageOfRows;
  /** Those that match the filter. */
  withdrawn: readonly WithdrawnProvider[];
  steps: ReadonlyMap<string, readonly Step[]>;
  period: Period;
  /** The time that the last published run looks at; null before the first one. */
  lastRunAt: number | null;
}

export function scoresPage(view: ScoresView): Html {
  const { site, query, all, selection, withdrawn, lastRunAt } = view;
  return scoresFrame({
    ...{ site, query, all, selection, withdrawn },
    title: 'Scores',
    data: [webSite(site), scoresData(site, lastRunAt)],
    counts: currentCounts(all, withdrawn.length, lastRunAt),
    body:
      all === 0
        ? nothingYet(lastRunAt)
        : selection.total === 0
          ? nothingFound(query, withdrawn.length)
          : table(view),
  });
}

function scoresData(site: Site, changedAt: number | null): LinkedData {
  return dataset(site, {
    name: 'Risk scores of digital-credit products',
    description:
      'The current risk score of every provider, from 0 to 100, higher is safer, with its band and yield, the date of its evidence and the verification id that proves it.',
    path: '/',
    files: [
      { format: 'text/csv', path: '/scores.csv' },
      { format: 'application/json', path: '/api/public/scores' },
    ],
    changedAt,
  });
}

/** "11 providers · 1 withdrawn · last run 11 Nov 2026, 18:00 UTC". */
export function currentCounts(all: number, withdrawn: number, lastRunAt: number | null): Html {
  return html`${providerCount(all)}${withdrawn > 0 && html` · <a href="#withdrawn">${countInWords(withdrawn)} withdrawn</a>`}${lastRunAt !== null && ` · last run ${shortInstant(lastRunAt)}`}`;
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
