// "Compute it again": the sum, and the parts that it is made of.

import { bandClass, bandName } from '@rf-indicators/web/charts/bands';
import { moduleLabels, partsChart, type ScoreParts } from '@rf-indicators/web/charts/parts';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { twoDecimals } from '../page-words.ts';
import { MARK } from '../verify/marks.ts';

const amount = (hundredths: number) => twoDecimals(hundredths / 100);

export function computePart(score: ScoreParts): Html {
  const { parts, others, modules } = score;
  const all = parts.length + others.length;
  const applies =
    others.length === 0
      ? `${all} parts, and all of them apply`
      : `${all} parts: ${parts.length} apply to this provider, ${others.length} ${others.length === 1 ? 'does' : 'do'} not`;
  return html`<section data-step-compute>
<h2 class="why-step"><span>1</span> Compute it again <small>${applies}</small></h2>
<div class="why-sum">
${sum(score)}
${equality()}
</div>
<div class="why-chart" data-parts>${drawn(partsChart(score, { label: describe(score), hasLosses: true }))}</div>
<div class="why-modules">${drawn(moduleLabels(modules))}</div>
<p class="muted why-key">Each column is one part: its width is the weight, its height the points reached. The filled area is the score.</p>
<details class="why-table"><summary>Show the ${all} parts as a table</summary>
${table(score)}
</details>
</section>`;
}

function sum({ parts, lost, uncapped, final, band }: ScoreParts): Html {
  const losing = parts.filter((part) => part.lost > 0).length;
  const cap = uncapped - final;
  return html`<p class="why-term"><span class="why-figure">100.00</span>${note('every part perfect', 'at most')}</p>
<span class="why-sign" aria-hidden="true">−</span>
<p class="why-term"><span class="why-figure">${amount(lost)}</span>${note(`lost in ${losing} of ${parts.length} parts`, 'lost')}</p>
${
  cap > 0 &&
  html`<span class="why-sign" aria-hidden="true">−</span>
<p class="why-term"><span class="why-figure">${amount(cap)}</span>${note('held down by hard rules', 'held')}</p>`
}
<span class="why-sign" aria-hidden="true">=</span>
<p class="why-term ${bandClass(band)}"><span class="why-figure why-result" data-sum>${amount(final)}</span><span class="kicker"><span class="if-room" data-sum-note>published: ${bandName(band)}</span><span class="if-phone" aria-hidden="true">${bandName(band)}</span></span></p>`;
}

/** Phones have room for a word. */
function note(words: string, word: string): Html {
  return html`<span class="kicker"><span class="if-room">${words}</span><span class="if-phone">${word}</span></span>`;
}

function equality(): Html {
  return html`<div class="why-equal" data-equal data-mark="unchecked" role="status">
<p class="why-verdict">${MARK} <strong data-word><span class="with-script">Computing</span><span class="without-script">Not checked</span></strong></p>
<p class="muted" data-explanation><span class="with-script">Your browser loads the package and the engine.</span><span class="without-script">Your browser has not checked this.</span></p>
</div>`;
}

function describe({ parts, lost, uncapped }: ScoreParts): string {
  return `${parts.length} parts reach ${amount(uncapped)} of 100.00 points together; ${amount(lost)} are lost`;
}

function table({ parts, others, modules }: ScoreParts): Html {
  const rows = modules.flatMap(({ label }) => [
    ...parts
      .filter(({ module }) => module === label)
      .map(
        (part) => html`
<tr><th scope="row">${part.label}</th><td data-label="Module">${label}</td><td class="figure" data-label="Weight">${amount(part.weight)}</td><td class="figure" data-label="Points">${amount(part.points)}</td><td class="figure" data-label="Lost">${part.lost === 0 ? '0.00' : `−${amount(part.lost)}`}</td></tr>`,
      ),
    ...others
      .filter(({ module }) => module === label)
      .map(
        (part) => html`
<tr class="muted"><th scope="row">${part.label}</th><td data-label="Module">${label}</td><td colspan="3" data-label="Applies">Does not apply to this provider</td></tr>`,
      ),
  ]);
  return html`<table class="cards">
<thead><tr><th scope="col">Part</th><th scope="col">Module</th><th scope="col" class="figure">Weight</th><th scope="col" class="figure">Points of 100</th><th scope="col" class="figure">Lost</th></tr></thead>
<tbody>${rows}
</tbody></table>`;
}
