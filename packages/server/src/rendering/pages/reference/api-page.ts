// GET /docs/api: the API reference, drawn by a script of this host from /api/openapi.json. Without scripts the
// page lists the operations and says where the whole description is.

import { OPERATIONS, type Operation } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';

export function apiPage(disclosure: string): Html {
  return layout(disclosure, {
    title: 'API reference',
    path: '/docs/api',
    ownHead: html`<link rel="stylesheet" href="/assets/shell.css">
<link rel="stylesheet" href="/assets/api-reference.css">
<noscript><link rel="stylesheet" href="/assets/pages.css"></noscript>
<script src="/assets/api-reference-bundle.js" defer></script>
<script src="/assets/api-reference.js" defer></script>`,
    main: html`<div id="reference"></div>
<noscript>
<div class="inner">
<h1>API reference</h1>
<p>The full reference needs scripts. This is the list of operations; <a href="/openapi.yaml">openapi.yaml</a> and
<a href="/api/openapi.json">openapi.json</a> describe every parameter and answer.</p>
${operationsTable()}
</div>
</noscript>`,
  });
}

function operationsTable(): Html {
  const operations: Operation[] = Object.values(OPERATIONS);
  return html`<table>
<thead><tr><th scope="col">Method and path</th><th scope="col">What it does</th><th scope="col">Takes</th></tr></thead>
<tbody>${operations.map(
    ({ method, path, summary, access }) => html`
<tr><td><code>${method} ${path}</code></td><td>${summary}</td><td>${accessInWords(access)}</td></tr>`,
  )}
</tbody>
</table>`;
}

export function accessInWords(access: Operation['access']): string {
  if (access === 'public') return 'no key';
  if (access === 'key') return 'any key';
  return `key with ${access}`;
}
