// GET /status: whether the service works, how fresh its data is, and when it was down.

import type { Status } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { countInWords, idInWords, providerCount, sentence, shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import { uptimeChart } from './uptime-chart.ts';

const VERDICTS: Readonly<Record<Status['status'], string>> = {
  operational: 'Everything works',
  degraded: 'Some parts do not work as they should',
  outage: 'The service does not work',
};

const STATE_WORDS: Readonly<Record<Status['status'], string>> = {
  operational: 'Works',
  degraded: 'Degraded',
  outage: 'Unavailable',
};

export function statusPage(site: Site, status: Status): Html {
  const { time, uptime, components, incidents } = status;
  return layout(site, {
    title: VERDICTS[status.status],
    description: 'Whether the service works, how fresh its scores are, and when it was down.',
    canonical: '/status',
    path: '/status',
    main: html`<p class="kicker">Status on ${shortInstant(time)}</p>
<h1>${VERDICTS[status.status]}</h1>
<div class="columns">
<div>
${uptimeChart(uptime)}
${componentsSection(components)}
${incidentsSection(incidents)}
</div>
<div>
${freshnessSection(status)}
<p class="small muted">The same as data: <a href="/api/v1/status">/api/v1/status</a></p>
</div>
</div>`,
  });
}

function componentsSection(components: Status['components']): Html {
  return html`<section>
<h2>Components</h2>
<table>
<thead><tr><th scope="col">Component</th><th scope="col">State</th></tr></thead>
<tbody>${components.map(
    ({ name, status, detail }) => html`
<tr><th scope="row">${idInWords(name === 'api' ? 'API' : name)}</th><td>${STATE_WORDS[status]}${
      detail !== undefined && html`<p class="muted">${sentence(detail)}</p>`
    }</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}

function incidentsSection(incidents: Status['incidents']): Html {
  return html`<section>
<h2>Incidents</h2>
${
  incidents.length === 0
    ? html`<p>None in the last 90 days, as far as this service was observed.</p>`
    : html`<table>
<thead><tr><th scope="col">From</th><th scope="col">Until</th><th scope="col">What happened</th></tr></thead>
<tbody>${incidents.map(
        ({ started_at, ended_at, title, detail }) => html`
<tr><td>${shortInstant(started_at)}</td><td>${ended_at === null ? 'ongoing' : shortInstant(ended_at)}</td><td>${title}${
          detail !== undefined && html`<p class="muted">${detail}</p>`
        }</td></tr>`,
      )}
</tbody>
</table>`
}
</section>`;
}

function freshnessSection({ freshness, framework_version, uptime }: Status): Html {
  const { last_run_at, last_published_at, oldest_score_at, providers, stale_providers } = freshness;
  const at = (instant: string | null) => (instant === null ? 'never' : shortInstant(instant));
  return html`<section>
<h2>Freshness</h2>
<dl class="facts">
<dt>Providers</dt><dd>${providerCount(providers)}, ${countInWords(stale_providers)} stale</dd>
<dt>Last run</dt><dd>${at(last_run_at)}</dd>
<dt>Last published</dt><dd>${at(last_published_at)}</dd>
<dt>Oldest score</dt><dd>${at(oldest_score_at)}</dd>
<dt>Framework</dt><dd>${framework_version}</dd>
<dt>Running since</dt><dd>${shortInstant(uptime.started_at)}</dd>
</dl>
</section>`;
}
