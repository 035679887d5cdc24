// GET /docs/errors: one section for each problem code. The `type` of a problem document links to its section.

import {
  OPERATIONS,
  type Operation,
  PROBLEM_CODES,
  PROBLEMS,
  type ProblemCode,
  problemExample,
  problemsOf,
} from '@rf-indicators/contract';
import { pageName } from '../reference/contents.ts';
import { withCode } from './code-in-text.ts';
import { guideFrame } from './guides/frame.ts';
import { type Html, html } from './html.ts';
import type { Site } from './site.ts';

const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS);

export function errorsPage(site: Site): Html {
  return guideFrame(site, {
    name: 'errors',
    title: 'Errors',
    description: 'Every problem code of the API: what it means and what to do.',
    canonical: '/docs/errors',
    isWide: true,
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>Errors</h1>
<p class="lead">Errors are returned as problem documents (RFC 9457, <code>application/problem+json</code>). In programs,
check <code>code</code>: the meaning of a code never changes, but new codes may be added. <code>type</code> is the URL of
the code’s section on this page.</p>
<div class="scroll">
<table class="short problem-codes">
<thead><tr><th scope="col" class="figure narrow">Status</th><th scope="col">Code</th><th scope="col">Title</th></tr></thead>
<tbody>${PROBLEM_CODES.map(
      (code) => html`
<tr><td class="figure">${PROBLEMS[code].status}</td><td><a href="#${code}"><code>${breakable(code)}</code></a></td><td>${PROBLEMS[code].title}</td></tr>`,
    )}
</tbody>
</table>
</div>
<h2>Problem codes</h2>
${PROBLEM_CODES.map((code) => section(code, site.baseUrl))}`,
  });
}

function section(code: ProblemCode, baseUrl: string): Html {
  const { status, title, detail, remedy } = PROBLEMS[code];
  return html`<section class="problem" id="${code}" aria-labelledby="title-${code}">
<div>
<h3 id="title-${code}"><a href="#${code}"><code>${code}</code></a></h3>
<p><strong>${status} ${title}.</strong> ${withCode(detail)}</p>
<p>What to do: ${withCode(remedy)}</p>
<p class="muted small">${returnedBy(code)}</p>
</div>
<pre class="wrapped"><code>${JSON.stringify(problemExample(baseUrl, code), null, 2)}</code></pre>
</section>
`;
}

function returnedBy(code: ProblemCode): Html {
  const ids = OPERATION_LIST.filter((operation) => problemsOf(operation).includes(code)).map(({ id }) => id);
  if (ids.length === 0)
    return html`Can be returned for any path, or belongs to workspace settings or agent tools.`;
  if (ids.length === OPERATION_LIST.length) return html`Can be returned by every operation.`;
  return html`Can be returned by ${ids.map((id, at) => html`${at > 0 && ', '}<a href="/docs/api/${pageName(id)}"><code>${id}</code></a>`)}.`;
}

/** On the narrowest phones a code takes two lines. */
function breakable(code: string): Html {
  const [first, ...rest] = code.split('_');
  return html`${first}${rest.map((part) => html`_<wbr>${part}`)}`;
}
