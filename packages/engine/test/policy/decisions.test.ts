// What a policy decides of a provider: guards, values, three-valued logic, exceptions and days to cure.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Comparison,
  decide,
  type Exposure,
  type Expression,
  isPolicy,
  type Policy,
  type PolicySnapshot,
  policyDigest,
  validUntil,
} from '@rf-indicators/engine';
import { AT, policyWith, rule, snapshotWith, step, without } from '../support/policies.ts';

const BAND_HIGH: Expression = { value: 'band', is: 'equal_to', to: 'HIGH' };

function decided(policy: Policy, snapshot: PolicySnapshot, exposure: Exposure = 'new', at = AT) {
  assert.ok(isPolicy(policy));
  const { decision, decided_by, held } = decide(policy, snapshot, { at, exposure });
  return { decision, decided_by, held: held.map(({ rule: id, counts_as }) => `${id} ${counts_as}`) };
}

/** What a REVIEW with this condition counts as: ALLOW for false, REVIEW for true, BLOCK for unknown. */
function countsAs(when: Expression, snapshot = snapshotWith()): string {
  const { held } = decide(policyWith([rule('one', 'REVIEW', when)]), snapshot, { at: AT, exposure: 'new' });
  return held.find((one) => one.rule === 'one')?.counts_as ?? 'ALLOW';
}

// ---- three-valued logic ----

const T: Expression = { value: 'score', is: 'at_least', to: '70.00' };
const F: Expression = { value: 'score', is: 'below', to: '70.00' };
/** Not known. */
const U: Expression = { value: 'module_score', module: 'unheard_of', is: 'below', to: '50.00' };
/** Does not apply. */
const N: Expression = { value: 'module_score', module: 'yield', is: 'below', to: '50.00' };

const TRUTHS: [row: string, whens: Expression[], expected: string][] = [
  ['alone', [T, F, U, N], 'T F U F'],
  ['not', [{ not: T }, { not: F }, { not: U }, { not: N }], 'F T U F'],
  ['not not', [{ not: { not: T } }, { not: { not: U } }, { not: { not: N } }], 'T U F'],
  ['all with true', [T, F, U, N].map((one) => ({ all: [T, one] })), 'T F U F'],
  ['all with false', [T, F, U, N].map((one) => ({ all: [F, one] })), 'F F F F'],
  ['all with unknown', [T, F, U, N].map((one) => ({ all: [U, one] })), 'U F U F'],
  ['any with true', [T, F, U, N].map((one) => ({ any: [T, one] })), 'T T T T'],
  ['any with false', [T, F, U, N].map((one) => ({ any: [F, one] })), 'T F U F'],
  ['any with unknown', [T, F, U, N].map((one) => ({ any: [U, one] })), 'T U U U'],
  ['not all with true', [T, F, U, N].map((one) => ({ not: { all: [T, one] } })), 'F T U F'],
  ['not all with unknown', [T, F, U, N].map((one) => ({ not: { all: [U, one] } })), 'U T U U'],
  ['not any with false', [T, F, U, N].map((one) => ({ not: { any: [F, one] } })), 'F T U F'],
  ['not any with unknown', [T, F, U, N].map((one) => ({ not: { any: [U, one] } })), 'F U U F'],
];

for (const [row, whens, expected] of TRUTHS) {
  test(`three-valued logic: ${row}`, () => {
    const letters: Record<string, string> = { ALLOW: 'F', REVIEW: 'T', BLOCK: 'U' };
    assert.equal(whens.map((when) => letters[countsAs(when)]).join(' '), expected);
  });
}

// ---- values ----

