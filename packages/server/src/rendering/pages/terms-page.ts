// GET /terms/api and /terms/agent: the terms that a Contract Admin accepts, with what identifies the text.

import { partsOfTerms, type TermsPart } from '@rf-indicators/contract/terms-text';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

export interface TermsText {
  kind: 'api' | 'agent';
  version: string;
  digest: string;
  text: string;
}

const OTHER = {
  api: { path: '/terms/agent', name: 'Agent terms' },
  agent: { path: '/terms/api', name: 'API terms' },
};

export function termsPage(site: Site, { kind, version, digest, text }: TermsText): Html {
  const [title, ...parts] = partsOfTerms(text);
  const other = OTHER[kind];
  return layout(site, {
    title: kind === 'api' ? 'API terms' : 'Agent terms',
    description: `The ${kind === 'api' ? 'API' : 'agent'} terms that a Contract Admin accepts, version ${version}, with the digest of their text.`,
    canonical: `/terms/${kind}`,
    main: html`<article class="prose">
<h1>${title?.kind === 'title' && title.text}</h1>
<dl class="facts">
<dt>Version</dt><dd>${version}</dd>
<dt>SHA-256 of the text</dt><dd class="id">${digest}</dd>
<dt>Accepted by</dt><dd>the Contract Admin of each workspace, in the <a href="/console">console</a></dd>
<dt>See also</dt><dd><a href="${other.path}">${other.name}</a></dd>
</dl>
${parts.map(part)}
</article>`,
  });
}

function part(given: TermsPart): Html {
  if (given.kind === 'list')
    return html`<ul>${given.items.map(
      (item) => html`<li>${item}</li>
`,
    )}</ul>
`;
  if (given.kind === 'paragraph')
    return html`<p>${given.text}</p>
`;
  return html`<h2>${given.text}</h2>
`;
}
