// GET /prompts: the prompt templates, each with its purpose, its fields, its text and an example.

import { guideFrame, partsOnPhones } from './guides/frame.ts';
import { type Html, html } from './html.ts';
import type { Site } from './site.ts';

export interface ShownPrompt {
  name: string;
  title: string;
  purpose: string;
  inputs: readonly { name: string; operation: string; many: boolean }[];
  reads: readonly string[];
  prompt: string;
  /** The prompt, filled in with responses of the demonstration. */
  example: string;
}

export function promptsPage(site: Site, prompts: readonly ShownPrompt[]): Html {
  const headings = prompts.map(({ name, title }) => ({ level: 2, id: name, text: title }));
  return guideFrame(site, {
    name: null,
    title: 'Prompts',
    description:
      'Prompt templates for language models that write about risk indicators without inventing anything.',
    canonical: '/prompts',
    headings,
    moreScripts: ['/assets/site/prompts.js'],
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>Prompts</h1>
<p class="lead">Templates for language models that write about indicators. Each tells the model to use only the fields of API
responses: to copy figures, to cite the verification id, to include the disclosure, and never to compute, invent or advise.</p>
${partsOnPhones(headings)}
<p>Fill a template with the responses that it needs, and give the text to a model of your choice. Both clients do it:
<code>fillPrompt</code> of the <a href="/docs/javascript#prompts">JavaScript client</a> and <code>fill_prompt</code> of the
<a href="/docs/python#prompts">Python client</a>. Agents get the same templates as <a href="/docs/agents#the-mcp-endpoint">MCP prompts</a>.</p>
<form class="form" data-prompt-form>
<h2 id="fill-in">Fill them in with a provider of your choice</h2>
<p class="without-script">Filling in needs JavaScript.</p>
<fieldset disabled>
<div class="form-row"><label for="providers">Providers</label>
<input class="field" id="providers" name="providers" list="prompt-providers" required autocomplete="off" aria-describedby="providers-help">
<datalist id="prompt-providers"></datalist>
<p class="help" id="providers-help">Their names as in addresses, such as brindlewick-vaults. Separate several by commas; templates for one provider use the first.</p></div>
<div class="form-row"><label for="key">API key</label>
<input class="field" id="key" type="password" name="key" required autocomplete="off" aria-describedby="key-help">
<p class="help" id="key-help">A key that may read scores. It is sent to this service only, and not kept.</p></div>
<p><button>Fill in</button> <span role="status"></span></p>
</fieldset>
</form>
${prompts.map(section)}`,
  });
}

function section({ name, title, purpose, inputs, reads, prompt, example }: ShownPrompt): Html {
  const needs = inputs
    .map(({ operation, many }) => (many ? `${operation}, several times` : operation))
    .join('; ');
  return html`<section class="prompt" data-prompt="${name}" data-inputs="${JSON.stringify(inputs)}">
<h2 id="${name}">${title}</h2>
<p>${purpose}</p>
<dl class="facts">
<dt>Needs</dt><dd><code>${needs}</code></dd>
<dt>File</dt><dd><a href="/prompts/${name}.md">${name}.md</a></dd>
</dl>
<div class="code"><pre class="wrapped" data-template><code>${prompt}</code></pre></div>
<details><summary>An example, filled in with a fictional provider</summary>
<div class="code"><pre class="wrapped"><code>${example}</code></pre></div>
</details>
<details><summary>The ${reads.length} fields that it reads</summary>
<ul>${reads.map((field) => html`<li><code>${field}</code></li>`)}</ul>
</details>
</section>
`;
}
