// The sign-off of the framework, and the history of its versions.

import type { Methodology } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { dayInWords, idInWords, instantInWords } from '../words.ts';

export function signOffSection({ sign_off, digest }: Methodology): Html {
  const { name, role, signed_at, key_id, public_key, signature } = sign_off;
  return html`<section>
<h2 id="sign-off">Sign-off</h2>
<p>The signature covers the whole framework: if one digit changes, the signature no longer verifies. The key on this
page is shown for convenience. To be certain, verify with a key that you obtained from the officer directly.</p>
<dl class="facts">
<dt>Signed by</dt><dd>${name}, ${idInWords(role).toLowerCase()}</dd>
<dt>Signed at</dt><dd>${instantInWords(signed_at)}</dd>
<dt>Framework digest</dt><dd class="id">${digest}</dd>
<dt>Key</dt><dd class="id">${key_id}</dd>
<dt>Public key</dt><dd class="id">${public_key}</dd>
<dt>Signature</dt><dd class="id">${signature}</dd>
</dl>
</section>`;
}

export function versionsSection({ versions }: Methodology): Html {
  return html`<section>
<h2 id="versions">Versions</h2>
<table class="cards">
<thead><tr><th scope="col">Version</th><th scope="col">Status</th><th scope="col">From</th><th scope="col">Until</th><th scope="col">Notes</th></tr></thead>
<tbody>${versions.map(
    ({ framework_version, status, effective_from, effective_until, notes, digest }) => html`
<tr><td><strong>${framework_version}</strong><p class="id muted">${digest}</p></td><td>${idInWords(status)}</td><td data-label="From">${dayInWords(effective_from)}</td><td data-label="Until">${effective_until === null ? 'no end date' : dayInWords(effective_until)}</td><td>${notes}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}
