// GET /docs/api/NAME: one operation, event or act. What differs from page to page was made by the build.

import { withAddress } from '../../guides/rendered.ts';
import {
  addressOfGroup,
  type ListedOperation,
  type OperationParts,
  type ReferenceContents,
} from '../../reference/contents.ts';
import { guideFrame } from '../guides/frame.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { referenceRail, titleWithCode } from './frame.ts';

export function operationPage(
  site: Site,
  contents: ReferenceContents,
  operation: ListedOperation,
  parts: OperationParts,
): Html {
  const { name, title, about } = operation;
  const address = `/docs/api/${name}`;
  const group = [...contents.api, ...contents.console].find(({ operations }) =>
    operations.includes(operation),
  )!;
  const isConsole = contents.console.includes(group);
  const written = (text: string) => new Html(withAddress(text, site.baseUrl));
  return guideFrame(site, {
    section: '/docs/api',
    name: null,
    title,
    description: about,
    canonical: address,
    moreScripts: ['/assets/site/reference.js'],
    contents: referenceRail(contents, name, address),
    isWide: true,
    article: html`<div class="operation">
<div class="operation-head">
<p class="kicker"><a href="/docs/api">API reference</a> / ${isConsole && html`<a href="/docs/api/console">Console</a> / `}<a href="${addressOfGroup(group, contents)}">${group.title}</a></p>
<h1>${titleWithCode(title)}</h1>
${written(parts.head)}
</div>
<section class="operation-side" aria-label="Calls and answers">
${written(parts.side)}
</section>
<div class="operation-body">
${written(parts.body)}
</div>
</div>`,
  });
}
