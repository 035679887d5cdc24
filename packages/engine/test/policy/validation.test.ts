// Policies with one thing wrong, and the problem that is reported of each; and what a rule can be written with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPolicy,
  POLICY_DECISIONS,
  POLICY_OPERATORS,
  POLICY_VALUES,
  policyProblems,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases, SEED } from '../support/counts.ts';
import { arbitraryPolicy, policyWith, rule } from '../support/policies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a draft may hold anything; that is what is tested
type Draft = any;

function draft(): Draft {
  const low = { value: 'score', is: 'below', to: '50.00' } as const;
  const band = { value: 'band', is: 'one_of', to: ['ELEVATED', 'HIGH'] } as const;
  const policy = policyWith(
    [rule('low', 'BLOCK', low), rule('band', 'REVIEW', { any: [band, { not: low }] })],
    {
      existing: {
        rules: [rule('old', 'BLOCK', { value: 'newest_evidence', is: 'older_than', to: 90 })],
        cure_days: 30,
      },
      exceptions: [
        { rule: 'low', provider: 'acme', worst_band: 'HIGH', reason: 'Known.', until: '2026-12-31' },
      ],
    },
  );
  return JSON.parse(JSON.stringify(policy));
}

const condition = (to: object) => (d: Draft) => Object.assign(d.rules[0], { when: to });
const nested = (depth: number): object =>
  depth === 1 ? { value: 'capped', is: 'missing' } : { not: nested(depth - 1) };
const wide = (count: number) => ({ any: new Array(count).fill({ value: 'capped', is: 'missing' }) });

