import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { deskProblems } from '@rf-indicators/core/desk/methodology/desk-checks';
import { importMethodology, recordSignOff } from '@rf-indicators/core/desk/methodology/registry';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { loadMethodology, type MethodologyDocument, methodologyProblems } from '@rf-indicators/engine';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { fixtureDesk, framework, keyOf, person, signed } from '../../../../../test/support/desk-fixture.ts';
import { CONFIRMATION } from '../../../../../test/support/evidence.ts';
import { activate, enrolKey } from '../../../../../test/support/staff.ts';

type Change = (document: MethodologyDocument) => void;
type Criterion = MethodologyDocument['criteria'][number];

function criterion(document: MethodologyDocument, id: string): Criterion {
  return document.criteria.find((entry) => entry.id === id)!;
}

function rename(document: MethodologyDocument, from: string, to: string): void {
  criterion(document, from).id = to;
}

function withoutFlag(document: MethodologyDocument, flag: string): void {
  document.flags = document.flags.filter((name) => name !== flag);
  for (const entry of document.criteria) if (entry.requires_flag === flag) entry.requires_flag = null;
}

/** Another criterion of the module gets its weight. */
function withoutCriterion(document: MethodologyDocument, id: string, heir: string): void {
  criterion(document, heir).weight += criterion(document, id).weight;
  document.criteria = document.criteria.filter((entry) => entry.id !== id);
  document.hard_rules = [];
}

function asEnum(entry: Criterion): void {
  entry.input = {
    type: 'enum',
    options: [
      ['bad', '0.00'],
      ['good', '100.00'],
    ],
  };
  entry.unit = '';
  entry.direction = 'higher';
  entry.option_definitions = { bad: 'Bad.', good: 'Good.' };
}

/** One module with one criterion, and nothing else. */
function smallest(document: MethodologyDocument, id: string): void {
  const entry = criterion(document, id);
  document.modules = [{ id: 'only', label: 'Only', weight: 100 }];
  document.criteria = [{ ...entry, module: 'only', weight: 100, requires_flag: null }];
  delete document.criteria[0]!.gate;
  document.gates = [];
  document.flags = [];
  document.hard_rules = [];
}

const RUNS: Record<string, Change> = {
  'the shipped framework': () => undefined,
  'no flags': (document) => {
    for (const flag of document.flags) withoutFlag(document, flag);
  },
  'fewer flags': (document) => withoutFlag(document, 'onchain'),
  'no gates': (document) => {
    document.gates = [];
    document.hard_rules = [];
    delete criterion(document, 'withdrawal_status').gate;
  },
  'another gate': (document) => {
    const option_definitions = { listed: 'Listed.', none: 'Not listed.' };
    document.gates.push({
      id: 'sanctions',
      options: ['listed', 'none'],
      max_age_days: 7,
      option_definitions,
    });
  },
  'a renamed spread': (document) => rename(document, 'yield_spread', 'spread_over_rate'),
  'a renamed absorption': (document) => rename(document, 'btc_shock_absorption', 'shock'),
  'a renamed yield source': (document) => {
    document.hard_rules = [];
    rename(document, 'yield_source', 'source');
  },
  'no absorption': (document) => withoutCriterion(document, 'btc_shock_absorption', 'reserve_coverage'),
  'no coverage and no absorption': (document) => {
    withoutCriterion(document, 'btc_shock_absorption', 'reserve_quality');
    withoutCriterion(document, 'reserve_coverage', 'reserve_quality');
  },
  'two bands': (document) => {
    document.bands = [
      ['LOW', '50.00'],
      ['HIGH', '0.00'],
    ];
  },
  'no hard rules': (document) => {
    document.hard_rules = [];
  },
  'six decimals': (document) => {
    const { input } = criterion(document, 'equity_ratio');
    if (input.type === 'number') input.scale = 6;
  },
  'a single criterion with options': (document) => smallest(document, 'yield_source'),
  'a single criterion with a number': (document) => smallest(document, 'equity_ratio'),
  'a single criterion that is derived': (document) => smallest(document, 'yield_spread'),
};

