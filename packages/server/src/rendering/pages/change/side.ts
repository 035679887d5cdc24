// Beside a change: its proofs, the feeds of its provider, and what a reader can take along.

import { nameInLine } from '../../wire/one-line-texts.ts';
import { type Html, html } from '../html.ts';
import { countInWords, shortDay, shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import type { KnownChange } from './known-change.ts';

interface SideOptions {
  title: string;
  site: Site;
  slug: string;
}

export function changeSide(known: KnownChange, options: SideOptions): Html {
  return html`<aside class="change-side" aria-label="Proof, feeds and links">
${proofSection(known)}
${shareSection(known, options)}
${followSection(known, options.slug)}
</aside>`;
}

/** A withdrawal and staleness have no indicator of their own: they concern the last one. */
function proofSection({ change, proof }: KnownChange): Html {
  const { verificationId: id, publishedAt, index, keyId, checkpoint, treeSize, replaces, corrects } = proof;
  const isOwn = publishedAt === change.changed_at;
  return html`<section>
<h2>Proof</h2>
<p>${
    isOwn
      ? 'Signed and logged. Anyone can check this change without us.'
      : 'It concerns this indicator. The change itself is in the log of facts that follows about a minute later.'
  }</p>
<p class="id">${id}</p>
<p class="share-links"><button class="copy with-script" type="button" data-copy="${id}">Copy id</button>
<a class="proof" href="/verify/${id}">Check it</a></p>
<dl class="facts">
<dt>Statement</dt><dd>signed, published ${shortInstant(publishedAt)}</dd>
<dt>Key</dt><dd class="id">${keyId}</dd>
<dt>Log entry</dt><dd>${countInWords(index)}</dd>
<dt>Checkpoint</dt><dd><details><summary>${countInWords(treeSize)} entries, signed</summary><pre class="wrapped"><code>${checkpoint}</code></pre></details></dd>
${replaces !== null && replaces !== corrects && isOwn && html`<dt>Replaced</dt><dd><a class="id" href="/verify/${replaces}">${replaces}</a></dd>`}
${corrects !== null && isOwn && html`<dt>Corrects</dt><dd><a class="id" href="/verify/${corrects}">${corrects}</a></dd>`}
<dt>Framework</dt><dd><a href="/methodology">${change.framework_version}</a></dd>
</dl>
</section>`;
}

function shareSection({ change, proof }: KnownChange, { title, site }: SideOptions): Html {
  const address = `${site.baseUrl}/changes/${change.id}`;
  const cited = `${site.name}: ${title}, ${shortDay(change.changed_at)}, ${change.framework_version}, verification id ${proof.verificationId}, ${address}`;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  return html`<section>
<h2>Share</h2>
<p class="share-links"><button class="copy with-script" type="button" data-copy="${address}">Copy link</button>
<a class="proof" href="${mail}">E-mail</a></p>
<details class="quote">
<summary>Citation</summary>
<pre class="wrapped"><code>${cited}</code></pre>
<button class="copy with-script" type="button" data-copy="${cited}">Copy citation</button>
</details>
</section>`;
}

function followSection({ change, provider }: KnownChange, slug: string): Html {
  const name = nameInLine(provider?.name ?? change.provider_name);
  return html`<section>
<h2>Follow ${name}</h2>
<ul class="links">
<li><a href="/providers/${slug}">The score now</a></li>
<li><a href="/feeds/changelog.atom?provider_id=${change.provider_id}">Atom feed</a></li>
<li><a href="/feeds/changelog.json?provider_id=${change.provider_id}">JSON feed</a></li>
<li><a href="/changes/weeks">Every change, week by week</a></li>
</ul>
</section>`;
}
