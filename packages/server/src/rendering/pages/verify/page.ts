// GET /verify/{id}: the verification page of one published indicator.

import type { Verification } from '@rf-indicators/contract';
import { nameInLine } from '../../wire/words.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { idInWords, instantInWords } from '../words.ts';
import type { Check } from './checks.ts';
import { independentCheck } from './commands.ts';
import { type Bands, headline } from './headline.ts';
import { historySection, type Neighbours, scoreSummary } from './history.ts';
import { qrCode } from './qr.ts';
import { verdictOn } from './verdict.ts';
import { type Witnessed, witnessesSection } from './witnesses.ts';

export interface Verified {
  proof: Verification;
  checks: readonly Check[];
  /** The configured witnesses; absent if there are none. */
  witnesses?: readonly Witnessed[];
  neighbours: Neighbours;
  bands: Bands | null;
  /** Epoch milliseconds. */
  checkedAt: number;
  site: Site;
}

export function verifyPage(verified: Verified): Html {
  const { proof, checks, witnesses = [], neighbours, bands, checkedAt, site } = verified;
  const { verification_id: id, statement } = proof;
  const { sentence, explanation } = verdictOn(proof, checks);
  return layout(site, {
    title: `${sentence}: ${nameInLine(statement.provider_name)}`,
    path: '/verify',
    main: html`<div class="verdict">
<p class="kicker">Verification of <span class="id">${id}</span></p>
<h1>${sentence}</h1>
<p class="lead">${explanation} ${replacementNote(proof, neighbours)}</p>
</div>
${headline(proof, bands)}
<div class="columns">
<div>
${checksSection(checks, checkedAt)}
${witnessesSection(witnesses)}
${independentCheck(site.baseUrl, id)}
</div>
<div>
${historySection(proof, neighbours)}
${factsSection(proof)}
<section class="screen-only">
<h2>Downloads and links</h2>
<p><a href="/api/public/verify/${id}" download="${id}.json">Download the proof (JSON)</a></p>
<p><a href="/api/public/keys">Signing keys (JSON)</a><br>
<a href="/log/checkpoint">Newest checkpoint of the log</a><br>
<a href="/methodology">Current framework</a><br>
<a href="/verify">Verify another indicator</a></p>
</section>
</div>
</div>
<div class="print-only print-proof">
${qrCode(`${site.baseUrl}/verify/${id}`)}
<div>
<p class="small">${site.baseUrl}/verify/${id}</p>
<pre class="wrapped">${proof.log.checkpoint}</pre>
</div>
</div>`,
  });
}

/** Shown at the top, because a reader who stops there must not leave with an outdated score. */
function replacementNote({ followed_by }: Verification, neighbours: Neighbours): Html | null {
  // A renewal has the same score.
  if (followed_by.renewed_by !== null) return null;
  const id = followed_by.current ?? followed_by.corrected_by ?? followed_by.superseded_by;
  const replacement = id === null ? undefined : neighbours.get(id);
  return replacement === undefined
    ? null
    : html`Use this indicator instead: <a href="/verify/${id}">${scoreSummary(replacement)}</a>.`;
}

function checksSection(checks: readonly Check[], checkedAt: number): Html {
  return html`<section>
<h2>Checks</h2>
<p>Our server performed these checks on ${instantInWords(checkedAt)}, on the data that the links on this page return.</p>
<table class="checks">
<thead><tr><th scope="col">Result</th><th scope="col">Check</th></tr></thead>
<tbody>${checks.map(checkRow)}
</tbody>
</table>
</section>`;
}

function checkRow({ name, passed, found, meaning, bytes }: Check): Html {
  return html`
<tr><td>${passed ? 'Passed' : 'Failed'}</td><td><strong>${name}.</strong> ${found}
<p class="muted">${meaning}</p>
<details class="screen-only"><summary>Data</summary>${bytes.map(
    ([label, text]) => html`
<p class="small">${label}</p><pre class="wrapped"><code>${text}</code></pre>`,
  )}
</details></td></tr>`;
}

function factsSection({ published_at, statement, log }: Verification): Html {
  const { provider_id, planner_type, as_of, framework_version, methodology_digest, package_hash } = statement;
  return html`<section>
<h2>Facts</h2>
<dl class="facts">
<dt>As of</dt><dd>${instantInWords(as_of)}</dd>
<dt>Published</dt><dd>${instantInWords(published_at)}</dd>
<dt>Framework</dt><dd>${framework_version}</dd>
<dt>Planner type</dt><dd>${idInWords(planner_type)}</dd>
<dt>Provider id</dt><dd class="id">${provider_id}</dd>
<dt>Package hash</dt><dd class="id">${package_hash}</dd>
<dt>Framework digest</dt><dd class="id">${methodology_digest}</dd>
<dt>Log entry</dt><dd>${log.index} of ${log.tree_size}</dd>
</dl>
</section>`;
}
