// The problems that an operation can answer with, by status.

import { CONNECTION_PROBLEMS, PROBLEMS, type ProblemCode } from '@rf-indicators/contract';
import { withCode } from '../../packages/server/src/rendering/pages/code-in-text.ts';
import { type Html, html } from '../../packages/server/src/rendering/pages/html.ts';
import { type Document, type OperationObject, PROBLEM_TYPE, resolved } from './open-api.ts';

/** Problems of the connection or of the service, which have nothing to do with the operation. */
const OF_EVERY_OPERATION: readonly ProblemCode[] = [
  ...CONNECTION_PROBLEMS,
  'malformed_request',
  'internal_error',
  'service_unavailable',
];

export function problemCodes(document: Document, { responses }: OperationObject): ProblemCode[] {
  return Object.values(responses).flatMap((given) => {
    const { content = {} } = resolved(document, given);
    return Object.keys(content[PROBLEM_TYPE]?.examples ?? {}) as ProblemCode[];
  });
}

export function problemsSection(codes: readonly ProblemCode[]): Html | false {
  if (codes.length === 0) return false;
  const own = codes.filter((code) => !OF_EVERY_OPERATION.includes(code));
  const common = codes.filter((code) => OF_EVERY_OPERATION.includes(code));
  return html`<h2 id="problems">Problems</h2>
${problemTable(own)}
${
  common.length > 0 &&
  html`<details class="more-of"><summary>${common.length} that every operation can answer with</summary>
${problemTable(common)}
</details>`
}
<p class="all-problems"><a href="/docs/errors">All problems, and what to do</a></p>`;
}

function problemTable(codes: readonly ProblemCode[]): Html {
  return html`<table class="problem-list">
<thead class="visually-hidden"><tr><th scope="col">Status</th><th scope="col">Problem</th></tr></thead>
<tbody>${codes.map(
    (code) => html`
<tr><td class="figure">${PROBLEMS[code].status}</td><td><a href="/docs/errors#${code}"><code>${code}</code></a><p>${withCode(PROBLEMS[code].detail)}</p></td></tr>`,
  )}
</tbody>
</table>`;
}