/** Of the snapshot in `snapshotWith`: comparisons that hold, and comparisons that do not. */
const VALUES: [
  value: Omit<Comparison, 'is' | 'to'>,
  ...comparisons: [is: string, to: unknown, holds: boolean][],
][] = [
  [
    { value: 'band' },
    ['equal_to', 'MEDIUM', true],
    ['worse_than', 'LOW', true],
    ['worse_than', 'MEDIUM', false],
  ],
  [{ value: 'band' }, ['better_than', 'ELEVATED', true], ['one_of', ['LOW', 'HIGH'], false]],
  [{ value: 'score' }, ['below', '70.01', true], ['below', '70', false], ['at_most', '70.0', true]],
  [{ value: 'score' }, ['at_most', '69.99', false], ['above', '69.99', true], ['above', '70', false]],
  [{ value: 'module_minimum' }, ['below', '55.01', true], ['below', '55', false]],
  [{ value: 'module_score', module: 'reserves' }, ['at_least', '80', true], ['above', '80', false]],
  [{ value: 'evidence_quality' }, ['below', '0.91', true], ['below', '0.9', false]],
  [{ value: 'capped' }, ['equal_to', true, true], ['equal_to', false, false]],
  [{ value: 'cap', rule: 'HR01' }, ['equal_to', false, true], ['equal_to', true, false]],
  [{ value: 'cap', rule: 'HR02' }, ['equal_to', true, true]],
  [{ value: 'newest_evidence' }, ['older_than', 4, true], ['older_than', 5, false]],
  [{ value: 'oldest_evidence' }, ['older_than', 364, true], ['older_than', 365, false]],
  [{ value: 'stale' }, ['equal_to', false, true], ['equal_to', true, false]],
  [{ value: 'under_review' }, ['equal_to', 'none', true], ['one_of', ['up', 'down'], false]],
  [{ value: 'corrected', within_days: 30 }, ['equal_to', true, true]],
  [{ value: 'corrected', within_days: 29 }, ['equal_to', true, false]],
  [{ value: 'change', within_days: 30 }, ['at_most', '-15', true], ['below', '-15', false]],
  // On the first day of the window, both scores were in force; a day later, only the new one.
  [{ value: 'change', within_days: 29 }, ['at_least', '0', true], ['below', '0', false]],
  [{ value: 'worst_band', within_days: 400 }, ['equal_to', 'MEDIUM', true]],
  [{ value: 'lowest_score', within_days: 400 }, ['at_most', '70', true], ['below', '70', false]],
  [{ value: 'framework' }, ['equal_to', '1.0', true], ['one_of', ['1.1'], false]],
  [{ value: 'product_type' }, ['one_of', ['btc', 'fiat'], true], ['equal_to', 'fiat', false]],
  [{ value: 'yield_lowest' }, ['below', '2.01', true], ['below', '2', false]],
  [{ value: 'yield_highest' }, ['above', '7.99', true], ['above', '8', false]],
];

for (const [value, ...comparisons] of VALUES) {
  test(`value: ${Object.values(value).join(' ')}`, () => {
    for (const [is, to, holds] of comparisons) {
      const comparison = { ...value, is, to } as Comparison;
      assert.equal(countsAs(comparison), holds ? 'REVIEW' : 'ALLOW', `${is} ${to}`);
      assert.equal(countsAs({ not: comparison }), holds ? 'ALLOW' : 'REVIEW', `not ${is} ${to}`);
    }
    assert.equal(countsAs({ ...value, is: 'missing' } as Comparison), 'ALLOW');
  });
}

test('the worst band and the lowest score are those of any instant of the window, also of its first day', () => {
  const history = [step('2025-01-01', null), step('2026-04-01', '30.00'), step('2026-05-16', '70.00')];
  const within = (within_days: number) => [
    countsAs({ value: 'worst_band', within_days, is: 'equal_to', to: 'HIGH' }, snapshotWith({ history })),
    countsAs({ value: 'lowest_score', within_days, is: 'at_most', to: '30.00' }, snapshotWith({ history })),
    countsAs({ value: 'change', within_days, is: 'at_least', to: '40.00' }, snapshotWith({ history })),
  ];
  assert.deepEqual(within(30), ['REVIEW', 'REVIEW', 'REVIEW']);
  assert.deepEqual(within(29), ['ALLOW', 'ALLOW', 'ALLOW']);
  // Before the first score there is none to compare with.
  assert.deepEqual(within(400), ['REVIEW', 'REVIEW', 'REVIEW']);
});

