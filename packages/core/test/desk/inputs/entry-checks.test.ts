import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { shockAbsorption, yieldSpread } from '@rf-indicators/core/desk/facts/derive';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { samples } from '../../../../../test/support/desk-fixture.ts';
import { CONFIRMATION, graded } from '../../../../../test/support/evidence.ts';
import {
  approveRate,
  approveSamples,
  importSampleProviders,
  methodology,
  type StaffedDesk,
  sampleInputs,
  staffedDesk,
} from '../../../../../test/support/sample-desk.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

/** "E2: must be 3.00, …" of every fault. */
async function problemsOf(act: Promise<unknown>): Promise<string[]> {
  try {
    await act;
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.details.map(({ place, code, message }) => `${place}: ${code} ${message}`);
  }
  return [];
}

async function factsNow({ desk }: StaffedDesk, slug: string) {
  const { id } = (await findProvider(desk.store.db, slug))!;
  const [facts] = await factsAsOf(desk.store.db, methodology, [id], desk.now, desk.now);
  return facts!;
}

/** The value that counts, its grade and date, and what it follows from if it is derived. */
async function inputNow(staffed: StaffedDesk, slug: string, input: string) {
  const known = (await factsNow(staffed, slug)).inputs[input]!;
  return [known.value, known.grade, known.evidence_date, known.approval?.derived, known.approval?.from];
}

test('E2 and E4 as integers in hundredths', () => {
  assert.deepEqual([yieldSpread(675, 375), yieldSpread(355, 375), yieldSpread(100, -50)], [300, 0, 150]);
  // 100 x 78 / 178 = 43.820…, rounded down; coverage at or below 100 absorbs nothing.
  assert.deepEqual(
    [17800, 42000, 21000, 10000, 7100].map((coverage) => shockAbsorption(coverage)),
    [4382, 7619, 5238, 0, 0],
  );
  assert.equal(shockAbsorption(15000, 10000), 5000);
  assert.equal(shockAbsorption(15000, 2500), 10000);
  assert.equal(shockAbsorption(99_999_999_999, 1), 10000);
  assert.equal(shockAbsorption(99_999_999_999), 9999);
});

onEitherStore(
  'all samples pass the entry checks; what follows from other figures is checked and then derived',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const sha256 = await importSampleProviders(staffed);
    const rows = sampleInputs(sha256);
    const { batchId, proposalIds, checked } = await proposeInputs(desk, analyst, methodology, asRows(rows));
    // FX-04 pays in bitcoin, so its absorption is an input of its own.
    const derived = rows.filter(
      ({ provider, input }) =>
        input === 'yield_spread' || (input === 'btc_shock_absorption' && provider !== 'fx-04'),
    );
    assert.deepEqual([proposalIds.length, checked], [rows.length - derived.length, derived.length]);
    await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
    const proposed = (await listProposals(desk.store.db)).filter(({ input }) =>
      ['yield_spread', 'btc_shock_absorption'].includes(input),
    );
    assert.deepEqual(
      proposed.map(({ slug, input }) => `${slug} ${input}`),
      ['fx-04 btc_shock_absorption'],
      'a derived value is not stored',
    );
    for (const { provider_id, inputs } of samples) {
      const { inputs: known } = await factsNow(staffed, provider_id.toLowerCase());
      assert.deepEqual(Object.keys(known).sort(), Object.keys(inputs).sort());
      for (const [id, { value }] of Object.entries(inputs)) assert.equal(known[id]!.value, value, id);
    }
    const { grade, evidence_date } = samples[0]!.inputs.yield_spread!;
    assert.deepEqual(await inputNow(staffed, 'fx-01', 'yield_spread'), [
      '3.00',
      grade,
      evidence_date,
      'E2',
      ['yield_max', 'reference_rate'],
    ]);
    const spread = await inputNow(staffed, 'fx-04', 'yield_spread');
    assert.deepEqual([spread[0], spread[4]], ['9.50', ['yield_max']], 'the rate of bitcoin is 0.00');
    assert.equal((await inputNow(staffed, 'fx-02', 'btc_shock_absorption'))[3], 'E4');
  },
);

