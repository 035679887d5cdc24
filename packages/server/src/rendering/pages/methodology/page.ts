// GET /methodology: the current framework, rendered as a page.

import type { Methodology, MethodologyModule } from '@rf-indicators/contract';
import { Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { shortDay, twoDecimals } from '../page-words.ts';
import type { Site } from '../site.ts';
import { criteriaSections } from './criteria.ts';
import { announcementSection, signOffSection, versionsSection } from './provenance.ts';
import { gatesSection, rulesSection } from './rules.ts';
import { agesSection, bandsSection, gradesSection } from './thresholds.ts';

const CONTENTS: readonly [anchor: string, label: string][] = [
  ['weights', 'Weights'],
  ['bands', 'Bands'],
  ['criteria', 'Criteria'],
  ['gates', 'Gates'],
  ['hard-rules', 'Hard rules'],
  ['evidence-ages', 'Evidence age limits'],
  ['confidence', 'Evidence quality'],
  ['sign-off', 'Sign-off'],
  ['versions', 'Versions'],
];

export function methodologyPage(site: Site, methodology: Methodology): Html {
  const { framework_version, effective_from, modules, rounding } = methodology;
  const criteria = modules.reduce((count, module) => count + module.criteria.length, 0);
  return layout(site, {
    title: `Methodology: ${framework_version}`,
    description: `How a score is made by ${framework_version}: every criterion, weight, hard rule and band.`,
    canonical: '/methodology',
    path: '/methodology',
    main: html`<p class="kicker">Current framework, effective from ${shortDay(effective_from)}</p>
<h1>${framework_version}</h1>
<p class="lead">The framework has ${criteria} criteria in ${modules.length} modules. Evidence for a criterion earns points;
the points decrease as the evidence ages, and a criterion without evidence earns none. The score is the weighted sum of
the points, from 0.00 to 100.00; higher is safer. Hard rules can only lower a score. Nobody edits scores by hand.</p>
<p>${rounding.description}</p>
${announcementSection(methodology)}
<nav class="contents" aria-label="On this page"><ul>${CONTENTS.map(
      ([anchor, label]) => html`<li><a href="#${anchor}">${label}</a></li>`,
    )}</ul></nav>
${weightsSection(modules)}
${bandsSection(methodology)}
${criteriaSections(modules)}
${gatesSection(methodology)}
${rulesSection(methodology)}
${agesSection(methodology)}
${gradesSection(methodology)}
${signOffSection(methodology)}
${versionsSection(methodology)}`,
  });
}

/** The weights of the modules, as a bar and as a table. */
function weightsSection(modules: readonly MethodologyModule[]): Html {
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
