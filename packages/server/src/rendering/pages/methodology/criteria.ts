// The criteria of each module: what is measured, and how many points each value earns.

import type { CriterionInputForm, MethodologyCriterion, MethodologyModule } from '@rf-indicators/contract';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { pointsScale } from '../charts/points-scale.ts';
import { type Html, html } from '../html.ts';
import { dayCount, idInWords, listInWords, twoDecimals } from '../page-words.ts';

export function criteriaSections(modules: readonly MethodologyModule[]): Html {
  return html`<section>
<h2 id="criteria">Criteria</h2>
<p>The weight of a criterion is its share of its module. If a criterion does not apply to a provider, the other criteria
of the module share its weight. Between two listed values, points are interpolated linearly; a value outside the list
earns the points of the nearest listed value. Evidence counts in full for the number of days shown.</p>
${modules.map(moduleTable)}
</section>`;
}

function moduleTable({ id, label, weight, criteria }: MethodologyModule): Html {
  return html`<h3 id="${id}">${label} · ${twoDecimals(weight)}%</h3>
<table class="cards criteria">
<thead><tr><th scope="col">Criterion</th><th scope="col">Applies to</th><th scope="col">Safer when</th><th scope="col" class="figure">Counts in full</th><th scope="col" class="figure">Weight (%)</th></tr></thead>
<tbody>${criteria.map(criterionRow)}
</tbody>
</table>
`;
}

function criterionRow(criterion: MethodologyCriterion): Html {
  const { label, measure, input, unit, direction, max_age_days, weight, evidence, gate } = criterion;
  return html`
<tr>
<td><strong>${label}</strong>
<p class="muted">${measure.replace(/^Gate input\. /, '')}${gate && ' Without live evidence for this criterion, there is no score.'}</p>
<figure class="scale-of">
<figcaption>${input.type === 'enum' ? 'Points by option, worst first' : `Points by value, ${unit.replaceAll('_', ' ')}`}</figcaption>
${pointsScale(input)}
</figure>
<details><summary>Points and evidence</summary>
${pointsTable(input, unit)}
<p class="muted">Evidence: ${evidence.join('; ')}.</p>
</details></td>
<td data-label="Applies to">${appliesTo(criterion)}</td>
<td data-label="Safer when">${input.type === 'enum' ? 'see options' : direction}</td>
<td data-label="Counts in full" class="figure">${dayCount(max_age_days)}</td>
<td data-label="Weight (%)" class="figure">${twoDecimals(weight)}</td>
</tr>`;
}

const PLANNER_TYPE_COUNT = 3;

function appliesTo({ planner_types, requires_flag }: MethodologyCriterion): string {
  const types =
    planner_types.length === PLANNER_TYPE_COUNT ? 'all types' : listInWords(planner_types.map(typeName));
  return requires_flag === null ? types : `${types}, if ${requires_flag.replaceAll('_', ' ')}`;
}

function pointsTable(input: CriterionInputForm, unit: string): Html {
  const rows =
    input.type === 'number'
      ? input.breakpoints.map(
          ({ value, points }) => html`
<tr><td class="figure">${value.toFixed(input.scale)}</td><td class="figure">${twoDecimals(points)}</td></tr>`,
        )
      : input.options.map(
          ({ value, points, definition }) => html`
<tr><td>${idInWords(value)}${definition !== null && html`<p class="muted">${definition}</p>`}</td><td class="figure">${twoDecimals(points)}</td></tr>`,
        );
  const valueHead =
    input.type === 'number'
      ? html`<th scope="col" class="figure">${idInWords(unit)}</th>`
      : html`<th scope="col">Option (worst first)</th>`;
  return html`<table class="ladder"><thead><tr>${valueHead}<th scope="col" class="figure">Points</th></tr></thead><tbody>${rows}
</tbody></table>`;
}