const REFUSED: Record<string, [code: string, change: Change]> = {
  'an unknown flag': ['unknown_flag', ({ flags }) => flags.push('insured')],
  'options for the spread': ['not_the_figure', (document) => asEnum(criterion(document, 'yield_spread'))],
  'options for the absorption': [
    'not_the_figure',
    (document) => asEnum(criterion(document, 'btc_shock_absorption')),
  ],
  'a spread with one decimal': [
    'not_the_figure',
    (document) => {
      const entry = criterion(document, 'yield_spread');
      const breakpoints: [string, string][] = [
        ['0', '100.00'],
        ['20', '0.00'],
      ];
      entry.input = { type: 'number', scale: 1, breakpoints };
    },
  ],
  'a spread in another unit': [
    'not_the_figure',
    (document) => {
      criterion(document, 'yield_spread').unit = 'basis points';
    },
  ],
  'a coverage with four decimals': [
    'not_the_figure',
    (document) => {
      const { input } = criterion(document, 'reserve_coverage');
      if (input.type === 'number') input.scale = 4;
    },
  ],
  'an absorption without coverage': [
    'missing_figure',
    (document) => withoutCriterion(document, 'reserve_coverage', 'reserve_quality'),
  ],
  'a criterion named as a fact': ['id_of_fact', (document) => rename(document, 'equity_ratio', 'yield_max')],
  'a gate named as a fact': [
    'id_of_fact',
    (document) => {
      document.hard_rules = [];
      document.gates[0]!.id = 'planner_type';
    },
  ],
  'a criterion named constructor': [
    'reserved_id',
    (document) => rename(document, 'equity_ratio', 'constructor'),
  ],
  'no grade D': [
    'other_grades',
    ({ grades }) => {
      delete grades.D;
    },
  ],
  'a grade F': [
    'other_grades',
    ({ grades }) => {
      grades.F = 5;
    },
  ],
  'another band': [
    'unknown_bands',
    ({ bands }) => {
      bands[0]![0] = 'VERY_LOW';
    },
  ],
  'bands in another order': [
    'unknown_bands',
    ({ bands }) => {
      bands[0]![0] = 'HIGH';
      bands[3]![0] = 'LOW';
    },
  ],
  'a rule id with a space': [
    'not_a_rule_id',
    ({ hard_rules }) => {
      hard_rules[0]!.id = 'HR 01';
    },
  ],
  'a version that is too long': [
    'too_long',
    (document) => {
      document.methodology_version = `1.${'1'.repeat(30)}`;
    },
  ],
  'a name that is too long': [
    'too_long',
    (document) => {
      document.framework_name = 'x'.repeat(101);
    },
  ],
  'a missing planner type': [
    'module_can_be_empty',
    ({ criteria }) => {
      for (const entry of criteria)
        entry.planner_types = entry.planner_types.filter((type) => type !== 'fiat');
    },
  ],
  'another planner type': [
    'unknown_reference',
    ({ criteria }) => {
      criteria[0]!.planner_types.push('gold' as 'btc');
    },
  ],
};

function changed(change: Change): MethodologyDocument {
  const document = framework();
  change(document);
  return document;
}

for (const [name, change] of Object.entries(RUNS)) {
  test(`a desk runs a framework with ${name}`, async (t) => {
    const document = changed(change);
    assert.deepEqual(methodologyProblems(document), []);
    assert.deepEqual(deskProblems(loadMethodology(document)), []);
    assert.deepEqual(await runOutcomes(document, t), ['SCORED', 'SCORED', 'SCORED']);
  });
}

test('a desk names the reason why it cannot run a framework', async (t) => {
  const desk = await fixtureDesk('sqlite', t);
  const operator = await person(desk, 'olga', 'operator');
  for (const [name, [code, change]] of Object.entries(REFUSED)) {
    const document = changed(change);
    const invalid = methodologyProblems(document);
    const problems = invalid.length > 0 ? invalid : deskProblems(loadMethodology(document));
    assert.ok(
      problems.some((problem) => problem.code === code),
      `${name}: ${JSON.stringify(problems)}`,
    );
    await assert.rejects(
      importMethodology(desk, operator, document),
      ({ details }: { details: { code: string }[] }) => details.some((detail) => detail.code === code),
      name,
    );
  }
});

