// Policies and snapshots for tests: one of each that gives ALLOW, and random ones.

import type {
  Comparison,
  Expression,
  HistoryStep,
  Policy,
  PolicySnapshot,
  Rule,
} from '@rf-indicators/engine';
import { BANDS, formatHundredths, POLICY_OPERATORS, POLICY_VALUES } from '@rf-indicators/engine';
import fc from 'fast-check';

export const AT = '2026-06-15T12:00:00Z';

/** A provider of which nothing is wrong: MEDIUM for a month, LOW before. */
export function snapshotWith(change: object = {}): PolicySnapshot {
  return {
    provider: 'acme',
    state: 'scored',
    verified_at: '2026-06-15T06:00:00Z',
    framework: '1.0',
    product_type: 'btc',
    band: 'MEDIUM',
    score: '70.00',
    modules: { liquidity: '55.00', reserves: '80.00', yield: null },
    evidence_quality: '0.90',
    caps: { HR01: false, HR02: true },
    newest_evidence: '2026-06-10',
    oldest_evidence: '2025-06-15',
    stale: false,
    stale_from: '2026-09-01T00:00:00Z',
    withdrawn_from: null,
    under_review: 'none',
    corrections: ['2026-05-16'],
    yield: { lowest: '2.00', highest: '8.00' },
    history: [step('2025-01-01', null), step('2025-03-01', '85.00'), step('2026-05-16', '70.00')],
    ...change,
  } as PolicySnapshot;
}

export function step(day: string, score: string | null): HistoryStep {
  return { day, score, band: score === null ? null : bandOf(Number(score)) };
}

function bandOf(score: number): (typeof BANDS)[number] {
  return BANDS[[80, 60, 40, 0].findIndex((least) => score >= least)]!;
}

export function without(snapshot: PolicySnapshot, ...names: string[]): PolicySnapshot {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => !names.includes(name)),
  ) as unknown as PolicySnapshot;
}

export function policyWith(rules: readonly Rule[], change: Partial<Policy> = {}): Policy {
  return {
    format: 'rf-policy-1',
    name: 'treasury',
    version: 1,
    scope: 'all',
    frameworks: ['1.0'],
    verified_within_hours: 48,
    valid_minutes: 60,
    rules,
    exceptions: [],
    ...change,
  };
}

export function rule(id: string, decision: Rule['decision'], when: Expression): Rule {
  return { id, decision, sentence: `The rule ${id} holds.`, when };
}

// ---- random ones ----

const TODAY = Date.parse(AT);
const DAY = 86_400_000;
const dayBefore = (days: number) => new Date(TODAY - days * DAY).toISOString().slice(0, 10);
const instantAfter = (seconds: number) =>
  new Date(TODAY + seconds * 1000).toISOString().replace('.000Z', 'Z');

const PROVIDERS = ['acme', 'borealis'];
const BOOKS = ['loans', 'treasury'];
const MODULES = ['liquidity', 'reserves', 'yield', 'unheard_of'];
const CAPS = ['HR01', 'HR02', 'HR99'];
const SCORES = [0, 1, 3999, 4000, 5000, 5500, 6000, 7000, 7999, 8000, 10_000];
const WORDS = ['1.0', '1.1', 'none', 'down', 'up', 'btc', 'fiat'];

const score = fc.constantFrom(...SCORES).map(formatHundredths);
const withinDays = fc.constantFrom(1, 7, 30, 31, 90, 400);

function operand(name: keyof typeof POLICY_VALUES): fc.Arbitrary<string | number | boolean> {
  const value = POLICY_VALUES[name];
  switch (value.type) {
    case 'band':
      return fc.constantFrom(...BANDS);
    case 'flag':
      return fc.boolean();
    case 'day':
      return fc.constantFrom(0, 1, 4, 5, 6, 30, 364, 365, 366);
    case 'word':
      return fc.constantFrom(...(value.words ?? WORDS.slice(0, 2)));
    case 'hundredths':
      return fc
        .oneof(fc.constantFrom(...SCORES, 80, 90, 100, 200, 800), fc.integer({ min: -3000, max: 3000 }))
        .map((number) => formatHundredths(Math.min(Math.max(number, value.least), value.most)));
  }
}

