// Beside the history: facts, what proves the score, and what a reader can take along.

import { IDENTIFIER_NAMES } from '@rf-indicators/contract/identifier-kinds';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { yieldAYear } from '@rf-indicators/web/charts/yields';
import { CHART_SIZE } from '../../embeds/chart.ts';
import { EMBED_SIZE, embedFrame } from '../../embeds/frame.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { compareUrl } from '../compare/query.ts';
import { type Html, html } from '../html.ts';
import { shortDay } from '../page-words.ts';
import { qrCode } from '../verify/qr.ts';
import type { CurrentScore, KnownProvider } from './known.ts';
import { cardOf } from './preview.ts';
import { citation } from './provider-words.ts';

export interface SideSettings {
  /** The name of the site. */
  product: string;
  baseUrl: string;
}

export function side(provider: KnownProvider, settings: SideSettings): Html {
  const { current } = provider;
  return html`<aside class="provider-side" aria-label="Facts and proof">
${facts(provider)}
${identifiersCard(provider)}
${current && verifyCard(current, settings)}
${take(provider, settings)}
</aside>`;
}

function facts({ plannerType, subtype, current }: KnownProvider): Html {
  return html`<section>
<h2>Facts</h2>
<dl class="facts">
<dt>Type</dt><dd>${subtype === '' ? typeName(plannerType) : nameInLine(subtype)}</dd>
${
  current &&
  html`<dt>Yield</dt><dd>${yieldAYear(current.yieldMin, current.yieldMax)}</dd>
<dt>Scored</dt><dd><time datetime="${new Date(current.asOf).toISOString()}">${shortDay(current.asOf)}</time> <span class="age" data-age></span></dd>
<dt>Framework</dt><dd><a href="/methodology">${current.frameworkVersion}</a></dd>
<dt>Hard rules</dt><dd>${rulesInWords(current)}</dd>`
}
</dl>
</section>`;
}

function identifiersCard({ identifiers }: KnownProvider): Html | null {
  if (identifiers.length === 0) return null;
  return html`<section>
<h2>Identifiers</h2>
<dl class="facts">${identifiers.map(({ kind, value, source }) => {
    const name = IDENTIFIER_NAMES[kind];
    return html`
<dt>${name}</dt><dd class="identifier"><span class="id">${value}</span>${copyButton('Copy', value, `Copy ${name} ${value}`)}${sourceOf(source)}</dd>`;
  })}
</dl>
</section>`;
}

/** Names that are reserved for examples, such as those of the demo, lead nowhere. */
const RESERVED = /\.(example|test|invalid)$/;

function sourceOf(source: string): Html {
  const { hostname } = new URL(source);
  if (RESERVED.test(hostname)) return html`<span class="muted">from ${hostname}</span>`;
  return html`<a href="${source}" rel="noreferrer">Source</a>`;
}

/** The number is public under every setting; which rules they are is not. */
function rulesInWords({ causes: { holding }, hardRules }: CurrentScore): string {
  const verb = holding > 1 ? 'hold' : 'holds';
  return `${holding === 0 ? 'none' : holding} of ${hardRules} ${verb} the score`;
}

function verifyCard({ verificationId }: CurrentScore, { baseUrl }: SideSettings): Html {
  return html`<section class="verify-card">
<h2>Verify</h2>
<p>Signed and logged. Anyone can check this score without us.</p>
<p class="id">${verificationId}</p>
<div class="verify-ways">
${qrCode(`${baseUrl}/verify/${verificationId}`)}
<p>${copyButton('Copy id', verificationId)}
<a href="/verify/${verificationId}">Check this score</a></p>
</div>
</section>`;
}

function take(provider: KnownProvider, settings: SideSettings): Html {
  const { id, slug, current } = provider;
  return html`<section>
<h2>Use</h2>
<ul class="links">
<li><a href="/providers/${slug}/report">One-page report</a></li>
${current && html`<li><a href="${compareUrl([slug])}">Compare with others</a></li>`}
<li><a href="${cardOf(provider).path}">Picture to share</a></li>
<li><a href="/feeds/changelog.atom?provider_id=${id}">Feed of its changes</a></li>
<li><a href="/api/public/history/${slug}">History as JSON</a></li>
</ul>
${current && quotes(provider, current, settings)}
</section>`;
}

function quotes(
  { name, slug }: KnownProvider,
  current: CurrentScore,
  { product, baseUrl }: SideSettings,
): Html {
  const line = nameInLine(name);
  const cited = citation({ product, name: line, baseUrl }, current);
  const badge = html`<a href="${baseUrl}/providers/${slug}"><img src="${baseUrl}/badges/${slug}.svg" alt="Risk indicator of ${line}"></a>`;
  const picture = html`<a href="${baseUrl}/providers/${slug}"><img src="${baseUrl}/embed/${slug}.svg" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}" alt="Risk score of ${line}"></a>`;
  const frame = embedFrame({ ...EMBED_SIZE, baseUrl, slug, title: `Risk score of ${line}` });
  return html`${quote('Badge', badge.text)}
${quote('Chart', frame)}
${quote('Chart as an image', picture.text)}
${quote('Citation', cited)}`;
}

/** The text is there for readers without scripts, who copy it by hand. */
function quote(label: string, text: string): Html {
  return html`<details class="quote">
<summary>${label}</summary>
<pre class="wrapped"><code>${text}</code></pre>
${copyButton(`Copy ${label.toLowerCase()}`, text)}
</details>`;
}

/** Only a script can copy. A name of its own says what is copied where the label alone does not. */
function copyButton(label: string, text: string, name?: string): Html {
  const named = name !== undefined && html` aria-label="${name}"`;
  return html`<button class="copy with-script" type="button" data-copy="${text}"${named}>${label}</button>`;
}