onEitherStore('a value that contradicts the figures it follows from is refused', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, reviewer } = staffed;
  const sha256 = await importSampleProviders(staffed);
  const evidence = { ...graded('A'), title: 'Report', evidence_date: '2026-03-20', sha256 };
  const propose = (...rows: object[]) =>
    proposeInputs(desk, analyst, methodology, asRows(rows.map((row) => ({ evidence, ...row }))));
  const spread = { provider: 'fx-01', input: 'yield_spread' };
  const shock = { provider: 'fx-01', input: 'btc_shock_absorption' };
  const coverage = { provider: 'fx-01', input: 'reserve_coverage', value: '178' };
  const equity = { provider: 'fx-01', input: 'equity_ratio', value: '10.00' };

  // E1, whichever of the two comes last.
  const later = { ...evidence, evidence_date: '2026-04-01' };
  const source = { provider: 'fx-05', input: 'yield_source', value: 'overcollateralised_credit' };
  assert.match((await problemsOf(propose(source)))[0]!, /^\/0\/value: E1 .*but lends is false$/);
  const lends = { provider: 'fx-05', input: 'lends', value: 'true', evidence: later };
  const { batchId: lending } = await propose(source, lends);
  await decide(desk, reviewer, { batchId: lending }, 'approved', {
    unopened: true,
    confirmation: CONFIRMATION,
  });
  const stops = { ...lends, value: 'false' };
  assert.match((await problemsOf(propose(stops)))[0]!, /^\/0\/value: E1 yield_source over/);

  // E2, with the figures on record and those of the same file.
  assert.deepEqual(await problemsOf(propose({ ...spread, value: '3.01' })), [
    '/0/value: E2 must be 3.00, not 3.01: it is derived from yield_max 6.75 and reference_rate 3.75',
  ]);
  const raised = { provider: 'fx-01', input: 'yield_max', value: '7.00', evidence: later };
  assert.match((await problemsOf(propose(raised, { ...spread, value: '3.00' })))[0]!, /E2 must be 3\.25/);
  const rate = { currency: 'USD', input: 'reference_rate', value: '4', evidence: later };
  const { proposalIds, checked } = await propose(rate, raised, { ...spread, value: '3.00' });
  assert.deepEqual([proposalIds.length, checked], [2, 1]);
  assert.match(
    await propose({ ...spread, value: '3.00' }).then(
      () => assert.fail('it was taken'),
      ({ message }: Refusal) => message,
    ),
    /^Every value in these rows is derived from other inputs in each run/,
    'nothing is left to propose',
  );

  // E4.
  assert.deepEqual(await problemsOf(propose({ ...shock, value: '43.82' })), [
    '/0/value: E4 is derived from reserve_coverage; propose these with their evidence',
  ]);
  assert.deepEqual(await problemsOf(propose(coverage, { ...shock, value: '43.83' })), [
    '/1/value: E4 must be 43.82, not 43.83: it is derived from reserve_coverage 178.00',
  ]);
  const part = { provider: 'fx-01', input: 'bitcoin_part', value: '100' };
  const { batchId } = await propose(coverage, part, { ...shock, value: '78.00' });
  await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
  assert.deepEqual(await problemsOf(propose(equity, { ...shock, value: '43.82' })), [
    '/1/value: E4 must be 78.00, not 43.82: it is derived from reserve_coverage 178.00 and bitcoin_part 100.00',
  ]);
  assert.equal((await propose(equity, { ...shock, value: '78' })).checked, 1);
  // A claim that is payable in bitcoin falls with it; there is nothing to derive.
  assert.equal((await propose({ ...shock, provider: 'fx-04', value: '12.34' })).checked, 0);
});

