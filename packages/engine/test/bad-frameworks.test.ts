// Drafts of frameworks with one thing wrong, and the problem that is reported of each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMethodology, MethodologyError, methodologyProblems } from '@rf-indicators/engine';
import { frameworkDocument } from './support/framework.ts';

// biome-ignore lint/suspicious/noExplicitAny: a draft may hold anything; that is what is tested
type Draft = any;

/** A description, the expected pointer and code, and the change that makes a draft invalid. */
const BAD_DRAFTS: [what: string, pointer: string, code: string, change: (draft: Draft) => unknown][] = [
  ['a list', '', 'not_an_object', () => []],
  ['no bands', '', 'missing_member', (d) => delete d.bands],
  ['an unknown member', '/colour', 'unknown_member', (d) => Object.assign(d, { colour: 'red' })],
  [
    'a version with three parts',
    '/methodology_version',
    'not_a_version',
    (d) => Object.assign(d, { methodology_version: '1.0.1' }),
  ],
  [
    'a day that does not exist',
    '/effective_from',
    'not_a_date',
    (d) => Object.assign(d, { effective_from: '2026-02-30' }),
  ],
  ['an empty name', '/framework_name', 'not_text', (d) => Object.assign(d, { framework_name: '' })],
  [
    'module weights that add up to 101',
    '/modules',
    'weights_do_not_add_up',
    (d) => Object.assign(d.modules[0], { weight: 21 }),
  ],
  [
    'a module weight of half a percent',
    '/modules/0/weight',
    'not_a_whole_number',
    (d) => Object.assign(d.modules[0], { weight: 0.5 }),
  ],
  [
    'two modules with one id',
    '/modules/1/id',
    'not_unique',
    (d) => Object.assign(d.modules[1], { id: 'reserves' }),
  ],
  [
    'criterion weights that add up to 99',
    '/modules/0',
    'weights_do_not_add_up',
    (d) => Object.assign(d.criteria[0], { weight: 29 }),
  ],
  [
    'a criterion of an unknown module',
    '/criteria/0/module',
    'unknown_reference',
    (d) => Object.assign(d.criteria[0], { module: 'luck' }),
  ],
  [
    'two criteria with one id',
    '/criteria/1/id',
    'not_unique',
    (d) => Object.assign(d.criteria[1], { id: 'reserve_coverage' }),
  ],
  [
    'a criterion with a reserved id',
    '/criteria/0/id',
    'not_unique',
    (d) => Object.assign(d.criteria[0], { id: 'confidence' }),
  ],
  [
    'an id with a space',
    '/criteria/0/id',
    'not_an_id',
    (d) => Object.assign(d.criteria[0], { id: 'reserve coverage' }),
  ],
  [
    'criteria out of the order of modules',
    '/criteria/31/module',
    'out_of_order',
    (d) => Object.assign(d.criteria[31], { module: 'reserves' }),
  ],
  [
    'an unknown planner type',
    '/criteria/0/planner_types/0',
    'unknown_reference',
    (d) => Object.assign(d.criteria[0], { planner_types: ['gold', 'btc', 'fiat', 'stablecoin'] }),
  ],
  [
    'an unknown flag',
    '/criteria/3/requires_flag',
    'unknown_reference',
    (d) => Object.assign(d.criteria[3], { requires_flag: 'staked' }),
  ],
  [
    'a module that could be empty',
    '/modules/5',
    'module_can_be_empty',
    (d) => {
      for (const c of d.criteria) if (c.module === 'transparency') c.planner_types = ['btc', 'fiat'];
    },
  ],
  [
    'an unknown direction',
    '/criteria/0/direction',
    'not_a_direction',
    (d) => Object.assign(d.criteria[0], { direction: 'up' }),
  ],
  [
    'an age limit of 0 days',
    '/criteria/0/max_age_days',
    'not_a_whole_number',
    (d) => Object.assign(d.criteria[0], { max_age_days: 0 }),
  ],
  [
    'an unknown input type',
    '/criteria/0/input/type',
    'unknown_input_type',
    (d) => Object.assign(d.criteria[0].input, { type: 'boolean' }),
  ],
  [
    'one breakpoint',
    '/criteria/0/input/breakpoints',
    'too_few',
    (d) => Object.assign(d.criteria[0].input, { breakpoints: [['95.00', '100.00']] }),
  ],
  [
    'breakpoints whose inputs do not rise',
    '/criteria/0/input/breakpoints/2/0',
    'inputs_do_not_rise',
    (d) => {
      d.criteria[0].input.breakpoints[2][0] = '100.00';
    },
  ],
  [
    'points that run against the direction',
    '/criteria/0/input/breakpoints/1/1',
    'points_against_direction',
    (d) => {
      d.criteria[0].input.breakpoints[0][1] = '80.00';
    },
  ],
  [
    'points that rise where lower is safer',
    '/criteria/2/input/breakpoints/1/1',
    'points_against_direction',
    (d) => {
      d.criteria[2].input.breakpoints[0][1] = '60.00';
      d.criteria[2].input.breakpoints[3][1] = '0.00';
    },
  ],
  [
    'a best input below full points',
    '/criteria/0/input/breakpoints',
    'best_is_not_full',
    (d) => {
      d.criteria[0].input.breakpoints[3][1] = '99.99';
    },
  ],
  [
    'a breakpoint with too many decimals',
    '/criteria/0/input/breakpoints/0/0',
    'not_a_decimal',
    (d) => {
      d.criteria[0].input.breakpoints[0][0] = '95.001';
    },
  ],
  [
    'points above 100',
    '/criteria/0/input/breakpoints/3/1',
    'not_a_decimal',
    (d) => {
      d.criteria[0].input.breakpoints[3][1] = '100.01';
    },
  ],
  [
    'points without quotes',
    '/criteria/0/input/breakpoints/3/1',
    'not_a_decimal',
    (d) => {
      d.criteria[0].input.breakpoints[3][1] = 100;
    },
  ],
  [
    'a range too wide for exact arithmetic',
    '/criteria/0/input/breakpoints',
    'range_too_wide',
    (d) => {
      d.criteria[0].input.scale = 6;
      d.criteria[0].input.breakpoints[3][0] = '999999999';
    },
  ],
  [
    'options whose points fall',
    '/criteria/4/input/options/1/1',
    'points_against_direction',
    (d) => {
      d.criteria[4].input.options[0][1] = '20.00';
    },
  ],
  [
    'an option without a definition',
    '/criteria/4/option_definitions',
    'missing_member',
    (d) => delete d.criteria[4].option_definitions.delayed,
  ],
  [
    'a definition of an unknown option',
    '/criteria/4/option_definitions/closed',
    'unknown_member',
    (d) => Object.assign(d.criteria[4].option_definitions, { closed: 'x' }),
  ],
  [
    'a number as a gate',
    '/criteria/0/gate',
    'not_a_gate',
    (d) => Object.assign(d.criteria[0], { gate: true }),
  ],
  [
    'a gate with one option',
    '/gates/0/options',
    'too_few',
    (d) => Object.assign(d.gates[0], { options: ['none'] }),
  ],
  [
    'a grade that earns more than a better one',
    '/grades/C',
    'grades_rise',
    (d) => Object.assign(d.grades, { C: 90 }),
  ],
  ['a grade of two letters', '/grades/AA', 'not_a_grade', (d) => Object.assign(d.grades, { AA: 100 })],
  [
    'band bounds that do not fall',
    '/bands/1/1',
    'bounds_do_not_fall',
    (d) => {
      d.bands[1][1] = '80.00';
    },
  ],
  [
    'scores below the last band',
    '/bands/3/1',
    'scores_without_band',
    (d) => {
      d.bands[3][1] = '1.00';
    },
  ],
  [
    'two rules with one id',
    '/hard_rules/1/id',
    'not_unique',
    (d) => Object.assign(d.hard_rules[1], { id: 'HR01' }),
  ],
  [
    'a rule on an unknown input',
    '/hard_rules/3/tiers/0/0/input',
    'unknown_reference',
    (d) => Object.assign(d.hard_rules[3].tiers[0][0], { input: 'luck' }),
  ],
  [
    'a rule on an unknown option',
    '/hard_rules/1/tiers/0/0/value',
    'unknown_reference',
    (d) => Object.assign(d.hard_rules[1].tiers[0][0], { value: 'closed' }),
  ],
  [
    'a rule on a list of unknown options',
    '/hard_rules/7/tiers/0/0/value/1',
    'unknown_reference',
    (d) => {
      d.hard_rules[7].tiers[0][0].value[1] = 'luck';
    },
  ],
  [
    'an unknown operator',
    '/hard_rules/3/tiers/0/0/op',
    'unknown_operator',
    (d) => Object.assign(d.hard_rules[3].tiers[0][0], { op: 'eq' }),
  ],
  [
    'an operator that is a list of one',
    '/hard_rules/3/tiers/0/0/op',
    'not_text',
    (d) => Object.assign(d.hard_rules[3].tiers[0][0], { op: ['lt'] }),
  ],
  [
    'a rule on an input that is not a string',
    '/hard_rules/3/tiers/0/0/input',
    'not_text',
    (d) => Object.assign(d.hard_rules[3].tiers[0][0], { input: null }),
  ],
  [
    'a rule that penalises the safer side',
    '/hard_rules/3/tiers/0/0/op',
    'rule_against_direction',
    (d) => Object.assign(d.hard_rules[3].tiers[0][0], { op: 'ge' }),
  ],
  [
    'a rule that caps a better option lower',
    '/hard_rules/1/tiers',
    'rule_against_direction',
    (d) => Object.assign(d.hard_rules[1].tiers[0][0], { value: 'delayed' }),
  ],
  [
    'a cap above 100',
    '/hard_rules/0/tiers/0/1',
    'not_a_decimal',
    (d) => {
      d.hard_rules[0].tiers[0][1] = '100.01';
    },
  ],
  [
    'a missing-evidence rule on an unknown criterion',
    '/hard_rules/11/tiers/1/0/any_missing/0',
    'unknown_reference',
    (d) => {
      d.hard_rules[11].tiers[1][0].any_missing[0] = 'luck';
    },
  ],
  [
    'a missing-evidence rule on a gate',
    '/hard_rules/11/tiers/1/0/any_missing/0',
    'gate_never_missing',
    (d) => {
      d.hard_rules[11].tiers[1][0].any_missing[0] = 'withdrawal_status';
    },
  ],
  [
    'floor factors without points',
    '/floor_factor_min_points',
    'not_positive',
    (d) => Object.assign(d, { floor_factor_min_points: '0.00' }),
  ],
  [
    'no listed factors',
    '/listed_factors',
    'not_a_whole_number',
    (d) => Object.assign(d, { listed_factors: 0 }),
  ],
];

for (const [what, pointer, code, change] of BAD_DRAFTS) {
  test(`a draft with ${what} is refused with ${code} at ${pointer || 'the document'}`, () => {
    const draft: Draft = frameworkDocument();
    const result = change(draft);
    const problems = methodologyProblems(Array.isArray(result) ? result : draft);
    const reported = problems.map((problem) => `${problem.pointer} ${problem.code}`);
    assert.ok(reported.includes(`${pointer} ${code}`), reported.join('\n'));
    assert.throws(() => loadMethodology(Array.isArray(result) ? result : draft), MethodologyError);
  });
}

test('all problems of a draft are reported at once', () => {
  const draft: Draft = frameworkDocument();
  draft.modules[0].weight = 19;
  draft.bands[3][1] = '1.00';
  draft.hard_rules[3].tiers[0][0].input = 'luck';
  assert.deepEqual(
    methodologyProblems(draft).map(({ code }) => code),
    ['weights_do_not_add_up', 'scores_without_band', 'unknown_reference'],
  );
});
