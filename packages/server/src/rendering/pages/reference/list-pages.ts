// GET /docs/api and /docs/api/console: all operations by subject.

import type { OperationGroup, ReferenceContents } from '../../reference/contents.ts';
import { guideFrame } from '../guides/frame.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { referenceRail, titleWithCode } from './frame.ts';

export function referenceHome(site: Site, contents: ReferenceContents): Html {
  const acts = contents.console.flatMap(({ operations }) => operations).length;
  return guideFrame(site, {
    section: '/docs/api',
    name: null,
    title: 'API reference',
    description: 'Every operation of the API, with its parameters and answers, to try with your own key.',
    canonical: '/docs/api',
    contents: referenceRail(contents, null, '/docs/api'),
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>API reference</h1>
<p class="lead">Every operation, with what it takes and answers, how to call it from a shell, JavaScript and Python, and a form
to try it with your own key. New here? Begin with the <a href="/docs/quick-start">quick start</a>.</p>
<p>The same for programs: <a href="/api/openapi.json">OpenAPI (JSON)</a>, <a href="/openapi.yaml">OpenAPI (YAML)</a>,
<a href="/api/console/openapi.json">OpenAPI of the console</a>.</p>
${contents.api.map(groupList)}
<h2 id="console">Console</h2>
<p>What members and staff do in the browser, programs can do with a token:
<a href="/docs/api/console">${acts} operations of the console</a>.</p>`,
  });
}

export function consoleHome(site: Site, contents: ReferenceContents): Html {
  return guideFrame(site, {
    section: '/docs/api',
    name: null,
    title: 'Operations of the console',
    description: 'Everything that members of a workspace and the staff can do, as operations for programs.',
    canonical: '/docs/api/console',
    contents: referenceRail(contents, null, '/docs/api/console'),
    article: html`<p class="kicker"><a href="/docs/api">API reference</a></p>
<h1>Operations of the console</h1>
<p class="lead">Everything that members of a workspace and the staff can do. Programs send a member token or a staff token as a
bearer token; API keys do not work here. <a href="/docs/console">The console from a program</a> says how to begin.</p>
${contents.console.map(groupList)}`,
  });
}

function groupList({ id, title, about, operations }: OperationGroup): Html {
  return html`<h2 id="${id}">${title}</h2>
${about !== '' && html`<p>${about}</p>`}
<ul class="operation-list">${operations.map(
    ({ name, method, path, title: what }) => html`
<li><a href="/docs/api/${name}">${titleWithCode(what)}</a> <code><span class="method-name">${method}</span> ${path}</code></li>`,
  )}
</ul>`;
}