/** Of any value; without `missing` on demand. */
function arbitraryComparison(canAskForMissing = true): fc.Arbitrary<Comparison> {
  return fc.constantFrom(...(Object.keys(POLICY_VALUES) as (keyof typeof POLICY_VALUES)[])).chain((value) => {
    const described: { type: keyof typeof POLICY_OPERATORS; parameter?: string } = POLICY_VALUES[value];
    const operators = POLICY_OPERATORS[described.type].filter((one) => canAskForMissing || one !== 'missing');
    return fc
      .record({
        is: fc.constantFrom(...operators),
        one: operand(value),
        list: fc.array(operand(value), { minLength: 1, maxLength: 3 }),
        module: fc.constantFrom(...MODULES),
        rule: fc.constantFrom(...CAPS),
        within_days: withinDays,
      })
      .map(({ is, one, list, ...parameters }) => ({
        value,
        ...(described.parameter !== undefined && {
          [described.parameter]: parameters[described.parameter as keyof typeof parameters],
        }),
        is,
        ...(is === 'one_of' ? { to: list as string[] } : is !== 'missing' && { to: one }),
      }));
  });
}

/** What most policies ask for. */
const worseBand: fc.Arbitrary<Expression> = fc
  .constantFrom(...BANDS.slice(0, 3))
  .map((to) => ({ value: 'band', is: 'worse_than', to }));

function arbitraryExpression(canAskForMissing: boolean): fc.Arbitrary<Expression> {
  const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
    const parts = fc.array(tie('expression'), { minLength: 1, maxLength: 3 });
    return {
      expression: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        { weight: 3, arbitrary: arbitraryComparison(canAskForMissing) },
        { weight: 1, arbitrary: worseBand },
        { weight: 1, arbitrary: parts.map((all) => ({ all })) },
        { weight: 1, arbitrary: parts.map((any) => ({ any })) },
        { weight: 1, arbitrary: tie('expression').map((not) => ({ not })) },
      ),
    };
  });
  return expression;
}

export function arbitraryRules(prefix = 'rule', canAskForMissing = true): fc.Arbitrary<Rule[]> {
  const parts = fc.tuple(fc.constantFrom('REVIEW', 'BLOCK'), arbitraryExpression(canAskForMissing));
  return fc
    .array(parts as fc.Arbitrary<[Rule['decision'], Expression]>, { maxLength: 4 })
    .map((all) => all.map(([decision, when], index) => rule(`${prefix}_${index}`, decision, when)));
}

const SCOPES: readonly Policy['scope'][] = [
  ...(['all', 'all', 'all', PROVIDERS, ['acme'], []] as const),
  ...BOOKS.map((book) => ({ book })),
];

export function arbitraryPolicy(canAskForMissing = true): fc.Arbitrary<Policy> {
  return fc
    .record({
      scope: fc.constantFrom(...SCOPES),
      frameworks: fc.constantFrom([], ['1.0'], ['1.0', '1.1'], ['1.0']),
      verified_within_hours: fc.constantFrom(1, 24, 48),
      valid_minutes: fc.constantFrom(1, 60, 1440),
      rules: arbitraryRules('rule', canAskForMissing),
      existing: fc.option(
        fc.record({
          rules: arbitraryRules('existing', canAskForMissing),
          cure_days: fc.constantFrom(0, 5, 30, 31),
        }),
      ),
      lifted: fc.subarray(PROVIDERS.flatMap((provider) => [0, 1].map((index) => ({ provider, index })))),
      worst_band: fc.constantFrom(...BANDS),
      until: fc.constantFrom(-400, 0, 1).map(dayBefore),
    })
    .map(({ lifted, worst_band, until, existing, ...policy }) => {
      const ids = [...policy.rules, ...(existing?.rules ?? [])].map(({ id }) => id);
      const exceptions = ids.flatMap((id) =>
        lifted
          .filter(({ index }) => id.endsWith(String(index)))
          .map(({ provider }) => ({ rule: id, provider, worst_band, reason: `Agreed for ${id}.`, until })),
      );
      return policyWith(policy.rules, { ...policy, ...(existing !== null && { existing }), exceptions });
    });
}

const instants = (...seconds: number[]) => fc.constantFrom(...seconds).map(instantAfter);

