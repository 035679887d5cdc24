// The criteria of each module: what is measured, and the points that a value earns.

import type { CriterionInputForm, MethodologyCriterion, MethodologyModule } from '@rf-indicators/contract';
import { type Html, html } from '../html.ts';
import { idInWords, listInWords, twoDecimals } from '../words.ts';

export function criteriaSections(modules: readonly MethodologyModule[]): Html {
  return html`<section>
<h2 id="criteria">Criteria</h2>
<p>A weight is the share inside its module. Where a criterion does not apply to a provider, the others of its module
share its weight. Between two listed values points are interpolated in a straight line; outside them the points of the
nearest end hold. Evidence counts in full for the days given.</p>
${modules.map(moduleTable)}
</section>`;
}

function moduleTable({ id, label, weight, criteria }: MethodologyModule): Html {
  return html`<h3 id="${id}">${label} · ${twoDecimals(weight)} %</h3>
<table class="cards criteria">
<thead><tr><th scope="col">Criterion</th><th scope="col">Applies to</th><th scope="col">Safer is</th><th scope="col" class="figure">Full for</th><th scope="col" class="figure">Weight, %</th></tr></thead>
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
<p class="muted">${measure.replace(/^Gate input\. /, '')}${gate && ' Without live evidence for it there is no score.'}</p>
<details><summary>Points and evidence</summary>
${pointsTable(input, unit)}
<p class="muted">Evidence: ${evidence.join('; ')}.</p>
</details></td>
<td data-label="Applies to">${appliesTo(criterion)}</td>
<td data-label="Safer is">${input.type === 'enum' ? 'as listed' : direction}</td>
<td data-label="Full for" class="figure">${max_age_days} days</td>
<td data-label="Weight, %" class="figure">${twoDecimals(weight)}</td>
</tr>`;
}

const PLANNER_TYPES_IN_ALL = 3;

function appliesTo({ planner_types, requires_flag }: MethodologyCriterion): string {
  const types = planner_types.length === PLANNER_TYPES_IN_ALL ? 'all' : listInWords(planner_types);
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
      : html`<th scope="col">Option, worst first</th>`;
  return html`<table class="ladder"><thead><tr>${valueHead}<th scope="col" class="figure">Points</th></tr></thead><tbody>${rows}
</tbody></table>`;
}