// ---- what is not known ----

const UNREADABLE: [what: string, value: Omit<Comparison, 'is' | 'to'>, change: object][] = [
  ['a band that nobody knows', { value: 'band' }, { band: 'low' }],
  ['a band of null', { value: 'band' }, { band: null }],
  ['a score that is no number', { value: 'score' }, { score: '7e1' }],
  ['a score that is a number without quotes', { value: 'score' }, { score: 70 }],
  ['a score above the scale', { value: 'score' }, { score: '100.01' }],
  ['a score below the scale', { value: 'score' }, { score: '-0.01' }],
  ['modules of null', { value: 'module_minimum' }, { modules: null }],
  ['no module', { value: 'module_minimum' }, { modules: {} }],
  ['a module without a number', { value: 'module_minimum' }, { modules: { liquidity: '80', reserves: '' } }],
  ['a module that the framework lacks', { value: 'module_score', module: 'toString' }, {}],
  ['a hard rule that the framework lacks', { value: 'cap', rule: 'HR99' }, {}],
  ['a list of hard rules', { value: 'capped' }, { caps: ['HR01'] }],
  ['a hard rule that is neither', { value: 'capped' }, { caps: { HR01: false, HR02: null } }],
  ['evidence of tomorrow', { value: 'newest_evidence' }, { newest_evidence: '2026-06-16' }],
  ['evidence of no day', { value: 'oldest_evidence' }, { oldest_evidence: '2026-02-30' }],
  ['a flag in words', { value: 'stale' }, { stale: 'false' }],
  ['an unknown end of freshness', { value: 'stale' }, { stale_from: undefined }],
  ['a new direction', { value: 'under_review' }, { under_review: 'sideways' }],
  ['a correction of tomorrow', { value: 'corrected', within_days: 30 }, { corrections: ['2026-06-16'] }],
  ['corrections of null', { value: 'corrected', within_days: 30 }, { corrections: null }],
  ['a yield without its end', { value: 'yield_highest' }, { yield: { lowest: '2.00' } }],
  ['a new type of product', { value: 'product_type' }, { product_type: 'gold' }],
];
const WINDOW = { value: 'worst_band', within_days: 30 } as const;
const HISTORIES: [what: string, history: unknown][] = [
  ['no history', undefined],
  ['an empty history', []],
  ['a history that begins within the window', [step('2026-05-17', '70.00')]],
  ['a history out of order', [step('2025-03-01', '85.00'), step('2025-01-01', '70.00')]],
  ['a history with tomorrow', [step('2025-01-01', '70.00'), step('2026-06-16', '70.00')]],
  ['a history that ends with another band', [step('2025-01-01', '85.00')]],
  ['a history that ends without a score', [step('2025-01-01', '70.00'), step('2026-05-01', null)]],
  ['a history with half a step', [{ day: '2025-01-01', score: '70.00', band: null }]],
  ['a history with a band that nobody knows', [{ day: '2025-01-01', score: '70.00', band: 'FINE' }]],
];
for (const [what, history] of HISTORIES) UNREADABLE.push([what, WINDOW, { history }]);

for (const [what, value, change] of UNREADABLE) {
  test(`not known, so BLOCK: ${what}`, () => {
    const snapshot = snapshotWith(change);
    const operands: [string, unknown][] = [
      ['equal_to', true],
      ['below', '50.00'],
      ['worse_than', 'LOW'],
      ['older_than', 30],
      ['one_of', ['down']],
    ];
    for (const [is, to] of operands) {
      const comparison = { ...value, is, to } as Comparison;
      assert.equal(countsAs(comparison, snapshot), 'BLOCK', is);
      assert.equal(countsAs({ not: comparison }, snapshot), 'BLOCK', `not ${is}`);
    }
    assert.equal(countsAs({ ...value, is: 'missing' } as Comparison, snapshot), 'REVIEW');
  });
}

