// "About this publisher": what the log says of the service itself, and not of one indicator. Returns to the founding, when one
// person could enrol staff alone, and times without a signed checkpoint.

import { readServiceHistory, type ServiceEntry } from '@rf-indicators/core/log/service-history';
import type { Found, Reading } from '../../reading.ts';
import { type Html, html } from '../html.ts';
import { shortInstant } from '../page-words.ts';

const SHOWN = 5;

/** GET /log-of-service.json: the same for programs. */
export async function readHistory({ db }: Reading): Promise<Found> {
  const entries = await readServiceHistory(db);
  const content = JSON.stringify({ entries });
  return { content, lastModified: entries.at(-1)?.at ?? 0, mediaType: 'application/json' };
}

export function aboutSection(entries: readonly ServiceEntry[]): Html {
  const newest = entries.toReversed().slice(0, SHOWN);
  return html`<section>
<h2 id="publisher">About this publisher</h2>
${
  newest.length === 0
    ? html`<p>The log has no entry of a pause of more than a day, or of a return to the founding, when one person can enrol staff alone.</p>`
    : html`<dl class="facts">${newest.map(
        (entry) => html`
<dt>${shortInstant(entry.at)}</dt><dd>${sentenceOf(entry)} <span class="muted">Log entry ${entry.index}</span></dd>`,
      )}
</dl>`
}
<p class="muted">Read from the signed <a href="/log/checkpoint">log</a>; <code>rf monitor</code> and <code>rf verify --all</code> say the same.</p>
</section>`;
}

function sentenceOf({ what, since }: ServiceEntry): string {
  switch (what) {
    case 'resumed':
      return `The service resumed. No checkpoint was signed since ${shortInstant(since!)}.`;
    case 'returned':
      return 'The store returned to its founding: from then on one person could enrol staff alone.';
    case 'ended':
      return 'Two people can act again, and enrol staff together.';
  }
}
