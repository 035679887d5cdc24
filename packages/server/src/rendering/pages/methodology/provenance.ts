// The sign-off of the framework, and the history of its versions.

import type { Methodology } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { idInWords, shortDay, shortInstant } from '../page-words.ts';

export function signOffSection({ sign_off, digest }: Methodology): Html {
  const { name, role, signed_at, key_id, public_key, signature } = sign_off;
  return html`<section>
<h2 id="sign-off">Sign-off</h2>
<p>The signature covers the whole framework: if one digit changes, the signature no longer verifies. The key on this
page is shown for convenience. To be certain, verify with a key that you obtained from the officer directly.</p>
<dl class="facts">
<dt>Signed by</dt><dd>${name}, ${idInWords(role).toLowerCase()}</dd>
<dt>Signed at</dt><dd>${shortInstant(signed_at)}</dd>
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
<thead><tr><th scope="col">Version</th><th scope="col">Status</th><th scope="col">Announced</th><th scope="col">From</th><th scope="col">Until</th><th scope="col">Notes</th></tr></thead>
<tbody>${versions.map(
    (version) => html`
<tr><td><strong>${version.framework_version}</strong><p class="id muted">${version.digest}</p></td><td>${idInWords(version.status)}</td><td data-label="Announced">${shortInstant(version.announced_at)}</td><td data-label="From">${shortDay(version.effective_from)}</td><td data-label="Until">${version.effective_until === null ? 'no end date' : shortDay(version.effective_until)}</td><td>${notesOf(version)}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}

/** A version that is announced but not in effect yet; shown above everything else. */
export function announcementSection({ versions }: Methodology): Html[] {
  return versions
    .filter(({ status }) => status === 'upcoming')
    .map(
      (version) => html`<section class="notice">
<h2>${version.framework_version} takes effect on ${shortDay(version.effective_from)}</h2>
${notesOf(version)}
</section>`,
    );
}

function notesOf({
  notes,
  urgent_reason,
  cancelled_reason,
  differences,
  digest,
}: Methodology['versions'][number]): Html {
  return html`<p>${notes}</p>${urgent_reason === null ? '' : html`<p>Without the usual notice: ${urgent_reason}</p>`}${cancelled_reason === null ? '' : html`<p>Cancelled: ${cancelled_reason}</p>`}${differences === null ? '' : html`<p><a href="/methodology/${digest}/differences">Old and new score of ${inProviders(differences.counts.providers)}</a>: ${differences.counts.higher} higher, ${differences.counts.lower} lower, ${differences.counts.band_changed} in another band.</p>`}`;
}

function inProviders(count: number): string {
  return count === 1 ? '1 provider' : `${count} providers`;
}
