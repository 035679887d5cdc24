// What the document of entry checks refuses, what both people confirm, whose evidence may be cited, and that no run scores an
// impossible value.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { quoteContradiction } from '@rf-indicators/core/desk/facts/plausibility/quote-units';
import { SHIPPED_CHECKS } from '@rf-indicators/core/desk/facts/plausibility/shipped';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import fc from 'fast-check';
import { fictionalEvidence } from '../../../../../packages/server/src/demo/evidence.ts';
import { cases } from '../../../../../test/support/counts.ts';
import { graded } from '../../../../../test/support/evidence.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  DAY,
  draft,
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';

const SENTENCE = 'The auditor explains the figure in note 4.';

interface Row {
  input: string;
  value: string;
  sample?: string;
  confirmation?: string;
  shared_reason?: string;
  evidence?: object;
}

function propose({ desk, people, slugOf }: World, { sample = 'FX-05', ...row }: Row) {
  const own = fictionalEvidence(`${sample} ${row.input} ${row.value}`, civilDate(desk.clock()), 'A');
  const rows = asRows([{ provider: slugOf(sample), evidence: own, ...row }]);
  return proposeInputs(desk, people.analyst, methodology, rows);
}

async function codesOf(act: Promise<unknown>): Promise<string[]> {
  try {
    await act;
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    assert.ok(error.details.length > 0, error.message);
    return error.details.map(({ code }) => code);
  }
}

function approve({ desk, people }: World, proposalIds: string[], confirmation: string | null = null) {
  return decide(desk, people.reviewer, { proposalIds }, 'approved', { unopened: true, confirmation });
}

async function freshWorld(...[kind, t]: Parameters<Parameters<typeof onEitherStore>[1]>): Promise<World> {
  const world = await foundedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + MINUTE);
  return world;
}

onEitherStore('an impossible value is refused on every path, confirmed or not', async (kind, t) => {
  const world = await freshWorld(kind, t);
  const { store } = world;
  const row = { input: 'named_exposure_share', value: '184920000.00' };
  assert.deepEqual(await codesOf(propose(world, row)), ['impossible']);
  assert.deepEqual(await codesOf(propose(world, { ...row, confirmation: SENTENCE })), ['impossible']);
  const together = { input: 'endogenous_share', value: '5.00', confirmation: SENTENCE };
  assert.deepEqual(await codesOf(propose(world, together)), ['impossible'], 'shares above 100 together');
  assert.deepEqual(await listProposals(store.db, { status: 'open' }), []);

  // As a program from before the document would have written it.
  const { proposalIds } = await propose(world, { ...row, value: '90.00' });
  const [id] = proposalIds as [string];
  const older = await olderProposal(world, id, row.value);
  assert.deepEqual(await codesOf(approve(world, [older], SENTENCE)), ['impossible']);
  await approveAsBefore(world, older);
  const runId = await draft(world, { providerIds: [world.idOf('FX-05')] });
  const item = await itemOf(world, runId);
  assert.equal(item.outcome, 'INVALID');
  assert.match(item.outcome_detail!, /named_exposure_share 184920000.00 is impossible/);
  // The correction of another value does not wait for it, and its own correction ends it.
  assert.deepEqual(await codesOf(approve(world, [id], SENTENCE)), []);
  world.desk.moveTo(world.desk.clock() + MINUTE);
  assert.equal(
    (await itemOf(world, await draft(world, { providerIds: [world.idOf('FX-05')] }))).outcome,
    'SCORED',
  );
});

