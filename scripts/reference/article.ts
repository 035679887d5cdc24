// The text of an operation's page: its address, who may call it, what it takes, and what it answers.

import { OPERATIONS, type Operation, PUBLIC_LIMITS } from '@rf-indicators/contract';
import { withCode } from '../../packages/server/src/rendering/pages/code-in-text.ts';
import { type Html, html } from '../../packages/server/src/rendering/pages/html.ts';
import { constraints, membersOf } from './members.ts';
import {
  type Answer,
  type Document,
  JSON_TYPE,
  type OperationObject,
  type Parameter,
  PROBLEM_TYPE,
  resolved,
  type Schema,
} from './open-api.ts';
import { problemCodes, problemsSection } from './problems.ts';
import { typeInWords } from './schema-words.ts';

export interface DescribedOperation {
  document: Document;
  /** EVENT for a webhook. */
  method: string;
  path: string;
  operation: OperationObject;
}

export function operationHead(
  { method, path, operation }: DescribedOperation,
  description: string,
  whoMay: Html | false,
): string {
  const note = operation['x-note'];
  const [lead, ...rest] = description.split(/(?<=[.])\s+(?=[A-Z])/);
  return html`<p class="lead">${withCode(lead!)}</p>
${rest.length > 0 && html`<p>${withCode(rest.join(' '))}</p>`}
<div class="code address"><pre><code><span class="method">${method}</span> ${path}</code></pre></div>
${whoMay || accessFacts(operation)}
${note !== undefined && html`<p>${withCode(note)}</p>`}`.text;
}

export function operationBody({ document, method, operation }: DescribedOperation): string {
  const isEvent = method === 'EVENT';
  const parameters = (operation.parameters ?? []).map((given) => resolved(document, given));
  return html`${parametersSection(document, parameters, isEvent ? 'Headers' : 'Parameters')}
${bodySection(document, operation, isEvent)}
${answerSections(document, operation, isEvent)}
${problemsSection(problemCodes(document, operation))}`.text;
}

const CACHING: Readonly<Record<string, string>> = {
  public: 'for a minute, then by ETag',
  negotiated: 'for a minute, then by ETag',
  keyed: 'by ETag',
  immutable: 'for good',
};

/** Who may call it, and how long an answer may be kept. */
function accessFacts(operation: OperationObject): Html | false {
  const access = operation['x-access'];
  if (access === undefined) return false;
  const { 'x-required-tier': tier, 'x-required-entitlement': entitlement, 'x-caching': caching } = operation;
  const key = { public: 'not needed', pilot: 'of the agent pilot' }[access] ?? 'required';
  const limit = limitOf(operation.operationId);
  return html`<ul class="call-facts">
<li>Key <strong>${key}</strong></li>
${tier !== undefined && html`<li>Tier <strong>${tierName(tier)}</strong></li>`}
${entitlement !== undefined && html`<li>Entitlement <strong>${entitlement}</strong></li>`}
${limit !== null && html`<li>Limit <strong>${limit}</strong></li>`}
<li>Cached <strong>${CACHING[caching ?? ''] ?? 'never'}</strong></li>
</ul>`;
}

function limitOf(id: string): string | null {
  const operations: Readonly<Record<string, Operation>> = OPERATIONS;
  const { limit } = operations[id] ?? {};
  if (limit === undefined) return null;
  const { requests, seconds } = PUBLIC_LIMITS[limit];
  return `${requests} per ${seconds === 60 ? 'minute' : 'hour'} and address`;
}

export function tierName(tier: string): string {
  return tier[0]! + tier.slice(1).toLowerCase();
}

function parametersSection(
  document: Document,
  parameters: readonly Parameter[],
  title: string,
): Html | false {
  if (parameters.length === 0) return false;
  return html`<h2 id="${title.toLowerCase()}">${title}</h2>
<dl class="members">${parameters.map(
    ({ name, in: place, required, description, schema }) => html`
<div id="parameter.${name}"><dt><a class="member-name" href="#parameter.${name}"><code>${name}</code></a> <span class="muted">${place} · ${withCode(typeInWords(document, schema))}</span>${required && html` <strong>required</strong>`}</dt>
<dd>${description !== undefined && description !== '' && html`<p>${withCode(description)}</p>`}${constraints(document, schema)}</dd></div>`,
  )}
</dl>`;
}

function bodySection(document: Document, { requestBody }: OperationObject, isEvent: boolean): Html | false {
  const schema = requestBody?.content[JSON_TYPE]?.schema;
  if (schema === undefined) return false;
  return html`<h2 id="body">Body</h2>
${membersOrNone(document, schema, 'body', !isEvent, isEvent ? 'The body is empty.' : 'An empty object: <code>{}</code>.')}`;
}

function membersOrNone(
  document: Document,
  schema: Schema,
  anchor: string,
  isRequest: boolean,
  none: string,
): Html {
  const members = membersOf(document, schema, anchor, isRequest);
  if (members.text !== '') return members;
  const { description } = resolved(document, schema);
  return html`<p>${withCode(description ?? none.replaceAll(/<\/?code>/g, '`'))}</p>`;
}

/** Success first; then other answers that are no problems, such as 304. */
function answerSections(document: Document, { responses }: OperationObject, isEvent: boolean): Html {
  const answers = Object.entries(responses).map(
    ([status, given]) => [status, resolved(document, given)] as const,
  );
  const [first, ...others] = answers.filter(([, { content = {} }]) => {
    const types = Object.keys(content);
    return types.length === 0 || types.some((type) => type !== PROBLEM_TYPE);
  });
  if (first === undefined) return html``;
  return html`<h2 id="answer">${isEvent ? 'What you answer' : 'Answer'}</h2>
${answerText(document, first[0], first[1], 'answer')}
${others.map(([status, other]) => {
  return html`<h3 id="answer-${status}">Status ${status}</h3>
${answerText(document, null, other, `answer-${status}`)}`;
})}
${headersOf(document, first[1])}`;
}

function answerText(document: Document, status: string | null, answer: Answer, anchor: string): Html {
  const [type, media] = Object.entries(answer.content ?? {}).find(([name]) => name !== PROBLEM_TYPE) ?? [];
  // Problems of the same status are listed below.
  const description = answer.description.split(/\n{2,}/).filter((part) => !/^`\w+`: /.test(part));
  const described = description.map((part) => html`<p>${withCode(part)}</p>`);
  return html`${status !== null && html`<p class="status-line"><strong>${status}</strong> ${type !== undefined && html`<span class="muted">${type}</span>`}</p>`}
${described}
${media?.schema !== undefined && membersOf(document, media.schema, anchor, false)}`;
}

function headersOf(document: Document, { headers = {} }: Answer): Html | false {
  const names = Object.keys(headers);
  if (names.length === 0) return false;
  return html`<details class="more-of"><summary>${names.length} headers of the answer</summary>
<dl class="members">${names.map(
    (name) => html`
<div><dt><code>${name}</code></dt><dd><p>${withCode(resolved(document, headers[name]!).description ?? '')}</p></dd></div>`,
  )}
</dl>
</details>`;
}