onEitherStore(
  'a reference rate is about a currency, and all other facts are about a provider',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst } = staffed;
    const sha256 = await importSampleProviders(staffed);
    const evidence = { ...graded('A'), title: 'Rate', evidence_date: '2026-03-31', sha256 };
    const refused = async (row: object) => {
      const act = proposeInputs(desk, analyst, methodology, asRows([{ evidence, confirmation: CONFIRMATION, ...row }]));
      return (await problemsOf(act)).map((problem) => problem.split(' ').slice(0, 2).join(' '));
    };
    const rate = { input: 'reference_rate', value: '2.00' };
    assert.deepEqual(await refused(rate), ['/0/currency: missing']);
    assert.deepEqual(await refused({ ...rate, currency: 'XQX' }), ['/0/currency: unknown_currency']);
    assert.deepEqual(await refused({ ...rate, currency: 'BTC' }), ['/0/currency: unknown_currency']);
    assert.deepEqual(await refused({ ...rate, currency: 'EUR', provider: 'fx-01' }), [
      '/0/provider: unknown_member',
    ]);
    assert.deepEqual(await refused({ ...rate, currency: 'EUR', value: 'low' }), ['/0/value: not_percent']);
    assert.deepEqual(await refused({ input: 'yield_max', value: '2.00', currency: 'EUR' }), [
      '/0/provider: missing',
      '/0/currency: unknown_member',
    ]);
    for (const [input, value, code] of [
      ['planner_type', 'gold', 'unknown_planner_type'],
      ['payout_currency', 'XQX', 'unknown_currency'],
      ['onchain', 'maybe', 'not_boolean'],
      ['yield_max', '-1.00', 'not_percent'],
      ['bitcoin_part', '0', 'not_bitcoin_backed'],
    ]) {
      assert.deepEqual(await refused({ provider: 'fx-01', input, value }), [`/0/value: ${code}`]);
    }
    await approveRate(staffed, 'CHF', '-0.75', '2026-03-31', sha256);
  },
);

onEitherStore(
  'a derived value follows its figures at once, with the weaker grade and the older date',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const sha256 = await approveSamples(staffed);
    const approve = async (input: string, value: string, evidence_date: string, grade: string) => {
      const evidence = { ...graded(grade), title: 'Report', evidence_date, sha256 };
      const rows = asRows([{ provider: 'fx-01', input, value, evidence, confirmation: CONFIRMATION }]);
      const { batchId } = await proposeInputs(desk, analyst, methodology, rows);
      await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
    };
    await approve('reserve_coverage', '150.00', '2026-03-31', 'B');
    const from = ['reserve_coverage'];
    const shock = () => inputNow(staffed, 'fx-01', 'btc_shock_absorption');
    assert.deepEqual(await shock(), ['33.33', 'B', '2026-03-31', 'E4', from]);
    await approve('bitcoin_part', '100.00', '2026-03-30', 'A');
    assert.deepEqual(await shock(), ['50.00', 'B', '2026-03-30', 'E4', [...from, 'bitcoin_part']]);

    await approve('yield_max', '7.00', '2026-03-30', 'D');
    await approveRate(staffed, 'USD', '4.00', '2026-04-01', sha256);
    const bases = ['yield_max', 'reference_rate'];
    const spread = () => inputNow(staffed, 'fx-01', 'yield_spread');
    assert.deepEqual(await spread(), ['3.00', 'D', '2026-03-30', 'E2', bases]);
    // One rate serves all providers that pay in its currency, and no other.
    assert.equal((await inputNow(staffed, 'fx-05', 'yield_spread'))[4]?.at(-1), 'reference_rate');
    await approve('payout_currency', 'BTC', '2026-04-01', 'A');
    assert.deepEqual(await spread(), ['7.00', 'D', '2026-03-30', 'E2', ['yield_max']]);
  },
);

onEitherStore('renewing a derived value is refused, with what to renew instead', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst } = staffed;
  const sha256 = await approveSamples(staffed);
  const evidence = { ...graded('A'), title: 'Rates', evidence_date: '2026-04-01', sha256 };
  const renew = (input: string, ...providers: string[]) =>
    renewUnchanged(desk, analyst, methodology, { input, providers, evidence });
  assert.deepEqual((await problemsOf(renew('yield_spread', 'fx-01', 'fx-04'))).sort(), [
    'fx-01: derived derives "yield_spread" in each run; renew yield_max and reference_rate instead',
    'fx-04: derived derives "yield_spread" in each run; renew yield_max instead',
  ]);
  assert.deepEqual(await problemsOf(renew('btc_shock_absorption', 'fx-01')), [
    'fx-01: derived derives "btc_shock_absorption" in each run; renew reserve_coverage instead',
  ]);
  assert.equal((await renew('btc_shock_absorption', 'fx-04')).proposalIds.length, 1);
  assert.equal((await renew('yield_max', 'fx-01', 'fx-04')).proposalIds.length, 2);
  // One rate serves all who pay in its currency, and bitcoin has none.
  assert.equal((await renew('reference_rate', 'fx-01', 'fx-04', 'fx-05')).proposalIds.length, 1);
});
