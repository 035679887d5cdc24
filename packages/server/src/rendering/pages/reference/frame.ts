// What the pages of the API reference share: the frame of the guides, with the operations in place of the list of guides.

import { GUIDE_GROUPS } from '../../guides/contents.ts';
import { addressOfGroup, type OperationGroup, type ReferenceContents } from '../../reference/contents.ts';
import { type Html, html } from '../html.ts';

/** The contents on the left: the operations of the same subject, and the other subjects with their counts. */
export function referenceRail(contents: ReferenceContents, name: string | null, address: string): Html {
  const groups = [...contents.api, ...contents.console];
  const current = groups.find(({ operations }) => operations.some((each) => each.name === name));
  const isConsole = current === undefined ? address !== '/docs/api' : contents.console.includes(current);
  const others = (isConsole ? contents.console : contents.api).filter((group) => group !== current);
  return html`<nav aria-label="API reference" class="guide-contents">
<p>API reference</p>
<ul>
${entry('/docs/api', 'Operations', address)}
${entry('/docs/api/console', 'Operations of the console', address)}
<li><a href="/docs/http-api">How to call it</a></li>
<li><a href="/docs/errors">Errors</a></li>
<li><a href="/docs/limits">Limits</a></li>
</ul>
${current !== undefined && operationsOfGroup(current, name)}
<p>${current === undefined ? 'Subjects' : 'Other subjects'}</p>
<ul>${others.map(
    (group) => html`
<li><a class="counted" href="${addressOfGroup(group, contents)}">${group.title} <span class="muted">${group.operations.length}</span></a></li>`,
  )}
</ul>
<p>Guides</p>
<ul>${GUIDE_GROUPS.slice(0, 3).map(
    ({ title, guides }) => html`
<li><a href="/docs/${guides[0]!.name}">${title}</a></li>`,
  )}
</ul>
</nav>`;
}

/** Types of events and names of acts are code, also in titles. */
export function titleWithCode(text: string): Html {
  const parts = text.split(/\b([a-z]+(?:[._][a-z_]+)+)\b/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function entry(to: string, label: string, address: string): Html {
  return html`<li><a href="${to}"${to === address && html` aria-current="page"`}>${label}</a></li>`;
}

function operationsOfGroup({ title, operations }: OperationGroup, name: string | null): Html {
  return html`<p>${title}</p>
<ul>${operations.map(
    (each) => html`
<li><a class="with-method" href="/docs/api/${each.name}"${each.name === name && html` aria-current="page"`}>${each.method !== 'EVENT' && html`<span class="method-name">${each.method}</span> `}<span>${titleWithCode(each.label)}</span></a></li>`,
  )}
</ul>`;
}