/** A copy of an open proposal with another value. */
async function olderProposal({ store }: World, id: string, value: string): Promise<string> {
  const older = 'ffffffff-0000-7000-8000-000000000001';
  await store.transaction(async (writes) => {
    const found = await writes
      .selectFrom('proposals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // Its place in the record chain is its own.
    const { chain_list: _, ...row } = found as typeof found & { chain_list: unknown };
    await writes
      .insertInto('proposals')
      .values({ ...row, id: older, value })
      .execute();
    await writes.insertInto('open_proposals').values({ proposal_id: older }).execute();
  });
  return older;
}

async function approveAsBefore({ store, desk, people }: World, id: string): Promise<void> {
  await store.transaction(async (writes) => {
    const decision = {
      decision: 'approved' as const,
      decided_by: people.reviewer.id,
      decided_at: desk.clock(),
    };
    await writes
      .insertInto('decisions')
      .values({ proposal_id: id, proposed_by: people.analyst.id, reason: null, opened: 1, ...decision })
      .execute();
    await writes.deleteFrom('open_proposals').where('proposal_id', '=', id).execute();
  });
  desk.moveTo(desk.clock() + MINUTE);
}

function itemOf({ store }: World, runId: string) {
  return store.db.selectFrom('run_items').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow();
}

onEitherStore('an unusual value is confirmed by both people, each with a sentence', async (kind, t) => {
  const world = await freshWorld(kind, t);
  const row = { input: 'par_deviation', value: '40.00' };
  assert.deepEqual(await codesOf(propose(world, row)), ['unusual']);
  const { proposalIds } = await propose(world, { ...row, confirmation: SENTENCE });
  assert.deepEqual(await codesOf(approve(world, proposalIds)), ['unusual']);
  await approve(world, proposalIds, 'I read note 4, and the venue confirms it.');
  const [approved] = await listProposals(world.store.db, { id: proposalIds[0]! });
  assert.equal(approved?.confirmation, SENTENCE);
  assert.equal(approved?.decided_confirmation, 'I read note 4, and the venue confirms it.');

  const usual = await propose(world, { input: 'equity_ratio', value: '5.00', confirmation: SENTENCE });
  await approve(world, usual.proposalIds, SENTENCE);
  const [plain] = await listProposals(world.store.db, { id: usual.proposalIds[0]! });
  assert.deepEqual([plain?.confirmation, plain?.decided_confirmation], [null, null], 'nothing to confirm');

  const quote = 'Reserves at the reporting date: USD 184,920,000.';
  const evidence = { ...fictionalEvidence('Reserves', civilDate(world.desk.clock()), 'A'), quote };
  const wrongUnit = { input: 'named_exposure_share', value: '97.00', evidence };
  assert.deepEqual(await codesOf(propose(world, wrongUnit)), ['unusual'], 'money is not a percentage');
});

onEitherStore('evidence of another provider takes a reason, and a group takes none', async (kind, t) => {
  const world = await freshWorld(kind, t);
  const { desk, people } = world;
  const evidence = fictionalEvidence('Custody letter', civilDate(desk.clock()), 'B');
  const row = { input: 'independent_oversight', value: '60.00', evidence };
  await propose(world, row);
  const other = { ...row, sample: 'FX-10' };
  assert.deepEqual(await codesOf(propose(world, other)), ['other_provider']);
  const grouped = { ...other, evidence: { ...evidence, group: 'shared custodian' } };
  assert.deepEqual(await codesOf(propose(world, grouped)), ['other_provider'], 'it belongs to one already');
  const { proposalIds } = await propose(world, { ...other, shared_reason: 'One custodian serves both.' });
  const [found] = await listProposals(world.store.db, { id: proposalIds[0]! });
  assert.equal(found?.shared_reason, 'One custodian serves both.');
  assert.deepEqual(
    found?.evidence.belongs_to.providers.map(({ slug }) => slug),
    [world.slugOf('FX-05')],
  );
  const all = { input: 'insolvency_status', providers: ['FX-05', 'FX-10'].map(world.slugOf) };
  const check = (group: string | null) =>
    renewUnchanged(desk, people.analyst, methodology, {
      ...all,
      evidence: fictionalEvidence(`Check ${group}`, civilDate(desk.clock()), 'A', group),
    });
  assert.deepEqual(await codesOf(check(null)), ['other_provider']);
  assert.deepEqual(await codesOf(check('public register')), []);
  desk.moveTo(desk.clock() + DAY);
});

onEitherStore(
  'a grade follows from the document: lowered freely, raised only with a reason',
  async (kind, t) => {
    const world = await freshWorld(kind, t);
    const today = civilDate(world.desk.clock());
    const { document } = fictionalEvidence('Terms', today, 'A');
    const terms = { kind: 'prospectus', title: 'Terms', evidence_date: today, quote: 'As agreed.', document };
    const row = { input: 'independent_oversight', value: '60.00' };
    const gradeOf = async (evidence: object) => {
      const { proposalIds } = await propose(world, { ...row, evidence });
      const [{ evidence: recorded } = { evidence: null }] = await listProposals(world.store.db, {
        id: proposalIds[0]!,
      });
      return [recorded?.grade, recorded?.grade_reason];
    };
    assert.deepEqual(await gradeOf(terms), ['C', null]);
    assert.deepEqual(await gradeOf({ ...terms, grade: 'E', title: 'Lower' }), ['E', null]);
    assert.deepEqual(await gradeOf({ ...terms, source: 'authority', title: 'Approved' }), ['A', null]);
    assert.deepEqual(await codesOf(propose(world, { ...row, evidence: { ...terms, grade: 'A' } })), [
      'grade_raised',
    ]);
    const raised = { ...terms, grade: 'A', grade_reason: 'The supervisor approved this text.' };
    assert.deepEqual(await gradeOf(raised), ['A', 'The supervisor approved this text.']);
    const { quote: _, ...unquoted } = terms;
    assert.deepEqual(await codesOf(propose(world, { ...row, evidence: unquoted })), ['no_place']);
    assert.deepEqual(
      await codesOf(propose(world, { ...row, evidence: { ...unquoted, page: '4', region: 'table 2' } })),
      [],
    );
    const marked = { ...graded('D'), title: 'PLACEHOLDER: title of the document', evidence_date: today };
    assert.deepEqual(await codesOf(propose(world, { ...row, evidence: marked })), ['placeholder']);
  },
);

test('a quote with figures in another unit contradicts the value', () => {
  assert.match(quoteContradiction('percent', '97.00', 'USD 184,920,000')!, /money/);
  assert.match(quoteContradiction('percent', '97.00', '184.92 million dollars')!, /money/);
  assert.match(quoteContradiction('days', '5', 'a ratio of 5 %')!, /percentage/);
  assert.equal(quoteContradiction('percent', '104.30', 'USD 412,335,600, a coverage of 104.30 %'), null);
  assert.equal(quoteContradiction('percent', '104.30', 'The coverage was 104.30.'), null, 'no unit');
  assert.equal(quoteContradiction('percent', '104.30', null), null);
  assert.equal(quoteContradiction('days', '5', 'within 5 business days'), null);
});

onEitherStore('no value outside its possible range is ever scored', async (kind, t) => {
  const world = await freshWorld(kind, t);
  const numbers = Object.entries(SHIPPED_CHECKS.inputs).filter(
    ([input, { unit }]) => unit !== undefined && methodology.criterionById.has(input),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...numbers), fc.nat(999_999_999), async ([input, check], amount) => {
      const scale = (check.possible![1]!.split('.')[1] ?? '').length;
      const value = scale === 0 ? String(amount) : `${amount}.${'0'.repeat(scale)}`;
      const isPossible = amount >= Number(check.possible![0]) && amount <= Number(check.possible![1]);
      const codes = await codesOf(propose(world, { sample: 'FX-06', input, value, confirmation: SENTENCE }));
      assert.equal(
        codes.includes('impossible') || isPossible || codes.includes('E2'),
        true,
        `${input} ${value}`,
      );
      if (!isPossible) assert.notDeepEqual(codes, []);
    }),
    { numRuns: cases(12, 200) },
  );
});
