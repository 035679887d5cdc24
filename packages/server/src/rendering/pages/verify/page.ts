// GET /verify/{id}: the verification page of one published indicator.

import type { Verification } from '@rf-indicators/contract';
import { nameInLine, scoreInWords } from '../../wire/words.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { dayInWords, idInWords, instantInWords } from '../words.ts';
import type { Check } from './checks.ts';
import { checksSection } from './checks-table.ts';
import { independentCheck } from './commands.ts';
import { askForm } from './form.ts';
import { type Bands, headline } from './headline.ts';
import { historyLine, type Neighbours, scoreSummary } from './history.ts';
import { MARK } from './marks.ts';
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
import type { Witnessed } from './witnesses.ts';

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
  const { verification_id: id, statement, followed_by } = proof;
  const { mark, sentence, explanation } = verdictOn(proof, checks, neighbours.get(followed_by.current ?? ''));
  const name = nameInLine(statement.provider_name);
  const score = scoreInWords(statement.risk_band, Math.round(Number(statement.final_score) * 100));
  return layout(site, {
    title: `${sentence}: ${name}`,
    description: `${name}: ${score}, as of ${dayInWords(statement.as_of)}. ${sentence}.`,
    canonical: `/verify/${id}`,
    path: '/verify',
    scripts: VERIFY_SCRIPTS,
    main: html`${askForm(id)}
<div class="verdict" data-mark="${mark}" data-verify="${id}" data-says="${whatItSays(proof)}" data-witnesses="${witnesses.map(({ key }) => key).join(' ')}">${MARK}<div>
<h1>${sentence}</h1>
<p class="lead">${explanation} ${replacementNote(proof, neighbours)}</p>
<p class="muted checked-by"><span data-checked-by>Checked by our server.</span>
This page comes from us: <a href="#without-us">prove it without us</a>.</p>
</div></div>
${headline(proof, bands)}
${historyLine(proof, neighbours)}
<div class="columns">
<div>
${checksSection(checks, witnesses, checkedAt)}
${keySection()}
${independentCheck(site.baseUrl, id)}
</div>
<div>
${factsSection(proof)}
${keepSection(id)}
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
<dt>As of</dt><dd>${instantInWords(as_of)}</dd>
<dt>Published</dt><dd>${instantInWords(published_at)}</dd>
<dt>Framework</dt><dd>${framework_version}</dd>
<dt>Planner type</dt><dd>${idInWords(planner_type)}</dd>
<dt>Package hash</dt><dd class="id">${package_hash}</dd>
<dt>Framework digest</dt><dd class="id">${methodology_digest}</dd>
<dt>Log entry</dt><dd>${log.index} of ${log.tree_size}</dd>
</dl>
</section>`;
}