/** A description, the expected pointer and code, and the change that makes a draft invalid. */
const BAD: [what: string, pointer: string, code: string, change: (draft: Draft) => unknown][] = [
  ['another format', '/format', 'unknown_reference', (d) => Object.assign(d, { format: 'rf-policy-2' })],
  ['no scope', '', 'missing_member', (d) => delete d.scope],
  ['an unknown member', '/colour', 'unknown_member', (d) => Object.assign(d, { colour: 'red' })],
  ['a name with a space', '/name', 'not_an_id', (d) => Object.assign(d, { name: 'my policy' })],
  ['version 0', '/version', 'not_a_whole_number', (d) => Object.assign(d, { version: 0 })],
  ['a scope in words', '/scope', 'not_a_list', (d) => Object.assign(d, { scope: 'some' })],
  ['a provider twice', '/scope/1', 'not_unique', (d) => Object.assign(d, { scope: ['acme', 'acme'] })],
  ['a long id', '/scope/0', 'too_long', (d) => Object.assign(d, { scope: ['x'.repeat(101)] })],
  ['a scope without a book', '/scope', 'missing_member', (d) => Object.assign(d, { scope: {} })],
  [
    'a book and a provider',
    '/scope/provider',
    'unknown_member',
    (d) => Object.assign(d, { scope: { book: 'b', provider: 'acme' } }),
  ],
  ['two books', '/scope/book', 'not_text', (d) => Object.assign(d, { scope: { book: ['a', 'b'] } })],
  ['a long book', '/scope/book', 'too_long', (d) => Object.assign(d, { scope: { book: 'x'.repeat(101) } })],
  ['a framework of null', '/frameworks/0', 'not_text', (d) => Object.assign(d, { frameworks: [null] })],
  [
    '49 hours',
    '/verified_within_hours',
    'not_a_whole_number',
    (d) => Object.assign(d, { verified_within_hours: 49 }),
  ],
  ['no minutes', '/valid_minutes', 'not_a_whole_number', (d) => Object.assign(d, { valid_minutes: 0 })],
  [
    'half an hour',
    '/verified_within_hours',
    'not_a_whole_number',
    (d) => Object.assign(d, { verified_within_hours: 0.5 }),
  ],
  [
    '51 rules',
    '/rules',
    'too_many',
    (d) =>
      Object.assign(d, {
        rules: new Array(51).fill(0).map((_, at) => ({ ...d.rules[0], id: at === 0 ? 'low' : `r${at}` })),
      }),
  ],
  [
    'two rules of one id',
    '/existing/rules/0/id',
    'not_unique',
    (d) => Object.assign(d.existing.rules[0], { id: 'low' }),
  ],
  [
    'a rule that allows',
    '/rules/0/decision',
    'unknown_reference',
    (d) => Object.assign(d.rules[0], { decision: 'ALLOW' }),
  ],
  [
    'an empty sentence',
    '/rules/0/sentence',
    'not_a_sentence',
    (d) => Object.assign(d.rules[0], { sentence: ' ' }),
  ],
  [
    'a long sentence',
    '/rules/0/sentence',
    'not_a_sentence',
    (d) => Object.assign(d.rules[0], { sentence: 'x'.repeat(201) }),
  ],
  [
    'half a character',
    '/rules/0/sentence',
    'not_a_sentence',
    (d) => Object.assign(d.rules[0], { sentence: '\ud800' }),
  ],
  ['no condition', '/rules/0', 'missing_member', (d) => delete d.rules[0].when],
  ['a condition of text', '/rules/0/when', 'not_an_object', condition('score < 50' as never)],
  ['two words', '/rules/0/when', 'not_a_condition', condition({ all: [], any: [] })],
  ['arithmetic', '/rules/0/when', 'not_a_condition', condition({ sum: [] })],
  ['all of nothing', '/rules/0/when/all', 'too_few', condition({ all: [] })],
  ['nine levels', `/rules/0/when${'/not'.repeat(8)}`, 'too_deep', condition(nested(9))],
  ['501 parts', '/rules/0/when/any/499', 'too_many', condition(wide(500))],
  [
    'an unknown value',
    '/rules/0/when/value',
    'unknown_reference',
    condition({ value: 'mood', is: 'missing' }),
  ],
  [
    'a value of objects',
    '/rules/0/when/value',
    'unknown_reference',
    condition({ value: 'toString', is: 'missing' }),
  ],
  [
    'a flag that is below',
    '/rules/0/when/is',
    'unknown_reference',
    condition({ value: 'stale', is: 'below', to: true }),
  ],
  ['a score without a number', '/rules/0/when', 'missing_member', condition({ value: 'score', is: 'below' })],
  [
    'a number for "missing"',
    '/rules/0/when/to',
    'unknown_member',
    condition({ value: 'score', is: 'missing', to: '1' }),
  ],
  [
    'a score as a number',
    '/rules/0/when/to',
    'not_on_the_scale',
    condition({ value: 'score', is: 'below', to: 50 }),
  ],
  [
    'a score above the scale',
    '/rules/0/when/to',
    'not_on_the_scale',
    condition({ value: 'score', is: 'below', to: '100.01' }),
  ],
  [
    'a score below the scale',
    '/rules/0/when/to',
    'not_on_the_scale',
    condition({ value: 'score', is: 'below', to: '-0.01' }),
  ],
  [
    'a quality of 2',
    '/rules/0/when/to',
    'not_on_the_scale',
    condition({ value: 'evidence_quality', is: 'below', to: '2' }),
  ],
  [
    'three decimals',
    '/rules/0/when/to',
    'not_on_the_scale',
    condition({ value: 'score', is: 'below', to: '50.001' }),
  ],
  [
    'an unknown band',
    '/rules/0/when/to',
    'unknown_reference',
    condition({ value: 'band', is: 'equal_to', to: 'low' }),
  ],
  ['a list of nothing', '/rules/0/when/to', 'too_few', condition({ value: 'band', is: 'one_of', to: [] })],
  [
    'an unknown band in a list',
    '/rules/0/when/to/1',
    'unknown_reference',
    condition({ value: 'band', is: 'one_of', to: ['LOW', 'SAFE'] }),
  ],
  [
    'a flag in words',
    '/rules/0/when/to',
    'not_a_flag',
    condition({ value: 'stale', is: 'equal_to', to: 'true' }),
  ],
  [
    'an age in text',
    '/rules/0/when/to',
    'not_a_whole_number',
    condition({ value: 'newest_evidence', is: 'older_than', to: '90' }),
  ],
  [
    'an unknown product',
    '/rules/0/when/to',
    'unknown_reference',
    condition({ value: 'product_type', is: 'equal_to', to: 'gold' }),
  ],
  [
    'a window of 401 days',
    '/rules/0/when/within_days',
    'not_a_whole_number',
    condition({ value: 'corrected', within_days: 401, is: 'equal_to', to: true }),
  ],
  [
    'no window',
    '/rules/0/when',
    'missing_member',
    condition({ value: 'corrected', is: 'equal_to', to: true }),
  ],
  [
    'a window of a score',
    '/rules/0/when/within_days',
    'unknown_member',
    condition({ value: 'score', within_days: 30, is: 'missing' }),
  ],
  ['no module', '/rules/0/when', 'missing_member', condition({ value: 'module_score', is: 'missing' })],
  ['no days to cure', '/existing', 'missing_member', (d) => delete d.existing.cure_days],
  [
    'an exception of no rule',
    '/exceptions/0/rule',
    'unknown_reference',
    (d) => Object.assign(d.exceptions[0], { rule: 'other' }),
  ],
  [
    'an exception of a guard',
    '/exceptions/0/rule',
    'unknown_reference',
    (d) => Object.assign(d.exceptions[0], { rule: 'rf:stale' }),
  ],
  ['an exception for ever', '/exceptions/0', 'missing_member', (d) => delete d.exceptions[0].until],
  [
    'an exception until no day',
    '/exceptions/0/until',
    'not_a_date',
    (d) => Object.assign(d.exceptions[0], { until: '2026-02-30' }),
  ],
  [
    'an exception without a reason',
    '/exceptions/0/reason',
    'not_a_sentence',
    (d) => Object.assign(d.exceptions[0], { reason: '' }),
  ],
  [
    'an exception of any band',
    '/exceptions/0/worst_band',
    'unknown_reference',
    (d) => Object.assign(d.exceptions[0], { worst_band: 'ANY' }),
  ],
  [
    'two exceptions of one',
    '/exceptions/1',
    'not_unique',
    (d) => d.exceptions.push({ ...d.exceptions[0], worst_band: 'LOW' }),
  ],
];

