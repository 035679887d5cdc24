// The providers whose score was withdrawn, as a group of their own below the scores: a reader who looks for one must learn
// that it was withdrawn, and not that there is none.

import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import { withdrawnProviders } from '@rf-indicators/core/desk/served/withdrawn';
import { fold } from '@rf-indicators/core/store/fold';
import { typeName } from '@rf-indicators/web/charts/type-names';
import type { Reading } from '../../reading.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { type Html, html } from '../html.ts';
import { countInWords, sentence, shortDay } from '../page-words.ts';
import type { ScoresQuery } from './query.ts';

/** More than this are rarely looked at; a name finds each of them. */
const MOST_SHOWN = 50;

/** Newest first. A filter by band leaves none, because a withdrawn provider is in no band. */
export async function readWithdrawn(
  { db }: Reading,
  { name, type, band }: ScoresQuery,
): Promise<WithdrawnProvider[]> {
  if (band !== null) return [];
  const part = fold(name);
  return (await withdrawnProviders(db))
    .filter(
      (provider) => (type === null || provider.plannerType === type) && fold(provider.name).includes(part),
    )
    .sort((a, b) => b.withdrawnAt - a.withdrawnAt || (a.name < b.name ? -1 : 1));
}

export function withdrawnSection(providers: readonly WithdrawnProvider[]): Html {
  if (providers.length === 0) return html``;
  const shown = providers.slice(0, MOST_SHOWN);
  return html`<h2>Withdrawn</h2>
<p class="muted">These providers have no current score. Do not rely on earlier ones.</p>
<table class="withdrawn-scores cards">
<thead><tr><th scope="col">Provider</th><th scope="col">Withdrawn</th><th scope="col">Reason</th></tr></thead>
<tbody>${shown.map(
    ({ name, slug, plannerType, withdrawnAt, reason }) => html`
<tr><th scope="row"><a href="/providers/${slug}">${nameInLine(name)}</a> <span class="type">${typeName(plannerType)}</span></th><td data-label="Withdrawn">${shortDay(withdrawnAt)}</td><td data-label="Reason">${sentence(reason)}</td></tr>`,
  )}
</tbody>
</table>
${providers.length > shown.length && html`<p class="muted">The latest ${MOST_SHOWN} of ${countInWords(providers.length)}. Filter by name to find another.</p>`}`;
}