test('a value that does not apply: neither a comparison nor its opposite holds, and the rest of the rule counts', () => {
  const snapshot = snapshotWith({ yield: null });
  const when: Expression = { value: 'yield_highest', is: 'above', to: '10.00' };
  assert.equal(countsAs(when, snapshot), 'ALLOW');
  assert.equal(countsAs({ not: when }, snapshot), 'ALLOW');
  assert.equal(countsAs({ value: 'yield_highest', is: 'missing' }, snapshot), 'ALLOW');
  assert.equal(countsAs({ any: [{ not: when }, T] }, snapshot), 'REVIEW');
  assert.equal(countsAs({ not: { all: [when, T] } }, snapshot), 'ALLOW');
  assert.equal(countsAs({ not: { all: [when, F] } }, snapshot), 'REVIEW');
});

test('a comparison that this engine does not know is not known', () => {
  assert.equal(countsAs({ value: 'score', is: 'near', to: '70.00' } as never), 'BLOCK');
});

// ---- guards ----

const GUARDS: [what: string, change: object, held: string][] = [
  ['an unknown provider', { state: 'unknown' }, 'unknown BLOCK'],
  ['a state that nobody knows', { state: 'paused' }, 'unknown BLOCK'],
  ['no state', { state: undefined }, 'unknown BLOCK'],
  ['never scored', { state: 'never_scored' }, 'never_scored BLOCK'],
  ['withdrawn', { state: 'withdrawn' }, 'withdrawn BLOCK'],
  ['withdrawn since', { withdrawn_from: AT }, 'withdrawn BLOCK'],
  ['perhaps withdrawn since', { withdrawn_from: undefined }, 'withdrawn BLOCK'],
  ['withdrawn at no instant', { withdrawn_from: '2026-07-01' }, 'withdrawn BLOCK'],
  ['stale', { stale: true }, 'stale REVIEW'],
  ['perhaps stale', { stale: undefined }, 'stale REVIEW'],
  ['stale since', { stale_from: AT }, 'stale REVIEW'],
  ['perhaps stale since', { stale_from: undefined }, 'stale REVIEW'],
  ['stale at no instant', { stale_from: '2026-06-16T00:00:00+02:00' }, 'stale REVIEW'],
  ['verified 48 hours and a second ago', { verified_at: '2026-06-13T11:59:59Z' }, 'not_verified REVIEW'],
  ['verified after now', { verified_at: '2026-06-15T12:00:01Z' }, 'not_verified REVIEW'],
  ['verified at an unknown instant', { verified_at: undefined }, 'not_verified REVIEW'],
  ['verified at no instant', { verified_at: '2026-06-15T06:00:00' }, 'not_verified REVIEW'],
  ['another framework', { framework: '1.1' }, 'framework REVIEW'],
  ['an unknown framework', { framework: undefined }, 'framework REVIEW'],
];

for (const [what, change, held] of GUARDS) {
  test(`guard: ${what}`, () => {
    const policy = policyWith([rule('late', 'REVIEW', BAND_HIGH)]);
    const { decision, decided_by, held: all } = decided(policy, snapshotWith(change));
    assert.deepEqual(all, [`rf:${held}`]);
    assert.equal(`${decided_by} ${decision}`, all[0]);
  });
}

test('no guard holds of a fresh score, verified exactly 48 hours ago', () => {
  const snapshot = snapshotWith({ verified_at: '2026-06-13T12:00:00.9Z' });
  assert.deepEqual(decided(policyWith([]), snapshot), { decision: 'ALLOW', decided_by: null, held: [] });
});

test('a policy can ask for a newer verification, and must name the provider', () => {
  const policy = policyWith([], { verified_within_hours: 6, scope: ['borealis'] });
  assert.deepEqual(decided(policy, snapshotWith()).held, ['rf:scope REVIEW']);
  assert.deepEqual(decided({ ...policy, scope: ['acme'] }, snapshotWith()).decision, 'ALLOW');
  assert.deepEqual(decided(policy, snapshotWith(), 'new', '2026-06-15T12:00:01Z').held, [
    'rf:scope REVIEW',
    'rf:not_verified REVIEW',
  ]);
});