for (const [what, pointer, code, change] of BAD) {
  test(`refused: ${what}`, () => {
    const document = draft();
    change(document);
    assert.deepEqual(
      policyProblems(document).map((problem) => [problem.pointer, problem.code]),
      [[pointer, code]],
    );
  });
}

test('all problems are reported at once, in sentences', () => {
  const document = draft();
  document.rules[0].when.to = '101';
  document.exceptions[0].worst_band = 'SAFE';
  assert.deepEqual(policyProblems(document), [
    {
      pointer: '/rules/0/when/to',
      code: 'not_on_the_scale',
      message: 'must be a decimal in quotes with at most two decimals, from 0.00 to 100.00',
    },
    {
      pointer: '/exceptions/0/worst_band',
      code: 'unknown_reference',
      message: 'is not a known band: "SAFE"',
    },
  ]);
});

test('the draft is valid, and so are eight levels and 500 parts; a list is not', () => {
  assert.deepEqual(policyProblems([]), [
    { pointer: '', code: 'not_an_object', message: 'must be an object' },
  ]);
  assert.deepEqual(policyProblems(draft()), []);
  for (const when of [nested(8), wide(499)]) {
    const rules = [{ ...draft().rules[0], when }];
    assert.deepEqual(policyProblems(policyWith(rules)), []);
  }
});

test('random policies are valid', () => {
  fc.assert(fc.property(arbitraryPolicy(), isPolicy), { seed: SEED, numRuns: cases(200, 5000) });
});

test('a rule can be written with exactly these values and comparisons', () => {
  assert.deepEqual(POLICY_DECISIONS, ['ALLOW', 'REVIEW', 'BLOCK']);
  assert.deepEqual(POLICY_OPERATORS, {
    hundredths: ['below', 'at_most', 'at_least', 'above', 'missing'],
    band: ['equal_to', 'one_of', 'worse_than', 'better_than', 'missing'],
    word: ['equal_to', 'one_of', 'missing'],
    flag: ['equal_to', 'missing'],
    day: ['older_than', 'missing'],
  });
  const described = Object.entries(POLICY_VALUES).map(([name, value]) => {
    const {
      type,
      parameter = null,
      doesNotApply = null,
    } = value as {
      type: string;
      parameter?: string;
      doesNotApply?: string;
    };
    return [name, type, parameter, doesNotApply];
  });
  const noYield = 'the product offers no yield';
  assert.deepEqual(described, [
    ['band', 'band', null, null],
    ['score', 'hundredths', null, null],
    ['module_minimum', 'hundredths', null, null],
    ['module_score', 'hundredths', 'module', 'no criterion of the module applies to the provider'],
    ['evidence_quality', 'hundredths', null, null],
    ['capped', 'flag', null, null],
    ['cap', 'flag', 'rule', null],
    ['newest_evidence', 'day', null, null],
    ['oldest_evidence', 'day', null, null],
    ['stale', 'flag', null, null],
    ['under_review', 'word', null, null],
    ['corrected', 'flag', 'within_days', null],
    ['change', 'hundredths', 'within_days', null],
    ['worst_band', 'band', 'within_days', null],
    ['lowest_score', 'hundredths', 'within_days', null],
    ['framework', 'word', null, null],
    ['product_type', 'word', null, null],
    ['yield_lowest', 'hundredths', null, noYield],
    ['yield_highest', 'hundredths', null, noYield],
  ]);
});
