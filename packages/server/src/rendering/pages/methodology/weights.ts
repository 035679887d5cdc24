// The weights of the modules, as a bar and as a table.

import type { MethodologyModule } from '@rf-indicators/contract';
import { Html, html } from '../html.ts';
import { twoDecimals } from '../words.ts';

export function weightsSection(modules: readonly MethodologyModule[]): Html {
  return html`<section>
<h2 id="weights">Weights</h2>
${weightsBar(modules)}
<table>
<thead><tr><th scope="col" class="figure">No.</th><th scope="col">Module</th><th scope="col" class="figure">Criteria</th><th scope="col" class="figure">Weight (%)</th></tr></thead>
<tbody>${modules.map(
    ({ id, label, weight, criteria }, at) => html`
<tr><td class="figure narrow">${at + 1}</td><td><a href="#${id}">${label}</a></td><td class="figure">${criteria.length}</td><td class="figure">${twoDecimals(weight)}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}

/** Widths are percentages, so that the bar fits any width while its text keeps its size. */
function weightsBar(modules: readonly MethodologyModule[]): Html {
  let left = 0;
  const segments = modules.map(({ weight }, at) => {
    const middle = left + weight / 2;
    const segment = `<g><rect x="${left}%" y="0" width="${weight}%" height="32"/><text x="${middle}%" y="21">${at + 1}</text><text class="below" x="${middle}%" y="47">${weight}%</text></g>`;
    left += weight;
    return segment;
  });
  const inWords = modules.map(({ label, weight }) => `${label} ${weight} percent`).join(', ');
  return html`<svg class="weights" role="img" aria-label="Weights: ${inWords}">${new Html(segments.join(''))}</svg>`;
}