/** Of a policy that is about the book "treasury": what it knows of the provider's books, and how the guard holds. */
const BOOKS: [what: string, in_books: unknown, held: string[]][] = [
  ['in the book', ['loans', 'treasury'], []],
  ['in another book', ['loans'], ['rf:scope REVIEW']],
  ['in no book', [], ['rf:scope REVIEW']],
  ['not known', undefined, ['rf:scope REVIEW']],
  ['not a list', 'treasury', ['rf:scope REVIEW']],
  ['not a list of ids', ['treasury', null], ['rf:scope REVIEW']],
  ['an object', { treasury: true }, ['rf:scope REVIEW']],
];

for (const [what, in_books, held] of BOOKS) {
  test(`a policy about a book reviews a provider that is not known to be in it: ${what}`, () => {
    const policy = policyWith([], { scope: { book: 'treasury' }, existing: { rules: [], cure_days: 5 } });
    const snapshot = snapshotWith({ in_books });
    assert.deepEqual(decided(policy, snapshot).held, held);
    assert.deepEqual(decided(policy, snapshot, 'existing').held, held);
  });
}

test('a rule about staleness holds from the instant at which the score becomes stale', () => {
  const policy = policyWith([rule('old', 'BLOCK', { value: 'stale', is: 'equal_to', to: true })]);
  const snapshot = snapshotWith({ stale_from: AT });
  assert.equal(decided(policy, snapshot, 'new', '2026-06-15T11:59:59Z').decision, 'ALLOW');
  assert.equal(decided(policy, snapshot).decision, 'BLOCK');
});

test('a policy of a later format is refused', () => {
  const policy = { ...policyWith([]), format: 'rf-policy-2' } as unknown as Policy;
  assert.throws(() => decide(policy, snapshotWith(), { at: AT, exposure: 'new' }), RangeError);
});

test('an instant that is none is refused', () => {
  for (const at of [
    '2026-06-15',
    '2026-06-15T12:00:00+02:00',
    '2026-06-15T24:00:00Z',
    '2026-02-30T12:00:00Z',
  ])
    assert.throws(() => decide(policyWith([]), snapshotWith(), { at, exposure: 'new' }), RangeError);
});

// ---- the decision ----

test('the strictest rule decides, the first of the strictest gives the sentence, and the decision shows what it saw', () => {
  const policy = policyWith([
    rule('mild', 'REVIEW', { value: 'score', is: 'below', to: '75.00' }),
    rule('unknowable', 'REVIEW', { value: 'module_score', module: 'custody', is: 'below', to: '50.00' }),
    rule('strict', 'BLOCK', { value: 'change', within_days: 30, is: 'at_most', to: '-10.00' }),
    rule('idle', 'BLOCK', { not: { value: 'yield_highest', is: 'below', to: '10.00' } }),
  ]);
  assert.deepEqual(decide(policy, snapshotWith({ yield: null }), { at: AT, exposure: 'new' }), {
    provider: 'acme',
    decision: 'BLOCK',
    decided_by: 'unknowable',
    sentence: 'The rule unknowable holds.',
    held: [
      { rule: 'mild', counts_as: 'REVIEW', sentence: 'The rule mild holds.', truth: 'true' },
      { rule: 'unknowable', counts_as: 'BLOCK', sentence: 'The rule unknowable holds.', truth: 'unknown' },
      { rule: 'strict', counts_as: 'BLOCK', sentence: 'The rule strict holds.', truth: 'true' },
    ],
    saw: { score: '70.00', 'change 30': '-15.00', yield_highest: null },
  });
});

