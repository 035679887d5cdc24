// What a reader can do on a verification page besides reading: keep a file, enter a key, replay a package, check a memo. All
// but the first need scripts, and nothing that is entered or dropped leaves the browser, except ids.

import { type Html, html } from '../html.ts';

/** Small: what checks, replays and reads memos is loaded when it is needed. */
export const VERIFY_SCRIPTS = ['/assets/site/verify.js'];

export function keepSection(id: string): Html {
  return html`<section class="screen-only">
<h2 id="keep">Keep the proof</h2>
<p>One HTML file with the statement, the proof and a program that checks both. It works without a network, also when this
service is gone. It cannot vouch for itself: it asks for the key that you keep elsewhere, or shows the fingerprint to compare.</p>
<p><a class="button" href="/verify/${id}/keep.html" download="${id}.html">Download the file to keep</a></p>
</section>`;
}

export function keySection(): Html {
  return html`<section class="screen-only with-script">
<h2 id="key">Your copy of our key</h2>
<form class="tool" data-pins>
<label for="pins">Keys or fingerprints that you got from us in another way, one on each line</label>
<textarea class="field" id="pins" rows="2" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="pins-help"></textarea>
<p class="muted small" id="pins-help">Also keys of witnesses that must have cosigned. They are kept in this browser only, and never sent.</p>
<p class="actions"><button type="submit">Check with these</button>
<button type="button" class="secondary" data-forget>Forget</button>
<span role="status" data-said></span></p>
</form>
</section>`;
}

export function dropSection(): Html {
  return html`<section class="screen-only with-script">
<h2 id="replay">Replay a package</h2>
<p>A computation package says what a score was computed from. Your browser computes it again and compares every figure. The
file is not sent anywhere.</p>
<div class="drop" data-drop>
<button type="button" class="secondary">Choose a file</button>
<input id="package" type="file" hidden accept=".json,.gz,application/json,application/gzip">
<span>or drop it here: <code>.json</code> or <code>.json.gz</code>, as <code>GET /api/v1/computation/{id}</code> gives it</span>
</div>
<div data-replayed aria-live="polite"></div>
</section>`;
}

export function memoSection(): Html {
  return html`<section class="screen-only with-script">
<h2 id="memo">Check a memo</h2>
<p>Paste a text that quotes our scores. Each name, score, band and date in the same sentence or table row as a verification id is
compared with what we published, and the result lists what was not compared. The text stays in your browser; only the ids are sent.</p>
<form class="tool" data-memo>
<label for="memo-text">Memo</label>
<textarea class="field" id="memo-text" rows="6" spellcheck="false" autocomplete="off"></textarea>
<p class="actions"><button type="submit">Check the memo</button></p>
</form>
<div data-memo-result aria-live="polite"></div>
</section>`;
}

export function withoutScripts(): Html {
  return html`<p class="without-script muted">With scripts, you could also replay a package here, and check a memo that quotes scores.</p>`;
}
