import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Expression, isPolicy, type Policy, policyFindings, type Rule } from '@rf-indicators/engine';
import { policyWith, rule } from '../support/policies.ts';

const below = (to: string, value: 'score' | 'yield_highest' = 'score'): Expression => ({
  value,
  is: 'below',
  to,
});

function found(rules: readonly Rule[], change: Partial<Policy> = {}): string[] {
  const policy = policyWith(rules, change);
  assert.ok(isPolicy(policy));
  return policyFindings(policy).map(({ pointer, code }) => `${pointer} ${code}`);
}

test('findings are sentences with the place of the rule', () => {
  const rules = [rule('low', 'BLOCK', below('50')), rule('nothing', 'BLOCK', below('0'))];
  rules.push(rule('lower', 'REVIEW', below('40')), rule('any', 'REVIEW', { not: below('0') }));
  assert.deepEqual(policyFindings(policyWith(rules)), [
    { pointer: '/rules/1', code: 'never_holds', message: 'The rule "nothing" can never hold.' },
    {
      pointer: '/rules/2',
      code: 'idle',
      message: 'The rule "lower" is idle: whenever it holds, the rule "low" decides.',
    },
    { pointer: '/rules/3', code: 'always_holds', message: 'The rule "any" always holds.' },
  ]);
});

const NEVER: [what: string, when: Expression][] = [
  ['a score below the least', below('0.00')],
  ['a score above the most', { value: 'score', is: 'above', to: '100' }],
  ['a change below the least', { value: 'change', within_days: 7, is: 'below', to: '-100' }],
  ['a band better than the best', { value: 'band', is: 'better_than', to: 'LOW' }],
  ['a gap without a number', { all: [below('50.01'), { value: 'score', is: 'above', to: '50' }] }],
  [
    'two bands at once',
    {
      all: [
        { value: 'band', is: 'equal_to', to: 'LOW' },
        { value: 'band', is: 'equal_to', to: 'HIGH' },
      ],
    },
  ],
  [
    'two frameworks at once',
    {
      all: [
        { value: 'framework', is: 'equal_to', to: '1' },
        { value: 'framework', is: 'equal_to', to: '2' },
      ],
    },
  ],
  [
    'older and not older',
    {
      all: [
        { value: 'newest_evidence', is: 'older_than', to: 90 },
        { not: { value: 'newest_evidence', is: 'older_than', to: 30 } },
      ],
    },
  ],
  ['missing and compared', { all: [{ value: 'score', is: 'missing' }, below('50')] }],
];
for (const [what, when] of NEVER) {
  test(`never holds: ${what}`, () =>
    assert.deepEqual(found([rule('one', 'BLOCK', when)]), ['/rules/0 never_holds']));
}

const ALWAYS: [what: string, when: Expression][] = [
  ['a score on the scale', { value: 'score', is: 'at_least', to: '0' }],
  ['a condition or its opposite', { any: [below('50'), { not: below('50') }] }],
  ['one of all bands', { value: 'band', is: 'one_of', to: ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'] }],
];
for (const [what, when] of ALWAYS) {
  test(`always holds: ${what}`, () =>
    assert.deepEqual(found([rule('one', 'BLOCK', when)]), ['/rules/0 always_holds']));
}

test('nothing is found where a rule can hold and need not', () => {
  const one: Expression[] = [
    { all: [below('50.02'), { value: 'score', is: 'above', to: '50' }] },
    {
      any: [
        { value: 'worst_band', within_days: 7, is: 'equal_to', to: 'HIGH' },
        { value: 'band', is: 'better_than', to: 'HIGH' },
      ],
    },
    { value: 'newest_evidence', is: 'older_than', to: 30 },
    // Of a product without yield, neither holds.
    { any: [below('5', 'yield_highest'), { not: below('5', 'yield_highest') }] },
  ];
  for (const when of one) assert.deepEqual(found([rule('one', 'BLOCK', when)]), []);
});

const A = rule('a', 'REVIEW', below('50'));
const B = rule('b', 'BLOCK', below('60'));

test('a rule is idle if a stricter one, or an equally strict one before it, holds wherever it does', () => {
  assert.deepEqual(found([A, B]), ['/rules/0 idle']);
  assert.deepEqual(found([B, A]), ['/rules/1 idle']);
  assert.deepEqual(found([B, { ...B, id: 'c' }]), ['/rules/1 idle']);
  // The first of two gives the more exact sentence.
  assert.deepEqual(found([{ ...A, decision: 'BLOCK' }, B]), []);
  // An exception can leave the milder one alone.
  const reason = { reason: 'Agreed.', until: '2026-12-31' };
  const exceptions = [{ rule: 'b', provider: 'acme', worst_band: 'LOW', ...reason }] as const;
  assert.deepEqual(found([B, A], { exceptions }), []);
});

test('the rules of exposure that exists are looked at on their own; days to cure make BLOCK mild', () => {
  assert.deepEqual(found([A], { existing: { rules: [B], cure_days: 0 } }), []);
  assert.deepEqual(found([], { existing: { rules: [A, B], cure_days: 0 } }), ['/existing/rules/0 idle']);
  assert.deepEqual(found([], { existing: { rules: [A, B], cure_days: 5 } }), []);
});

test('nothing is said of a rule with too many combinations', () => {
  const modules = ['a', 'b', 'c', 'd', 'e', 'f'].map((module) => ({
    value: 'module_score' as const,
    ...{ module, is: 'below' as const, to: '50' },
  }));
  assert.deepEqual(found([rule('many', 'BLOCK', { all: [...modules, below('0')] })]), []);
  assert.deepEqual(found([rule('few', 'BLOCK', { all: [modules[0]!, below('0')] })]), [
    '/rules/0 never_holds',
  ]);
});
