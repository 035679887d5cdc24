// Tables of docs/use/methodology.md: modules, criteria, gates, hard rules, bands and evidence grades of the framework.

import { formatHundredths, type MethodologyDocument } from '@rf-indicators/engine';
import {
  rulesByBand,
  rulesInWords,
  WHAT_A_BAND_SAYS,
} from '../../../packages/server/src/rendering/pages/methodology/band-rules.ts';
import { framework, methodology } from './framework.ts';
import { FLAG_MEANINGS, GRADE_MEANINGS, meaningOf, RULE_REASONS } from './framework-meanings.ts';
import { code, table } from './markdown.ts';

type CriterionEntry = MethodologyDocument['criteria'][number];
type Condition = MethodologyDocument['hard_rules'][number]['tiers'][number][0];

export function modulesTable(): string {
  return table(
    ['#', 'id', 'module', 'weight', 'criteria'],
    framework.modules.map(({ id, label, weight }, index) => [
      index + 1,
      code(id),
      label,
      `${weight} %`,
      framework.criteria.filter(({ module }) => module === id).length,
    ]),
  );
}

export function criteriaSections(): string {
  return framework.modules
    .map(({ id, label, weight }) => {
      const criteria = framework.criteria.filter(({ module }) => module === id);
      const rows = criteria.map((criterion) => [
        framework.criteria.indexOf(criterion) + 1,
        `${code(criterion.id)}<br>${criterion.label}`,
        appliesTo(criterion),
        inputForm(criterion),
        pointsOf(criterion),
        `${criterion.weight} %`,
        `${criterion.max_age_days} days`,
      ]);
      const head = ['#', 'criterion', 'applies to', 'input', 'points', 'weight', 'age limit'];
      return `### ${label} (${code(id)}, ${weight} %)\n\n${table(head, rows)}\n\n${criteria.map(definition).join('\n')}`;
    })
    .join('\n\n');
}

function appliesTo({ planner_types, requires_flag }: CriterionEntry): string {
  const types = planner_types.length === 3 ? 'all' : planner_types.join(', ');
  return requires_flag === null ? types : `${types}, if ${code(requires_flag)}`;
}

function inputForm({ input, unit, direction }: CriterionEntry): string {
  if (input.type === 'enum') return 'option, worst first';
  const decimals = input.scale === 1 ? '1 decimal' : `${input.scale} decimals`;
  return `${unit}, ${decimals}, ${direction} is safer`;
}

function pointsOf({ input }: CriterionEntry): string {
  if (input.type === 'enum') {
    return input.options.map(([option, points]) => `${code(option)} ${points}`).join('<br>');
  }
  return input.breakpoints.map(([value, points]) => `${value} → ${points}`).join('<br>');
}

function definition({ id, measure, evidence, option_definitions = {} }: CriterionEntry): string {
  const options = Object.entries(option_definitions).map(([name, text]) => `  - ${code(name)}: ${text}`);
  return [`- ${code(id)}: ${measure} Evidence: ${evidence.join('; ')}.`, ...options].join('\n');
}

export function flagsTable(): string {
  return table(
    ['flag', 'true when', 'criteria that apply only then'],
    framework.flags.map((flag) => [
      code(flag),
      meaningOf(FLAG_MEANINGS, framework.flags, flag),
      framework.criteria
        .filter(({ requires_flag }) => requires_flag === flag)
        .map(({ id }) => code(id))
        .join(', '),
    ]),
  );
}

export function gatesTable(): string {
  const gates = framework.gates.map(({ id, max_age_days, option_definitions }) => {
    const options = Object.entries(option_definitions).map(([name, text]) => `${code(name)}: ${text}`);
    return [code(id), options.join('<br>'), max_age_days];
  });
  const criteria = framework.criteria
    .filter(({ gate }) => gate)
    .map(({ id, max_age_days }) => [code(id), 'also a criterion; see its options above', max_age_days]);
  return table(
    ['gate', 'options, worst first', 'age limit in days', 'reason code if it is missing'],
    [...gates, ...criteria].map((row) => [
      ...row.slice(0, 2),
      `${row[2]}; expires at ${2 * Number(row[2])}`,
      code(`GATE_${String(row[0]).replaceAll('`', '').toUpperCase()}`),
    ]),
  );
}

export function rulesTable(): string {
  const ids = framework.hard_rules.map(({ id }) => id);
  return table(
    ['rule', 'name', 'condition → cap', 'why'],
    framework.hard_rules.map(({ id, name, tiers }) => [
      id,
      code(name),
      tiers.map(([condition, cap]) => `${conditionText(condition)} → **${cap}**`).join('<br>'),
      meaningOf(RULE_REASONS, ids, id),
    ]),
  );
}

const OPERATORS: Record<string, string> = { lt: '<', le: '≤', gt: '>', ge: '≥', eq: '=' };

function conditionText(condition: Condition): string {
  if ('any_missing' in condition) {
    return `no unexpired evidence for one or more of ${condition.any_missing.map(code).join(', ')}`;
  }
  const { input, op, value } = condition;
  const isText = op === 'eq' || op === 'in';
  const test =
    op === 'in'
      ? `is one of ${value.map(code).join(', ')}`
      : `${OPERATORS[op]} ${isText ? code(value) : value}`;
  const types = framework.criteria.find(({ id }) => id === input)?.planner_types ?? [];
  const only = types.length % 3 === 0 ? '' : ` (${types.join(', ')})`;
  return `${code(input)} ${test}${only}`;
}

export function bandsTable(): string {
  const rules = methodology.rules.map(({ id, tiers }) => ({ id, caps: tiers.map(({ cap }) => cap) }));
  const holding = rulesByBand(methodology.bands, rules);
  const bands = table(
    ['band', 'from', 'up to', 'hard rules that can hold a score in it (at)'],
    methodology.bands.map(({ name, lower }, index) => {
      const above = methodology.bands[index - 1];
      const upper = above === undefined ? 10000 : above.lower - 1;
      return [
        `**${name}**`,
        formatHundredths(lower),
        formatHundredths(upper),
        rulesInWords(holding.get(name)!, formatHundredths),
      ];
    }),
  );
  return `${bands}\n\n${WHAT_A_BAND_SAYS}`;
}

export function gradesTable(): string {
  const names = Object.keys(framework.grades);
  return table(
    ['grade', 'factor', 'what it is'],
    names.map((name) => [
      name,
      formatHundredths(framework.grades[name]!),
      meaningOf(GRADE_MEANINGS, names, name),
    ]),
  );
}