test('where no rule holds, the decision is ALLOW and says so', () => {
  const policy = policyWith([rule('high', 'BLOCK', BAND_HIGH)]);
  assert.deepEqual(decide(policy, snapshotWith(), { at: AT, exposure: 'new' }), {
    provider: 'acme',
    decision: 'ALLOW',
    decided_by: null,
    sentence: 'No rule of the policy holds.',
    held: [],
    saw: { band: 'MEDIUM' },
  });
});

// ---- exceptions ----

const NOT_LOW = rule('not_low', 'BLOCK', { value: 'band', is: 'worse_than', to: 'LOW' });
const EXCEPTION = {
  rule: 'not_low',
  provider: 'acme',
  worst_band: 'MEDIUM',
  reason: 'Agreed until summer.',
  until: '2026-06-15',
} as const;

test('an exception lifts its rule and says why', () => {
  const policy = policyWith([NOT_LOW], { exceptions: [EXCEPTION] });
  assert.deepEqual(decide(policy, snapshotWith(), { at: AT, exposure: 'new' }).held, [
    {
      rule: 'not_low',
      counts_as: 'ALLOW',
      sentence: 'The rule not_low holds.',
      truth: 'true',
      exception: 'Agreed until summer.',
    },
  ]);
});

const NO_EXCEPTIONS: [what: string, exception: object, change: object, decision: string][] = [
  ['for another provider', { provider: 'borealis' }, {}, 'BLOCK'],
  ['of another rule', { rule: 'other' }, {}, 'BLOCK'],
  ['that has ended', { until: '2026-06-14' }, {}, 'BLOCK'],
  ['for a better band', { worst_band: 'LOW' }, {}, 'BLOCK'],
  ['of a band that nobody knows', {}, { band: 'low' }, 'BLOCK'],
  ['of a rule that stays unknown', {}, { band: undefined }, 'BLOCK'],
  ['while the score is stale', {}, { stale: true }, 'BLOCK'],
  ['while the score may be stale', {}, { stale_from: undefined }, 'BLOCK'],
  ['of a provider that was never scored', {}, { state: 'never_scored' }, 'BLOCK'],
  ['of an unknown provider', {}, { state: 'unknown' }, 'BLOCK'],
  ['of a score that is withdrawn', {}, { withdrawn_from: AT }, 'BLOCK'],
  ['of another framework', {}, { framework: '1.1' }, 'REVIEW'],
  ['of a score that was not verified', {}, { verified_at: undefined }, 'REVIEW'],
];

for (const [what, exception, change, decision] of NO_EXCEPTIONS) {
  test(`an exception does not count ${what}`, () => {
    const rules = [NOT_LOW, rule('other', 'REVIEW', BAND_HIGH)];
    const policy = policyWith(rules, { exceptions: [{ ...EXCEPTION, ...exception }] });
    assert.equal(decided(policy, snapshotWith(change)).decision, decision);
  });
}

// ---- existing exposure ----

