// The file that a reader keeps: statement, proof, keys and the program that checks them, in one HTML file that needs no
// network and no service. Its own policy forbids it to send or load anything.

import type { Verification } from '@rf-indicators/contract';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { Html, html } from '../html.ts';
import { shortInstant } from '../page-words.ts';
import type { Site } from '../site.ts';
import { statementHeadline } from './headline.ts';
import { MARK } from './marks.ts';

export interface Kept {
  proof: Verification;
  /** The responses of the API, as they were. */
  proofText: string;
  keysText: string;
  witnesses: readonly string[];
  styles: string;
  script: string;
  /** Epoch milliseconds. */
  madeAt: number;
  site: Site;
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

export function keptPage({
  proof,
  proofText,
  keysText,
  witnesses,
  styles,
  script,
  madeAt,
  site,
}: Kept): Html {
  const { verification_id: id, statement } = proof;
  const name = nameInLine(statement.provider_name);
  return html`<!doctype html>
<html lang="en" data-script>
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}: kept proof ${id}</title>
<style>${new Html(styles)}</style>
</head>
<body>
<main class="inner kept">
<p class="kicker">Kept from ${site.name}, ${site.baseUrl}, on ${shortInstant(madeAt)}</p>
<div class="verdict" data-mark="attention" data-verify="${id}">${MARK}<div>
<h1>Could not be checked here</h1>
<p class="lead">This file checks itself with a script, and scripts do not run here.</p>
<p class="muted">This file cannot vouch for itself: anyone who can change the proof in it can change its program too. What counts is
the key that you got in another way. To be certain of the program as well, check the proof with one of your own: it is the JSON
at the end of this file, a statement in canonical form (RFC 8785) and its Ed25519 signature.</p>
</div></div>
<section class="headline" aria-label="What the statement says">
<p class="kicker">What it says</p>
<h2 data-shown="name">${name}</h2>
${statementHeadline(statement)}
<p class="id">${id}</p>
</section>
<h2>The key</h2>
<p>Compare this fingerprint (SHA-256 of the key) with one that you keep elsewhere:</p>
<p class="fingerprint" data-fingerprint>·</p>
<form class="tool" data-pins>
<label for="pins">Or enter the key or the fingerprint that you keep, one on each line</label>
<textarea class="field" id="pins" rows="2" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
<p class="actions"><button type="submit">Check with these</button> <span role="status" data-said></span></p>
</form>
<h2>Checks</h2>
<div data-steps></div>
<p class="muted small">${site.disclosure}</p>
</main>
<script type="application/json" id="proof">${inScript(proofText)}</script>
<script type="application/json" id="keys">${inScript(keysText)}</script>
<script type="application/json" id="witnesses">${inScript(JSON.stringify(witnesses))}</script>
<script type="text/plain" id="kept-at">${new Date(madeAt).toISOString()}</script>
<script>${new Html(script.replaceAll('</script', '<\\/script'))}</script>
</body>
</html>
`;
}

/** JSON in which no text can end the element that it is in. */
function inScript(json: string): Html {
  return new Html(json.replaceAll('<', '\\u003c'));
}
