// GET /docs/pages: the index of all pages, endpoints and feeds.

import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

type Entry = readonly [path: string, description: string];

const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'For people',
    [
      ['/', 'The scores of all providers'],
      ['/compare', 'Up to ten providers side by side'],
      ['/changelog', 'What changed, band changes first'],
      ['/changes/weeks', 'What changed in each week'],
      ['/issuances', 'Upcoming issuances, for signed-in members'],
      ['/access', 'What each tier may read, and how to get a key'],
      ['/request', 'Ask for the score of a provider'],
      ['/status', 'Whether the service works, and how fresh its data is'],
      ['/docs', 'Guides, from a first call to running the service'],
      ['/docs/api', 'API reference: every operation, to try with your own key'],
      ['/docs/errors', 'Every problem code: what it means and what to do'],
      ['/methodology', 'The current framework: weights, criteria, hard rules and bands'],
      ['/why', 'Why believe this: compute a score again, change a byte, find it in the log'],
      ['/verify', 'Verify a published indicator by its verification id'],
      ['/prompts', 'Prompt templates for language models that write about indicators'],
      ['/clients/', 'Client packages for JavaScript and Python, to install from here'],
      ['/terms/api', 'API terms: what you may do with the data'],
      ['/terms/agent', 'Agent terms: what programs that use the agent tools may do'],
    ],
  ],
  [
    'For programs',
    [
      ['/api/openapi.json', 'OpenAPI 3.1 description of the API, in JSON'],
      ['/openapi.yaml', 'The same description, in YAML'],
      ['/api/console/openapi.json', 'OpenAPI 3.1 description of what members and staff can do'],
      ['/llms.txt', 'The guides as Markdown, for language models'],
      ['/sitemap.xml', 'The public pages, for search engines'],
      ['/api/public/scores', 'Headline scores of all providers'],
      ['/scores.csv', 'The same as CSV, for spreadsheets'],
      ['/api/public/history', 'What was served about each provider in the last 90 days'],
      ['/api/public/changelog', 'Changes to indicators, newest first'],
      ['/changelog.csv', 'The newest 1,000 as CSV, for spreadsheets'],
      ['/api/mcp', 'Agent tools: the manifest of a controlled pilot'],
    ],
  ],
  [
    'Feeds',
    [
      ['/feeds/changelog.atom', 'Changes to indicators, as an Atom feed'],
      ['/feeds/changelog.json', 'Changes to indicators, as a JSON Feed'],
      ['/feeds/weekly.atom', 'What changed in each week, as an Atom feed'],
      ['/feeds/weekly.json', 'What changed in each week, as a JSON Feed'],
    ],
  ],
  [
    'Proofs',
    [
      ['/api/public/keys', 'Public signing keys and their validity periods'],
      ['/log/checkpoint', 'The newest signed checkpoint of the log'],
    ],
  ],
  [
    'Service',
    [
      ['/api/v1/status', 'Uptime, freshness and framework version'],
      ['/api/health', 'Liveness check: the process responds'],
      ['/readyz', 'Readiness check: the service can handle requests'],
    ],
  ],
];

export function docsPage(site: Site): Html {
  return layout(site, {
    title: 'All pages',
    description: 'Every page, document, feed and file of this service, for people and for programs.',
    path: '/docs/pages',
    canonical: '/docs/pages',
    main: html`<h1>All pages</h1>
<p class="lead">Risk indicators for providers of digital-credit products. Every score can be recomputed from its package,
is signed, and is recorded in a tamper-evident log. Scores range from 0 to 100; higher is safer.</p>
${GROUPS.map(group)}`,
  });
}

function group([title, entries]: (typeof GROUPS)[number]): Html {
  return html`<h2>${title}</h2>
<dl class="facts addresses">${entries.map(
    ([path, description]) => html`
<dt><a href="${path}">${path}</a></dt><dd>${description}</dd>`,
  )}
</dl>
`;
}
