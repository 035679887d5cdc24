// GET /docs/api: the API reference, rendered from /api/openapi.json by a script that this host serves. Without
// JavaScript, the page lists the operations and links to the OpenAPI description.

import { OPERATIONS, type Operation } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';

export function apiPage(site: Site): Html {
  return layout(site, {
    title: 'API reference',
    description: 'Every operation of the API, to try with your own key.',
    canonical: '/docs/api',
    path: '/docs',
    ownHead: html`<link rel="stylesheet" href="/assets/shell.css">
<link rel="stylesheet" href="/assets/api-reference.css">
<noscript><link rel="stylesheet" href="/assets/pages.css"></noscript>
<script src="/assets/api-reference-bundle.js" defer></script>
<script src="/assets/api-reference.js" defer></script>`,
    main: html`<nav class="reference-bar" aria-label="Documents"><a href="/docs">Guides</a> <a href="/api/openapi.json">OpenAPI of the API (JSON)</a> <a href="/openapi.yaml">YAML</a> <a href="/api/console/openapi.json">OpenAPI of the console</a></nav>
<div id="reference"></div>
<noscript>
<div class="inner">
<h1>API reference</h1>
<p>The full reference requires JavaScript. This page lists the operations; <a href="/openapi.yaml">openapi.yaml</a> and
<a href="/api/openapi.json">openapi.json</a> describe every parameter and response.</p>
${operationsTable()}
</div>
</noscript>`,
  });
}

function operationsTable(): Html {
  const operations: Operation[] = Object.values(OPERATIONS);
  return html`<table>
<thead><tr><th scope="col">Method and path</th><th scope="col">Description</th><th scope="col">API key</th></tr></thead>
<tbody>${operations.map(
    ({ method, path, summary, access }) => html`
<tr><td><code>${method} ${path}</code></td><td>${summary}</td><td>${accessInWords(access)}</td></tr>`,
  )}
</tbody>
</table>`;
}

function accessInWords(access: Operation['access']): string {
  if (access === 'public') return 'none';
  if (access === 'key') return 'any';
  if (access === 'pilot') return 'in the agent pilot';
  return `with the ${access} entitlement`;
}
