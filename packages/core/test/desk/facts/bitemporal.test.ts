import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { factsAsOf, type ProviderFacts } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { ensureDefaultConfiguration } from '@rf-indicators/core/desk/methodology/configurations';
import { importMethodology, recordSignOff } from '@rf-indicators/core/desk/methodology/registry';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import type { StoreKind } from '@rf-indicators/core/store/store';
import fc from 'fast-check';
import { framework, keyOf, person, START, signed } from '../../../../../test/support/desk-fixture.ts';
import { CONFIRMATION, graded } from '../../../../../test/support/evidence.ts';
import { renameProvider } from '../../../../../test/support/naming.ts';
import {
  approveSamples,
  methodology,
  sampleProviders,
  staffedDesk,
} from '../../../../../test/support/sample-desk.ts';
import { activate, enrolKey } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

const DAY = 86_400_000;
const HISTORIES = process.env.RF_TEST_FULL === '1' ? 200 : 8;

/** One thing that happens at the desk, some time after the one before. */
const happening = fc.record({
  after: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 20 * DAY })),
  what: fc.constantFrom('propose', 'propose', 'approve', 'approve', 'reject', 'retract', 'rename'),
  input: fc.constantFrom(
    ...[
      'reserve_coverage',
      'withdrawal_status',
      'insolvency_status',
      'onchain',
      'yield_max',
      'reference_rate',
    ],
  ),
  pick: fc.nat(99),
  age: fc.integer({ min: 0, max: 120 }),
  grade: fc.constantFrom('A', 'B', 'D', 'E'),
});

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const VALUES: Record<string, string[]> = {
  reserve_coverage: ['90.00', '100.00', '120.00'],
  withdrawal_status: ['on_terms', 'suspended'],
  insolvency_status: ['none', 'distressed'],
  onchain: ['true', 'false'],
  yield_max: ['0.00', '6.00'],
  reference_rate: ['3.50', '3.75'],
};

onEitherStore(
  'a query about what was known at an instant always has the same answer',
  async (kind: StoreKind, t: TestContext) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const { db } = desk.store;
    const sha256 = await approveSamples(staffed);
    let histories = 0;

    const oneHistory = async (happenings: Happening[]) => {
      histories += 1;
      const slug = `history-${histories}`;
      const terms = { ...graded('A'), title: 'Terms', evidence_date: '2026-03-31', sha256 };
      const row = { ...sampleProviders[4], slug, evidence: terms };
      const { batch_id } = await importProviders(desk, analyst, asRows([row]), methodology);
      await decide(desk, reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
      const { id } = (await findProvider(db, slug))!;
      const ask = (asOf: number): Promise<ProviderFacts[]> => factsAsOf(db, methodology, [id], asOf, asOf);
      const answers: { at: number; facts: ProviderFacts[] }[] = [];
      for (const { after, what, input, pick, age, grade } of happenings) {
        desk.now += after;
        const one = <T>(list: T[]): T[] => (list.length === 0 ? [] : [list[pick % list.length]!]);
        const proposals = async (status: 'open' | 'approved') =>
          one(
            (await listProposals(db, { status })).filter(
              ({ provider_id }) => provider_id === id || provider_id === null,
            ),
          );
        if (what === 'propose') {
          const evidence_date = new Date(desk.now - age * DAY).toISOString().slice(0, 10);
          const evidence = { ...graded(grade), title: 'Report', evidence_date, sha256 };
          const value = one(VALUES[input]!)[0];
          const about = input === 'reference_rate' ? { currency: 'USD' } : { provider: id };
          await proposeInputs(
            desk,
            analyst,
            methodology,
            asRows([{ ...about, input, value, evidence, confirmation: CONFIRMATION }]),
          );
        } else if (what === 'rename') {
          await renameProvider(desk, analyst, id, `${slug} ${pick}`);
        } else if (what === 'retract') {
          for (const { id: proposal_id } of await proposals('approved')) {
            const retraction = { proposal_id, replaced_by: null, reason: 'wrong', retracted_by: reviewer.id };
            await db
              .insertInto('retractions')
              .values({ ...retraction, retracted_at: desk.now })
              .execute();
          }
        } else {
          const verdict = what === 'approve' ? 'approved' : 'rejected';
          for (const { id: proposalId } of await proposals('open')) {
            await decide(desk, reviewer, { proposalIds: [proposalId] }, verdict, {
              reason: 'seen',
              unopened: true,
              confirmation: CONFIRMATION,
            });
          }
        }
        answers.push({ at: desk.now, facts: await ask(desk.now) });
      }
      desk.now += DAY;
      for (const { at, facts } of answers) assert.deepEqual(await ask(at), facts);
    };
    await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), oneHistory), {
      numRuns: HISTORIES,
      seed: 20260401,
    });
  },
);

onEitherStore(
  'a decision is never recorded before an earlier run, even if the clock stops',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer, operator } = staffed;
    const { db } = desk.store;
    const sha256 = await approveSamples(staffed);
    const officer = await person(desk, 'cora', 'chief_risk_officer');
    const key = await keyOf('cora-key', 1);
    await enrolKey(desk, operator, { staffId: officer.id, publicKey: key.verifierKey });
    const digest = await importMethodology(desk, officer, framework());
    await recordSignOff(desk, officer, await signed(framework(), key));
    await activate(desk, operator, digest, 'the first');
    await desk.store.transaction((writes) => ensureDefaultConfiguration(desk, writes, operator));
    const { id } = (await findProvider(db, 'fx-05'))!;
    const ask = () => factsAsOf(db, methodology, [id], START, START);

    await computeRun(desk, operator, { kind: 'manual', asOf: START });
    const seen = await ask();
    const evidence = { ...graded('A'), title: 'Report', evidence_date: '2026-04-01', sha256 };
    const row = { provider: 'fx-05', input: 'reserve_coverage', value: '90.00', evidence };
    const { batchId } = await proposeInputs(desk, analyst, methodology, asRows([row]));
    await decide(desk, reviewer, { batchId }, 'approved', { unopened: true });
    const change = { slug: 'fx-05', name: 'Another Name', yield_max: '1.00', evidence };
    const { batch_id } = await importProviders(desk, analyst, asRows([change]));
    await decide(desk, reviewer, { batchId: batch_id! }, 'approved', { unopened: true });
    assert.deepEqual(await ask(), seen);
    const [later] = await factsAsOf(db, methodology, [id], START, START + 1);
    assert.deepEqual(
      [later?.inputs.reserve_coverage?.value, later?.facts.yield_max?.value, later?.name],
      ['90.00', '1.00', 'Another Name'],
    );
  },
);
