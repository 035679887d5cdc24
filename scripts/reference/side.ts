// The right column of an operation's page: how it is called, a form to try it, and an example of its answer.

import {
  type DescribedCall,
  LANGUAGES,
  type Language,
  languagesOf,
  sampleOf,
} from '@rf-indicators/contract/call-samples';
import { type Html, html } from '../../packages/server/src/rendering/pages/html.ts';
import { pageName } from '../../packages/server/src/rendering/reference/contents.ts';
import { EXAMPLE_BASE_URL } from '../examples/base-url.ts';
import type { DescribedOperation } from './article.ts';
import { type Answer, type Parameter, PROBLEM_TYPE, resolved } from './open-api.ts';
import { shownExample } from './shortened-json.ts';

/** Operations of the API that are not tried, because they file something for people to read. */
const NOT_TRIED: Readonly<Record<string, Html>> = {
  requestScore: html`Sending this files a request that people read. Use <a href="/request">the form</a>.`,
};

export function operationSide(described: DescribedOperation, call: DescribedCall): string {
  return html`${samples(call)}
${tryIt(described, call)}
${exampleAnswer(described)}`.text;
}

/** An event is not called: the service sends it. null if no body of its type is at hand. */
export function eventSide(example: object | null): string {
  return html`<h2>Receiving it</h2>
<p class="small muted">The service sends it to the endpoints of a workspace that take its type. <a href="/docs/webhooks">Webhooks</a> says how to
add an endpoint, check the signature and answer.${example === null && html` The page of <a href="/docs/api/webhooks/band-changed">band.changed</a> has the example of a body.`}</p>
${example !== null && exampleBox('Body', '', example)}`.text;
}

function samples(call: DescribedCall): Html | false {
  const languages = languagesOf(call);
  if (languages.length === 0) return false;
  return html`<section class="calls" aria-label="How to call it" data-call="${JSON.stringify(call)}">
<fieldset class="languages"><legend class="visually-hidden">Language</legend>${languages.map(
    (language, at) => html`
<label><input type="radio" name="language" value="${language}"${at === 0 && html` checked`}><span>${LANGUAGES[language]}</span></label>`,
  )}
<button class="copy with-script" type="button" data-copy-code aria-label="Copy the lines">Copy</button></fieldset>
${languages.map((language) => sample(call, language))}
<p class="small muted"><code>RF_URL</code> is <code>${EXAMPLE_BASE_URL}</code>${PROOFS[call.proof]}.</p>
</section>`;
}

const PROOFS: Readonly<Record<DescribedCall['proof'], Html | false>> = {
  none: false,
  session: false,
  key: html`, <code>RF_KEY</code> your key`,
  token: html`, <code>RF_TOKEN</code> your token`,
};

function sample(call: DescribedCall, language: Language): Html {
  const text = sampleOf(call, language).trimEnd();
  return html`<pre class="wrapped" data-language="${language}" aria-label="${LANGUAGES[language]}"><code>${text}</code></pre>
`;
}

function tryIt(described: DescribedOperation, call: DescribedCall): Html | false {
  const { operation } = described;
  if (operation['x-act'] !== undefined) return call.proof === 'none' ? false : authorised(call);
  if (call.proof === 'session') return sessionAlone(operation.operationId);
  const notTried = NOT_TRIED[operation.operationId];
  if (notTried !== undefined) return html`<h2>Try it</h2>\n<p class="small muted">${notTried}</p>`;
  return html`<form class="try" aria-labelledby="try-it" data-try>
<h2 id="try-it">Try it</h2>
<p class="without-script small muted">Sending from this page needs JavaScript. The samples above do the same.</p>
<fieldset class="with-script" disabled>
${call.proof === 'key' && keyField()}
<div class="try-fields">${fields(described)}</div>
${call.body !== null && bodyField(call.body)}
<div class="try-send"><button>Send</button><p>${sendNote(call)}</p></div>
</fieldset>
</form>`;
}

function keyField(): Html {
  return html`<div class="try-field"><label for="try-key">Key <span class="muted">stays in this page, is never stored</span></label>
<input class="field id" id="try-key" type="password" autocomplete="off" spellcheck="false" placeholder="rf_live_…" data-key></div>`;
}

function fields({ document, operation }: DescribedOperation): Html {
  const shown = (operation.parameters ?? [])
    .map((given) => resolved(document, given))
    .filter((parameter) => parameter.in !== 'header');
  return html`${shown.map(field)}`;
}

function field(parameter: Parameter): Html {
  const { name, required, schema } = parameter;
  const id = `try-${name}`;
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  const optional = required !== true && html` <span class="muted">optional</span>`;
  return html`
<div class="try-field"><label for="${id}"><code>${name}</code>${optional}</label>
${
  values === null
    ? html`<input class="field id" id="${id}" autocomplete="off" spellcheck="false"${schema.default !== undefined && html` placeholder="${String(schema.default)}"`} data-parameter="${name}">`
    : html`<select class="field" id="${id}" data-parameter="${name}"><option value=""></option>${values.map((value) => html`<option>${String(value)}</option>`)}</select>`
}</div>`;
}

function bodyField(body: unknown): Html {
  const text = JSON.stringify(body, null, 2);
  return html`<div class="try-field"><label for="try-body">Body</label>
<textarea class="field id" id="try-body" rows="${text.split('\n').length + 1}" spellcheck="false" data-body>${text}</textarea></div>`;
}

function sendNote({ proof }: DescribedCall): Html {
  if (proof === 'none') return html`Needs no key.`;
  return html`Counts against the limit of this key. No key? <a href="/access">Get one</a>, or try a <a href="/docs/api/list-public-scores">public operation</a>.`;
}

function authorised({ method }: DescribedCall): Html {
  const changes = method !== 'GET';
  return html`<h2>Who is asking</h2>
<p class="small muted">API keys do not work here. Programs send a member token or a staff token as <code>authorization: Bearer …</code>;
<a href="/docs/console">the guide</a> says where it comes from. In the browser, the session of a signed-in person is enough${changes && html`, on pages of this site alone`}.</p>`;
}

function sessionAlone(id: string): Html {
  const name = pageName(id.replace(/^reading/, ''));
  const isRead = name !== 'reader';
  return html`<h2>Who is asking</h2>
<p class="small muted">Pages of this site read this with the session of a signed-in person, and no token or key works.${isRead && html` Programs use <a href="/docs/api/${name}">the same operation of the API</a>.`}</p>`;
}

function exampleAnswer({ document, operation }: DescribedOperation): Html | false {
  for (const [status, given] of Object.entries(operation.responses)) {
    const answer: Answer = resolved(document, given);
    for (const [type, { example }] of Object.entries(answer.content ?? {}))
      if (example !== undefined && type !== PROBLEM_TYPE)
        return exampleBox('Answer', `${status} ${type}`, example);
  }
  // There is nothing to show until a request is sent.
  return operation['x-act'] === undefined && html`<div data-answer></div>`;
}

function exampleBox(title: string, status: string, example: unknown): Html {
  const { text, isWhole } = shownExample(example);
  return html`<div data-answer>
<div class="answer-head"><h2>${title}</h2><p class="muted">${isWhole ? 'example' : 'example, shortened'}</p></div>
<div class="answer-box">
${status !== '' && html`<p class="answer-status"><strong>${status.split(' ')[0]}</strong> <span class="muted">${status.split(' ')[1]}</span></p>`}
<pre class="wrapped"><code>${text}</code></pre>
</div>
</div>`;
}
