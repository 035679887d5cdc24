// GET /docs: where everything is.

import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

type Entry = readonly [address: string, what: string];

const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'For people',
    [
      ['/docs/api', 'Reference of every operation, to try out with your key'],
      ['/docs/errors', 'Every problem code: what it means and what to do'],
      ['/methodology', 'The framework in force: weights, criteria, hard rules, bands'],
      ['/verify', 'Check a published indicator by its verification id'],
    ],
  ],
  [
    'For programs',
    [
      ['/api/openapi.json', 'The interface as OpenAPI 3.1, in JSON'],
      ['/openapi.yaml', 'The same in YAML'],
      ['/api/public/scores', 'Headline scores of all providers'],
      ['/api/public/changelog', 'What changed, newest first'],
      ['/api/mcp', 'Tools for agents: the manifest of a controlled pilot'],
    ],
  ],
  [
    'Feeds',
    [
      ['/feeds/changelog.atom', 'Changes of indicators as Atom'],
      ['/feeds/changelog.json', 'Changes of indicators as JSON Feed'],
    ],
  ],
  [
    'Proofs',
    [
      ['/api/public/keys', 'The keys that sign, with their validity'],
      ['/log/checkpoint', "The log's newest signed checkpoint"],
    ],
  ],
  [
    'Service',
    [
      ['/api/v1/status', 'Uptime, freshness and framework version'],
      ['/api/health', 'Whether the process answers'],
      ['/readyz', 'Whether it can serve'],
    ],
  ],
];

export function docsPage(disclosure: string): Html {
  return layout(disclosure, {
    title: 'All pages',
    path: '/docs',
    main: html`<h1>All pages</h1>
<p class="lead">Risk indicators for providers of digital-credit products: scores that anyone can recompute, signed and
logged. Scores run from 0 to 100; higher is safer.</p>
${GROUPS.map(group)}`,
  });
}

function group([title, entries]: (typeof GROUPS)[number]): Html {
  return html`<h2>${title}</h2>
<dl class="facts addresses">${entries.map(
    ([address, what]) => html`
<dt><a href="${address}">${address}</a></dt><dd>${what}</dd>`,
  )}
</dl>
`;
}