const arbitraryHistory = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(0, 1, 5, 7, 29, 30, 31, 32, 90, 91, 399, 400, 401),
      fc.option(score, { freq: 5 }),
    ),
    { selector: ([days]) => days, maxLength: 6 },
  )
  .map((all) => all.sort(([a], [b]) => b - a).map(([days, at]) => step(dayBefore(days), at)));

/** What no snapshot of the service has. */
const junk = fc.constantFrom<unknown[]>(
  ...[
    null,
    '',
    'x',
    5,
    -1,
    true,
    [],
    {},
    '-1',
    '-0.00',
    '70',
    '101',
    '1e3',
    ' 70',
    '2026-02-30',
    '9999-12-31',
  ],
  ...[
    '2026-06-15T12:00:00+14:00',
    '2026-06-15T25:00:00Z',
    '2026-06-15T00:00:60Z',
    'low',
    ['acme'],
    [null],
    [5],
  ],
  ...[
    { lowest: 5 },
    { liquidity: 'x' },
    { liquidity: true, HR01: 'yes' },
    [{}],
    [{ day: '2026-06-15' }],
    '٧٠',
  ],
);

/** Often without some of its members, and at times with one that no service would send. */
export const arbitrarySnapshot: fc.Arbitrary<PolicySnapshot> = fc
  .record({
    provider: fc.constantFrom(...PROVIDERS),
    state: fc.constantFrom(...new Array(12).fill('scored'), 'withdrawn', 'never_scored', 'unknown', 'paused'),
    verified_at: instants(-3600, -1, 0, -86_400, -86_401, -172_800, -172_801, 1),
    framework: fc.constantFrom('1.0', '1.0', '1.1', '2.0'),
    product_type: fc.constantFrom('btc', 'fiat', 'stablecoin'),
    score,
    modules: fc.record({ liquidity: score, reserves: score, yield: fc.option(score) }),
    evidence_quality: fc.constantFrom('0.00', '0.80', '0.90', '1.00'),
    caps: fc.record({ HR01: fc.boolean(), HR02: fc.boolean() }),
    in_books: fc.oneof(
      { weight: 3, arbitrary: fc.subarray<unknown>(BOOKS) },
      { weight: 1, arbitrary: fc.oneof(junk, fc.constant([...BOOKS, 5])) },
    ),
    newest_evidence: fc.constantFrom(-1, 0, 4, 5, 6).map(dayBefore),
    oldest_evidence: fc.constantFrom(30, 364, 365, 366).map(dayBefore),
    stale: fc.constantFrom(false, false, false, true),
    stale_from: fc.oneof(fc.constant(null), instants(3600, 86_400, 0, -1)),
    withdrawn_from: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, instants(7200, 0, -1)),
    under_review: fc.constantFrom('none', 'none', 'up', 'down', 'developing'),
    corrections: fc.array(fc.constantFrom(0, 1, 2, 29, 30, 31).map(dayBefore), { maxLength: 2 }),
    yield: fc.option(fc.record({ lowest: fc.constant('2.00'), highest: fc.constantFrom('5.00', '8.00') })),
    history: arbitraryHistory,
    today: fc.constantFrom(0, 0, 1, 5, 30),
  })
  .chain(({ today, ...whole }) => {
    const snapshot = snapshotWith({ ...whole, band: bandOf(Number(whole.score)) });
    const newest = step(dayBefore(today), whole.score);
    const history = [...whole.history.filter(({ day }) => day <= newest.day), newest];
    const names = Object.keys(snapshot).filter((name) => name !== 'provider' && name !== 'state');
    return fc
      .tuple(
        fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.subarray(names, { maxLength: 3 })),
        fc.option(fc.tuple(fc.constantFrom(...names, 'state'), fc.oneof(fc.constant(null), junk)), {
          freq: 3,
        }),
      )
      .map(([gone, spoiled]) =>
        without(
          { ...snapshot, history, ...(spoiled !== null && { [spoiled[0]]: spoiled[1] }) } as PolicySnapshot,
          ...gone,
        ),
      );
  });

export const arbitraryExposure = fc.constantFrom('new' as const, 'existing' as const);

/** Around the day of the snapshots. */
export const arbitraryInstant = instants(0, 0, 0, 0, -1, 1, 43_199, 43_200, 86_400, -86_400);
