// The form that asks for a verification id: the first thing on every verification page.

import { type Html, html } from '../html.ts';

export function askForm(value: string): Html {
  return html`<form class="ask-id" action="/verify" method="get">
<label for="verification-id">Verification id</label>
<div><input class="field" id="verification-id" name="id" value="${value}" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit">Verify</button></div>
</form>`;
}
