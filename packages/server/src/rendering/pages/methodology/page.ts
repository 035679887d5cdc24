// GET /methodology: the current framework, rendered as a page.

import type { Methodology } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { dayInWords } from '../words.ts';
import { criteriaSections } from './criteria.ts';
import { announcementSection, signOffSection, versionsSection } from './provenance.ts';
import { gatesSection, rulesSection } from './rules.ts';
import { agesSection, bandsSection, gradesSection } from './thresholds.ts';
import { weightsSection } from './weights.ts';

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
    path: '/methodology',
    main: html`<p class="kicker">Current framework, effective from ${dayInWords(effective_from)}</p>
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