test('a framework that passes every other check is tried with invented providers', () => {
  const methodology = loadMethodology(framework());
  const [problem] = deskProblems({ ...methodology, grades: new Map([['B', 85]]) });
  assert.equal(problem?.code, 'desk_cannot_score');
  assert.match(
    problem!.message,
    /^a btc provider with .* is not scored: \/gates\/insolvency_status\/grade A grade is not defined/,
  );
});

const TODAY = '2026-04-01';

/** From the import of the framework to a run, for one provider of each planner type. */
async function runOutcomes(document: MethodologyDocument, t: TestContext): Promise<string[]> {
  const desk = await fixtureDesk('sqlite', t);
  const operator = await person(desk, 'olga', 'operator');
  const officer = await person(desk, 'cora', 'chief_risk_officer');
  const analyst = await person(desk, 'ann', 'analyst');
  const reviewer = await person(desk, 'rob', 'reviewer');
  const key = await keyOf('cora-key', 1);
  await enrolKey(desk, operator, { staffId: officer.id, publicKey: key.verifierKey });
  const digest = await importMethodology(desk, operator, document);
  await recordSignOff(desk, officer, await signed(document, key));
  await activate(desk, operator, digest, 'The first.');
  const configuration = {
    digest: 'default',
    name: 'default',
    content: JSON.stringify({ name: 'default', evidence_rules: '1' }),
    recorded_at: desk.now,
    recorded_by: operator.id,
  };
  await desk.store.transaction((writes) =>
    writes.insertInto('configurations').values(configuration).execute(),
  );

  const methodology = loadMethodology(document);
  const evidence = fictionalEvidence('terms', TODAY, 'B', 'public register');
  const approve = async (batchId: string) => {
    desk.now += 1000;
    await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
  };
  const rate = {
    currency: 'USD',
    input: 'reference_rate',
    value: '3.75',
    evidence,
    confirmation: CONFIRMATION,
  };
  await approve((await proposeInputs(desk, analyst, methodology, asRows([rate]))).batchId);
  const flags = {
    redeemable: true,
    lends: true,
    onchain: false,
    fixed_obligations: true,
    bitcoin_backed: true,
  };
  const providers = ['btc', 'fiat', 'stablecoin'].map((planner_type) => ({
    slug: planner_type,
    name: planner_type,
    planner_type,
    provider_subtype: 'x',
    yield_min: '1.00',
    yield_max: '6.25',
    payout_currency: planner_type === 'btc' ? 'BTC' : 'USD',
    flags,
    evidence,
    confirmation: CONFIRMATION,
  }));
  await approve((await importProviders(desk, analyst, asRows(providers), methodology)).batch_id!);
  const rows = providers.flatMap(({ slug, payout_currency }) =>
    valuesOf(document, payout_currency).map(([input, value]) => ({
      ...{ provider: slug, input, value, evidence },
      confirmation: CONFIRMATION,
    })),
  );
  if (rows.length > 0) await approve((await proposeInputs(desk, analyst, methodology, asRows(rows))).batchId);
  const run = await computeRun(desk, operator, { kind: 'manual', asOf: desk.now });
  const items = await desk.store.db
    .selectFrom('run_items')
    .select(['outcome', 'outcome_detail'])
    .where('run_id', '=', run)
    .execute();
  return items.map(({ outcome, outcome_detail }) => [outcome, outcome_detail].filter(Boolean).join(' '));
}

/** A value for every gate and criterion that is not derived. */
function valuesOf({ criteria, gates }: MethodologyDocument, currency: string): [string, string][] {
  const isDerived = (id: string) =>
    id === 'yield_spread' || (id === 'btc_shock_absorption' && currency !== 'BTC');
  return [
    ...gates.map(({ id, options }): [string, string] => [id, options.at(-1)!]),
    ...criteria
      .filter(({ id }) => !isDerived(id))
      .map(({ id, input }): [string, string] =>
        // Shares that exclude each other must not add up to more than all of it.
        input.type === 'enum'
          ? [id, input.options.at(-1)![0]]
          : [id, input.breakpoints.at(id === 'endogenous_share' ? 0 : -1)![0]],
      ),
  ];
}
