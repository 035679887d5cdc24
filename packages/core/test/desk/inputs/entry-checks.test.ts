import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { asRows } from '@rf-indicators/core/desk/import/file';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { shockAbsorption, yieldSourceHolds, yieldSpread } from '@rf-indicators/core/desk/inputs/entry-checks';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { importProviders } from '@rf-indicators/core/desk/providers/provider-import';
import { setReferenceRate } from '@rf-indicators/core/desk/providers/reference-rates';
import {
  approveSamples,
  importSampleProviders,
  methodology,
  sampleInputs,
  sampleProviders,
  staffedDesk,
} from '../../../../../test/support/sample-desk.ts';
import { onEachStore } from '../../../../../test/support/stores.ts';

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

test('E1, E2 and E4 as integers in hundredths', () => {
  assert.equal(yieldSourceHolds('overcollateralised_credit', { lends: false }), false);
  assert.equal(yieldSourceHolds('undercollateralised_credit', { lends: true }), true);
  assert.equal(yieldSourceHolds('mixed_disclosed', { lends: false }), true);
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

onEachStore(
  'all samples pass the entry checks, with dollars at 3.75 and FX-04 paying in bitcoin',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    await approveSamples(staffed);
    const approved = await listProposals(staffed.desk.store.db, { status: 'approved' });
    assert.equal(approved.length, sampleInputs('').length);
    const factsOf = (slug: string, input: string) =>
      approved.find((proposal) => proposal.slug === slug && proposal.input === input)?.facts;
    assert.deepEqual(factsOf('fx-01', 'yield_spread'), {
      payout_currency: 'USD',
      reference_rate: '3.75',
      reference_rate_since: '2026-01-01',
      yield_max: '6.75',
    });
    assert.deepEqual(factsOf('fx-04', 'yield_spread'), {
      payout_currency: 'BTC',
      reference_rate: '0.00',
      yield_max: '9.50',
    });
    assert.deepEqual(factsOf('fx-02', 'btc_shock_absorption'), { reserve_coverage: '420.00' });
  },
);

onEachStore('a value that contradicts the recorded figures is refused', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, reviewer } = staffed;
  const sha256 = await importSampleProviders(staffed);
  const evidence = { kind: 'report', title: 'Report', evidence_date: '2026-03-20', grade: 'A', sha256 };
  const propose = (...rows: object[]) =>
    proposeInputs(desk, analyst, methodology, asRows(rows.map((row) => ({ evidence, ...row }))));
  const spread = { provider: 'fx-01', input: 'yield_spread' };
  const shock = { provider: 'fx-01', input: 'btc_shock_absorption' };
  const coverage = { provider: 'fx-01', input: 'reserve_coverage', value: '178' };

  const source = { provider: 'fx-05', input: 'yield_source', value: 'overcollateralised_credit' };
  assert.match((await problemsOf(propose(source)))[0]!, /^\/0\/value: E1 .*lends = false/);

  assert.match((await problemsOf(propose({ ...spread, value: '3.01' })))[0]!, /E2 must be 3\.00, not 3\.01/);
  const early = { ...evidence, evidence_date: '2025-12-31' };
  assert.match(
    (await problemsOf(propose({ ...spread, value: '3.00', evidence: early })))[0]!,
    /E2 there is no reference rate for USD on 2025-12-31; record the rate for that day/,
  );
  await setReferenceRate(desk, analyst, {
    currency: 'USD',
    effective_on: '2026-03-21',
    rate: '4',
    source: 'bank',
  });
  await propose({ ...spread, value: '3.00' });
  const later = { ...evidence, evidence_date: '2026-03-21' };
  await propose({ ...spread, value: '2.75', evidence: later });

  assert.match(
    (await problemsOf(propose({ ...shock, value: '43.82' })))[0]!,
    /E4 depends on reserve_coverage/,
  );
  assert.match(
    (await problemsOf(propose(coverage, { ...shock, value: '43.83' })))[0]!,
    /^\/1\/value: E4 must be 43\.82, not 43\.83: reserve_coverage is 178\.00/,
  );
  const part = { facts: { bitcoin_part: '100.00' } };
  const { batchId } = await propose(coverage, { ...shock, ...part, value: '78.00' });
  await decide(desk, reviewer, { batchId }, 'approved');
  // The coverage on record serves from its day on, and the bitcoin part goes along with a renewal.
  assert.match(
    (await problemsOf(propose({ ...shock, value: '43.82', evidence: early })))[0]!,
    /E4 depends on/,
  );
  await propose({ ...shock, value: '43.82', evidence: later });
  const afterwards = { ...coverage, value: '210.00', evidence: { ...evidence, evidence_date: '2026-03-25' } };
  await propose(afterwards, { ...shock, value: '43.82', evidence: later });
  // A claim that is payable in bitcoin falls with it; there is nothing to derive.
  await propose({ ...shock, provider: 'fx-04', value: '12.34' });
  const renewal = { input: 'btc_shock_absorption', providers: ['fx-01'], evidence: later };
  await renewUnchanged(desk, analyst, methodology, renewal);
  assert.match(
    (await problemsOf(propose({ ...coverage, ...part })))[0]!,
    /misplaced_fact bitcoin_part is allowed only for btc_shock_absorption/,
  );
});

onEachStore('a renewal is refused if the figures behind the value have changed', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst } = staffed;
  const sha256 = await approveSamples(staffed);
  const evidence = { kind: 'rates', title: 'Rates', evidence_date: '2026-04-01', grade: 'A', sha256 };
  const renewal = { input: 'yield_spread', providers: ['fx-01', 'fx-04'], evidence };
  await importProviders(desk, analyst, asRows([{ slug: 'fx-01', yield_max: '7.00' }]));
  assert.deepEqual(await problemsOf(renewUnchanged(desk, analyst, methodology, renewal)), [
    `fx-01, value: E2 must be 3.25, not 3.00: ${sampleProviders[0]!.name} pays up to 7.00 in USD, whose reference rate is 3.75`,
  ]);
});
