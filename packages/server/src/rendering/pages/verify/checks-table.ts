// The table of checks: what our server found, and beside it what the reader's browser finds when its script has run.

import { PROOF_MEANINGS } from '@rf-indicators/engine';
import { type Html, html } from '../html.ts';
import { instantInWords } from '../words.ts';
import type { Check } from './checks.ts';
import { resultCell } from './marks.ts';
import { type Witnessed, witnessesCheck } from './witnesses.ts';

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

export function checksSection(
  checks: readonly Check[],
  witnesses: readonly Witnessed[],
  checkedAt: number,
): Html {
  const rows = [...checks, ...(witnesses.length === 0 ? [] : [witnessesCheck(witnesses)])];
  return html`<section>
<h2 id="checks">Checks</h2>
<p>Our server made these checks on ${instantInWords(checkedAt)}. <span class="with-script">Your browser repeats them with the
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
