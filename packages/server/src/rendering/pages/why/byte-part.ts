// "Change one byte": the package, the byte, and what the verifier finds. Without scripts, a picture of the altered state; with
// them, the package as it is and a button.

import type { Recomputed, Unreadable } from '@rf-indicators/engine';
import { bandChip } from '@rf-indicators/web/charts/bands';
import { bytesExcerpt } from '@rf-indicators/web/charts/bytes-excerpt';
import { partsChart, type ScoreParts } from '@rf-indicators/web/charts/parts';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { countInWords } from '../page-words.ts';
import { MARK } from '../verify/marks.ts';
import { ALTERED } from '../verify/verdict.ts';
import type { WhyView } from './view.ts';

export function bytePart(view: WhyView, published: ScoreParts, broken: ScoreParts | null): Html {
  const { bytes, change } = view;
  const member = change.input === null ? {} : { member: change.input };
  return html`<section data-step-byte>
<h2 class="why-step"><span>2</span> Change one byte <small>of ${countInWords(bytes.length)}</small></h2>
<div class="why-columns with-script">
<div>
<pre class="wrapped why-bytes" tabindex="0" aria-label="Part of the package"><code data-excerpt>${drawn(bytesExcerpt(bytes, change.at, { state: 'same', ...member }))}</code></pre>
<div class="why-chart small-chart" data-altered-parts>${drawn(partsChart(published, { label: 'The parts as published', marked: change.input ?? undefined }))}</div>
<p class="actions"><button type="button" data-change>Change one byte</button><button type="button" class="secondary" data-another>Change another byte</button></p>
<p class="muted why-byte-said" data-byte-said>The framed byte is one of those that were hashed.</p>
</div>
<div>
${comparison(view, null)}
<div class="why-altered" data-altered role="status" data-mark="unchecked">${MARK}<p><strong data-word>Nothing is changed yet</strong> <span data-explanation>Change a byte, and your browser checks the package again.</span></p></div>
</div>
</div>
<div class="why-columns without-script">
<div>
<pre class="wrapped why-bytes" tabindex="0" aria-label="Part of the package with a changed byte"><code>${drawn(bytesExcerpt(view.altered, change.at, { state: 'changed', ...member }))}</code></pre>
${broken !== null && html`<div class="why-chart small-chart">${drawn(partsChart(broken, { label: 'The parts with the changed byte', marked: change.input ?? undefined }))}</div>`}
<p class="muted">Byte ${countInWords(change.at + 1)}: ${String.fromCharCode(bytes[change.at]!)} became ${String.fromCharCode(change.to)}. Your browser has not checked this.</p>
</div>
<div>
${comparison(view, view.broken)}
<div class="why-altered is-failed" data-mark="failed">${MARK}<p><strong>${ALTERED}</strong> <span>Our server changed this byte and checked the package again.</span></p></div>
</div>
</div>
</section>`;
}

/** What was published beside what follows from the altered bytes; cells without names for the script are those of the picture. */
function comparison({ answer, published }: WhyView, altered: Recomputed | Unreadable | null): Html {
  const { statement, package_hash, verification_id } = answer.data;
  const found = altered === null || 'unreadable' in altered ? null : altered;
  const result = found?.scored?.result;
  const isSigned = !('unreadable' in published) && published.signature === 'valid';
  const rows: [name: string, was: Html | string, is: Html | string | undefined, differs: boolean][] = [
    ['Score', statement.final_score, result?.final_score, result?.final_score !== statement.final_score],
    [
      'Band',
      drawn(bandChip(statement.risk_band)),
      result && drawn(bandChip(result.band)),
      result?.band !== statement.risk_band,
    ],
    [
      'Hash',
      short(package_hash),
      found ? short(found.packageHash) : undefined,
      found?.packageHash !== package_hash,
    ],
    [
      'Id',
      short(verification_id),
      found ? short(found.verificationId) : undefined,
      found?.verificationId !== verification_id,
    ],
    [
      'Signature',
      isSigned ? 'valid' : 'not known',
      found ? 'does not fit' : undefined,
      found?.signature !== 'valid',
    ],
  ];
  return html`<table class="why-comparison"${altered === null && html` data-comparison`}>
<thead><tr><th scope="col"><span class="visually-hidden">What</span></th><th scope="col">Published</th><th scope="col">With your byte</th><th scope="col"><span class="visually-hidden">Result</span></th></tr></thead>
<tbody>${rows.map(
    ([name, was, is, differs]) => html`
<tr data-row="${name.toLowerCase()}"><th scope="row">${name}</th><td class="${idClass(name)}" data-was>${was}</td><td class="${idClass(name)}" data-is>${is ?? '·'}</td><td data-result>${
      altered === null
        ? ''
        : html`<span class="result" data-mark="${differs ? 'failed' : 'passed'}">${MARK}<span>${differs ? (name === 'Signature' ? 'Fails' : 'Different') : 'The same'}</span></span>`
    }</td></tr>`,
  )}
</tbody></table>`;
}

function idClass(name: string): string {
  return name === 'Hash' || name === 'Id' ? 'id' : '';
}

/** The beginning, which is enough to see a difference. */
function short(text: string): string {
  return `${text.slice(0, 9)}…`;
}
