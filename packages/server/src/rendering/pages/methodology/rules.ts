// Gates, without which there is no score, and hard rules, which cap it. Rule conditions are written as sentences.

import type { Methodology, MethodologyRule } from '@rf-indicators/contract';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { dayCount, idInWords, twoDecimals } from '../page-words.ts';
import { RULE_REASONS } from './rule-reasons.ts';

export function gatesSection({ gates }: Methodology): Html {
  return html`<section>
<h2 id="gates">Gates</h2>
<p>Gates are facts that we must check ourselves. While one of them is unknown or has lapsed, there is no score.</p>
<table class="cards">
<thead><tr><th scope="col">Gate</th><th scope="col">Options (worst first)</th><th scope="col" class="figure">Valid for</th></tr></thead>
<tbody>${gates.map(
    ({ id, options, max_age_days }) => html`
<tr><td><strong>${idInWords(id)}</strong></td><td>${options.map(
      ({ value, definition }) =>
        html`<div>${idInWords(value)}${definition !== null && html`: <span class="muted">${definition}</span>`}</div>`,
    )}</td><td data-label="Valid for" class="figure">${dayCount(max_age_days)}</td></tr>`,
  )}
</tbody>
</table>
</section>`;
}

export function rulesSection(methodology: Methodology): Html {
  const names = inputNames(methodology);
  return html`<section>
<h2 id="hard-rules">Hard rules</h2>
<p>When a rule fires, the score cannot exceed the cap of the rule. If several rules fire, the lowest cap applies.</p>
<table class="cards">
<thead><tr><th scope="col">Rule</th><th scope="col">Fires if</th><th scope="col">Best possible band</th><th scope="col" class="figure">Maximum score</th></tr></thead>
<tbody>${methodology.hard_rules.map((rule) => ruleRows(rule, names, methodology))}
</tbody>
</table>
</section>`;
}

function ruleRows({ id, name, tiers }: MethodologyRule, names: Names, methodology: Methodology): Html[] {
  return tiers.map(
    ({ condition, cap }, at) => html`
<tr${at === 0 && html` id="${id}"`}><td>${at === 0 ? html`<strong>${idInWords(name)}</strong> <span class="id muted">${id}</span>${RULE_REASONS[id] !== undefined && html`<p class="muted">${RULE_REASONS[id]}</p>`}` : html`<span class="id muted">${id}</span>`}</td><td>${inWords(condition, names)}</td><td>${bandChip(bandOf(cap, methodology))}</td><td data-label="Maximum score" class="figure">${twoDecimals(cap)}</td></tr>`,
  );
}

function bandOf(score: number, { thresholds: { bands } }: Methodology): string {
  return bands.find(({ lower_bound }) => score >= lower_bound)!.band;
}

interface Name {
  label: string;
  unit: string;
}
type Names = ReadonlyMap<string, Name>;

/** Labels and units by criterion id, so that conditions use the same names as the rest of the page. */
function inputNames({ modules }: Methodology): Names {
  const criteria = modules.flatMap((module) => module.criteria);
  return new Map(criteria.map(({ id, label, unit }) => [id, { label, unit }]));
}

const OPERATORS: Readonly<Record<string, string>> = {
  lt: 'is below',
  le: 'is at most',
  gt: 'is above',
  ge: 'is at least',
  eq: 'is',
  in: 'is',
};

type Condition = MethodologyRule['tiers'][number]['condition'];

function inWords(condition: Condition, names: Names): string {
  const nameOf = (id: string): Name => names.get(id) ?? { label: idInWords(id), unit: '' };
  if (Array.isArray(condition.any_missing)) {
    const labels = condition.any_missing.map((id) => nameOf(id).label);
    return `There is no live evidence for at least one of: ${labels.join('; ')}`;
  }
  const { input, op, value } = condition as { input: string; op: string; value: string | string[] };
  const { label, unit } = nameOf(input);
  const values = [value].flat().map((one) => one.replaceAll('_', ' '));
  return `${label} ${OPERATORS[op] ?? op} ${values.join(' or ')}${unit === '' ? '' : ` ${unit}`}`;
}
