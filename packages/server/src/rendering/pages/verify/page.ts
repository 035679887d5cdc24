// GET /verify/{id}: the verification page of one published indicator.

import type { Verification } from '@rf-indicators/contract';
import type { ServiceEntry } from '@rf-indicators/core/log/service-history';
import { PROOF_MEANINGS } from '@rf-indicators/engine';
import { typeTitle } from '@rf-indicators/web/charts/type-names';
import { indicatorCardPath, type PageCard } from '../../cards/card.ts';
import { nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import { disclosuresSection, rationaleSection, reviewLine, votersSection } from '../analysis.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { shortDay, shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import { aboutSection } from './about.ts';
import type { Check } from './checks.ts';
import { askForm } from './form.ts';
import { type Bands, headline, scoreOf } from './headline.ts';
import { historyLine, type Neighbours, scoreSummary } from './history.ts';
import { MARK, resultCell } from './marks.ts';
import { qrCode } from './qr.ts';
import {
  dropSection,
  keepSection,
  keySection,
  memoSection,
  VERIFY_SCRIPTS,
  withoutScripts,
} from './tools.ts';
import { verdictOn } from './verdict.ts';
import { type Witnessed, witnessesCheck } from './witnesses.ts';

export interface Verified {
  proof: Verification;
  checks: readonly Check[];
  /** The configured witnesses; absent if there are none. */
  witnesses?: readonly Witnessed[];
  neighbours: Neighbours;
  bands: Bands | null;
  /** What the log says of the service itself. */
  history: readonly ServiceEntry[];
  /** Epoch milliseconds. */
  checkedAt: number;
  site: Site;
}

/** Only what is current has its card here: a page of every other indicator says what happened since, which a picture would hide. */
function cardOf({ verification_id, state, stale }: Verification, alt: string): { card?: PageCard } {
  if (state !== 'current') return {};
  return { card: { path: indicatorCardPath(verification_id, stale ? 'stale' : 'current'), alt } };
}

export function verifyPage(verified: Verified): Html {
  const { proof, checks, witnesses = [], neighbours, bands, history, checkedAt, site } = verified;
  const { verification_id: id, statement, followed_by } = proof;
  const { mark, sentence, explanation } = verdictOn(proof, checks, neighbours.get(followed_by.current ?? ''));
  const name = nameInLine(statement.provider_name);
  const score = scoreInWords(statement.risk_band, scoreOf(statement.final_score));
  return layout(site, {
    title: `${sentence}: ${name}`,
    description: `${name}: ${score}, as of ${shortDay(statement.as_of)}. ${sentence}.`,
    canonical: `/verify/${id}`,
    path: '/verify',
    ...cardOf(proof, `${name}: ${score}, as of ${shortDay(statement.as_of)}.`),
    scripts: VERIFY_SCRIPTS,
    main: html`${askForm(id)}
<div class="verdict" data-mark="${mark}" data-verify="${id}" data-says="${whatItSays(proof)}" data-witnesses="${witnesses.map(({ key }) => key).join(' ')}">${MARK}<div>
<h1>${sentence}</h1>
<p class="lead">${explanation} ${replacementNote(proof, neighbours)}</p>
<p class="muted checked-by"><span data-checked-by>Checked by our server.</span>
This page comes from us: <a href="#without-us">prove it without us</a>.</p>
</div></div>
${reviewLine(proof.review)}
${headline(proof, bands)}
${historyLine(proof, neighbours)}
${rationaleSection(proof.rationale)}
<div class="columns">
<div>
${checksSection(checks, witnesses, checkedAt)}
${keySection()}
${independentCheck(site.baseUrl, id)}
</div>
<div>
${factsSection(proof)}
${disclosuresSection(proof.disclosures)}
${votersSection(proof.voters)}
${keepSection(id)}
${aboutSection(history)}
<section class="screen-only">
<h2>Sources</h2>
<p class="source-links"><a href="/api/public/verify/${id}" download="${id}.json">Download the proof (JSON)</a>
<a href="/api/public/keys">Signing keys (JSON)</a>
<a href="/log/checkpoint">Newest checkpoint of the log</a>
<a href="/methodology">Current framework</a></p>
</section>
</div>
</div>
${withoutScripts()}
${dropSection()}
${memoSection()}
<div class="print-only print-proof">
${qrCode(`${site.baseUrl}/verify/${id}`)}
<div>
<p class="small">${site.baseUrl}/verify/${id}</p>
<pre class="wrapped">${proof.log.checkpoint}</pre>
</div>
</div>`,
  });
}

/** What the verdict follows from, for the script: a newer proof that says otherwise asks for a new page. */
function whatItSays({ state, followed_by, stale_since }: Verification): string {
  return [state, followed_by.current, stale_since].join(' ');
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

function factsSection({ published_at, statement, log }: Verification): Html {
  const { planner_type, as_of, framework_version, methodology_digest, package_hash } = statement;
  return html`<section>
<h2>Facts</h2>
<dl class="facts">
<dt>As of</dt><dd>${shortInstant(as_of)}</dd>
<dt>Published</dt><dd>${shortInstant(published_at)}</dd>
<dt>Framework</dt><dd>${framework_version}</dd>
<dt>Type</dt><dd>${typeTitle(planner_type)}</dd>
<dt>Package hash</dt><dd class="id">${package_hash}</dd>
<dt>Framework digest</dt><dd class="id">${methodology_digest}</dd>
<dt>Log entry</dt><dd>${log.index} of ${log.tree_size}</dd>
</dl>
</section>`;
}

/** Only the browser checks these; the rows are there from the start, so that nothing moves when it has. */
const BROWSER_ONLY: readonly Omit<Check, 'passed' | 'bytes' | 'open'>[] = [
  {
    step: 'later',
    name: 'Later changes',
    found: 'What the service says about later changes does not contradict itself.',
    meaning: PROOF_MEANINGS.later,
  },
  {
    step: 'shown',
    name: 'This page',
    found: 'Name, score and band on this page are those of the signed statement.',
    meaning: PROOF_MEANINGS.shown,
  },
];

/** The table of checks: what our server found, and beside it what the reader's browser finds when its script has run. */
function checksSection(checks: readonly Check[], witnesses: readonly Witnessed[], checkedAt: number): Html {
  const rows = [...checks, ...(witnesses.length === 0 ? [] : [witnessesCheck(witnesses)])];
  return html`<section>
<h2 id="checks">Checks</h2>
<p>Our server made these checks on ${shortInstant(checkedAt)}. <span class="with-script">Your browser repeats them with the
proof that it gets from <a href="/api/public/keys">our public API</a>, and with the key that you keep, if you enter it.</span>
<span class="without-script">With scripts, your browser would repeat them.</span></p>
<table class="checks cards">
<thead><tr><th scope="col">Check</th><th scope="col">Our server</th><th scope="col">This browser</th><th scope="col">What it means</th></tr></thead>
<tbody>${rows.map(checkRow)}${BROWSER_ONLY.map((row) => checkRow({ ...row, passed: null, open: 'Not run', bytes: [] }))}
</tbody>
</table>
</section>`;
}

function checkRow({ step, name, passed, open, found, meaning, bytes }: Check): Html {
  const mark = passed === null ? 'unchecked' : passed ? 'passed' : 'failed';
  const word = passed === null ? open : passed ? 'Passed' : 'Failed';
  return html`
<tr data-step="${step}"><th scope="row">${name}</th>${resultCell(mark, word, 'server')}${resultCell('unchecked', 'Not run', 'browser')}
<td><span class="finding">${found}</span>
<p class="muted">${meaning}</p>
<details class="screen-only"><summary>Data</summary><div class="bytes">${bytes.map(
    ([label, text]) => html`
<p class="small">${label}</p><pre class="wrapped"><code>${text}</code></pre>`,
  )}</div>
</details></td></tr>`;
}

/** Instructions for verifying an indicator without trusting this page. */
function independentCheck(baseUrl: string, id: string): Html {
  return html`<section class="screen-only">
<h2 id="without-us">Prove it without us</h2>
<p>This page comes from us, and so does the program in it that checks in your browser. Either can be wrong or compromised. To
verify independently, run the checks on your own machine, with a verifier key that you once obtained from us through a channel
you trust. A key downloaded from this site proves nothing about this site.</p>
<h3>The whole computation</h3>
<p>Requires an API key with the <code>computation</code> entitlement. <code>rf replay</code> recomputes the score from the
package; <code>rf verify</code> also checks the signature and the log against your own copy of our key.</p>
${shell(`curl -sH "x-api-key: $RF_KEY" ${baseUrl}/api/v1/computation/${id} -o ${id}.json
rf replay ${id}.json
rf verify ${id}.json --key "$PINNED_KEY"`)}
<h3>Only the signature</h3>
<p>Requires neither an API key nor our tools:</p>
<details><summary>Commands (Python and OpenSSL)</summary>
${shell(`curl -s ${baseUrl}/api/public/verify/${id} -o proof.json
python3 -c '
import base64, json, sys
proof = json.load(open("proof.json", "rb"))
statement = json.dumps(proof["statement"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
public = base64.b64decode(sys.argv[1].split("+", 2)[2])[1:]
open("statement.bin", "wb").write(statement.encode())
open("signature.bin", "wb").write(base64.b64decode(proof["signature"]["value"]))
open("public.der", "wb").write(bytes.fromhex("302a300506032b6570032100") + public)
' "$PINNED_KEY"
openssl pkeyutl -verify -pubin -inkey public.der -keyform DER -rawin -in statement.bin -sigfile signature.bin`)}
</details>
<p class="muted">These checks cannot prove that the evidence is true. The package records what the score is based on, and
which documents it comes from.</p>
</section>`;
}

function shell(commands: string): Html {
  return html`<pre tabindex="0" aria-label="Commands"><code>${commands}</code></pre>`;
}