describe('days to cure', () => {
  const policy = policyWith([NOT_LOW], {
    existing: {
      rules: [rule('risky', 'BLOCK', { value: 'band', is: 'worse_than', to: 'MEDIUM' })],
      cure_days: 10,
    },
  });
  const after = (...steps: [string, string | null][]) => {
    const score = steps.at(-1)![1];
    const history = steps.map(([day, one]) => step(day, one));
    return snapshotWith({ score, band: step(AT, score).band, history });
  };

  test('for ten days after a downgrade, BLOCK counts as REVIEW for exposure that exists', () => {
    const snapshot = after(['2025-01-01', '70.00'], ['2026-06-05', '50.00']);
    assert.deepEqual(decide(policy, snapshot, { at: AT, exposure: 'existing' }).held, [
      {
        rule: 'risky',
        counts_as: 'REVIEW',
        sentence: 'The rule risky holds.',
        truth: 'true',
        cured_until: '2026-06-15',
      },
    ]);
    assert.deepEqual(decided(policy, snapshot).held, ['not_low BLOCK']);
    const { existing: _, ...one } = policy;
    assert.deepEqual(decided(one, snapshot, 'existing').held, ['not_low BLOCK']);
  });

  const CASES: [what: string, snapshot: PolicySnapshot, decision: string][] = [
    ['on the eleventh day', after(['2025-01-01', '70.00'], ['2026-06-04', '50.00']), 'BLOCK'],
    [
      'a further downgrade gives no more days',
      after(['2025-01-01', '70.00'], ['2026-06-04', '50.00'], ['2026-06-14', '30.00']),
      'BLOCK',
    ],
    [
      'a downgrade before the rule held takes none',
      after(['2025-01-01', '90.00'], ['2026-01-01', '70.00'], ['2026-06-14', '30.00']),
      'REVIEW',
    ],
    ['a first score', after(['2025-01-01', null], ['2026-06-14', '30.00']), 'BLOCK'],
    [
      'a worse score after a withdrawal',
      after(['2025-01-01', '70.00'], ['2026-06-01', null], ['2026-06-14', '30.00']),
      'REVIEW',
    ],
    ['a lower score in the same band', after(['2025-01-01', '50.00'], ['2026-06-14', '45.00']), 'BLOCK'],
    [
      'a rule that held before the downgrade',
      after(['2025-01-01', '55.00'], ['2026-06-14', '30.00']),
      'BLOCK',
    ],
    [
      'a history that is not known',
      without(after(['2025-01-01', '70.00'], ['2026-06-14', '30.00']), 'history'),
      'BLOCK',
    ],
  ];
  for (const [what, snapshot, decision] of CASES) {
    test(what, () => assert.equal(decided(policy, snapshot, 'existing').decision, decision));
  }

  test('a rule that stays unknown is BLOCK, and a rule that the downgrade did not bring too', () => {
    const snapshot = after(['2025-01-01', '70.00'], ['2026-06-14', '50.00']);
    const existing = (when: Expression) =>
      policyWith([], { existing: { rules: [rule('other', 'BLOCK', when)], cure_days: 400 } });
    assert.equal(decided(existing(U), snapshot, 'existing').decision, 'BLOCK');
    const capped: Expression = { value: 'capped', is: 'equal_to', to: true };
    assert.equal(decided(existing(capped), snapshot, 'existing').decision, 'BLOCK');
    const worst: Expression = { value: 'worst_band', within_days: 90, is: 'equal_to', to: 'ELEVATED' };
    assert.equal(decided(existing(worst), snapshot, 'existing').decision, 'REVIEW');
  });
});

// ---- how long a decision is valid ----

const ENDS: [what: string, policy: Partial<Policy>, change: object, end: string][] = [
  ['the minutes of the policy', {}, {}, '2026-06-15T13:00:00Z'],
  ['the end of the UTC day', { valid_minutes: 1440 }, {}, '2026-06-16T00:00:00Z'],
  ['when a score becomes stale', {}, { stale_from: '2026-06-15T12:30:00Z' }, '2026-06-15T12:30:00Z'],
  ['when a score is withdrawn', {}, { withdrawn_from: '2026-06-15T12:20:00Z' }, '2026-06-15T12:20:00Z'],
  ['when 48 hours are over', {}, { verified_at: '2026-06-13T12:10:00Z' }, '2026-06-15T12:10:01Z'],
  ['not before now', {}, { stale_from: AT, verified_at: 'x' }, '2026-06-15T13:00:00Z'],
];

for (const [what, change, given, end] of ENDS) {
  test(`a decision is valid until ${what}`, () => {
    const policy = policyWith([], change);
    assert.equal(validUntil(policy, [snapshotWith(), snapshotWith(given)], AT), end);
  });
}

test('the digest of a policy does not depend on the order of its members', async () => {
  const policy = policyWith([NOT_LOW]);
  const turned = Object.fromEntries(Object.entries(policy).reverse()) as unknown as Policy;
  assert.equal(await policyDigest(turned), await policyDigest(policy));
  assert.equal(
    await policyDigest(policy),
    'f2e29156be83770dd04892bcd36d4bf9d45a9b9cf4d46ca0a63e6c38e6326aa1',
  );
});
