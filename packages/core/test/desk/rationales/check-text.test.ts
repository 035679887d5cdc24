// What a rationale must not say: input values, points, ids of rules, and names of rules that pages hide.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';
import { type Hidden, type ProblemKind, textProblems } from '../../../src/desk/rationales/check-text.ts';

const HIDDEN: Hidden = {
  values: [
    { name: 'Backing', value: '104.50' },
    { name: 'Redemption time', value: '7' },
    { name: 'Assets', value: '184920000' },
    { name: 'Audit', value: 'qualified_opinion' },
  ],
  points: ['3.27', '-1.05', '81.40'],
  headline: ['71.20', '74.10', '2.90'],
  names: ['Redemptions met within seven days', '21 Vaults'],
  rules: [
    { id: 'HR01', name: 'insolvency_or_default' },
    { id: 'HR07', name: 'single_key' },
  ],
};
const FILLING =
  'New documents changed our view of this provider, and they are the reason for the change. Better evidence would raise the score, and older evidence would lower it.';

const kindsIn = (said: string): ProblemKind[] =>
  textProblems(`${FILLING} ${said}`, HIDDEN).map(({ kind }) => kind);

const CASES: [said: string, kinds: ProblemKind[]][] = [
  ['', []],
  ['The score fell from 74.10 to 71.20, by 2.90 points.', []],
  ['The provider was founded in 2019, and RF Framework v1.0 applies.', []],
  ['Redemptions met within seven days is unchanged, says 21 Vaults.', []],
  ['It is insolvent, which is insolvency or default.', []],
  ['Backing is 104.50 percent.', ['value']],
  ['Backing is 104.5%.', ['value']],
  ['Backing is about 105 percent.', ['value']],
  ['Backing is 104 percent.', ['value']],
  ['It takes 7 days to redeem.', ['value']],
  ['It takes seven days to redeem.', ['value']],
  ['Assets are USD 184,920,000.', ['value']],
  ['Assets are 184.9 million.', ['value']],
  ['Assets are 185m.', ['value']],
  ['The audit has a Qualified_Opinion.', ['value']],
  ['It costs 3.27.', ['points']],
  ['It costs 12 points.', ['points']],
  ['Without the cap it is 81.40.', ['points']],
  ['HR07 fired.', ['rule_id']],
  ['The rule hr 01 fired.', ['rule_id']],
  ['One person holds a Single key.', ['rule_name']],
  ['It is a single-key wallet.', ['rule_name']],
];

test('figures of inputs, points and hard rules are refused, and the headline is not', () => {
  for (const [said, kinds] of CASES) assert.deepEqual(kindsIn(said), kinds, said);
});

test('a rationale has 120 to 1,200 characters, counted as people count them', () => {
  const kinds = (text: string) => textProblems(text, HIDDEN).map(({ kind }) => kind);
  assert.deepEqual(kinds('a'.repeat(119)), ['length']);
  assert.deepEqual(kinds(`  ${'😀'.repeat(120)}  `), []);
  assert.deepEqual(kinds('é'.repeat(1200)), []);
  assert.deepEqual(kinds('é'.repeat(1201)), ['length']);
});

test('whatever stands around it, the value of an input as it is written is refused', () => {
  const value = fc
    .tuple(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 99 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`);
  fc.assert(
    fc.property(
      value,
      fc.constantFrom('', ' percent', '%', ' days', ', ', '.', ')', ' million'),
      fc.boolean(),
      (one, after, grouped) => {
        const [whole, part] = one.split('.');
        const written = grouped ? `${Number(whole).toLocaleString('en-US')}.${part}` : one;
        const scaled = after === ' million' ? `${Number(one) * 1e6}` : one;
        const hidden = { ...HIDDEN, headline: [], values: [{ name: 'An input', value: scaled }] };
        const problems = textProblems(`${FILLING} It is now (${written}${after}`, hidden);
        assert.ok(
          problems.some(({ kind }) => kind === 'value'),
          `${written}${after} for ${scaled}`,
        );
      },
    ),
    { numRuns: cases(200, 5000) },
  );
});
