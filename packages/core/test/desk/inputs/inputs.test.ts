import assert from 'node:assert/strict';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { readRows } from '@rf-indicators/core/desk/import/file';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { readDocument, storeDocument } from '@rf-indicators/core/desk/inputs/evidence';
import { openChoices } from '@rf-indicators/core/desk/inputs/open-choices';
import { listProposals } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { retireProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { findProvider, listProviders } from '@rf-indicators/core/desk/providers/providers';
import { START } from '../../../../../test/support/desk-fixture.ts';
import { CONFIRMATION, graded } from '../../../../../test/support/evidence.ts';
import {
  approveSamples,
  importSampleProviders,
  methodology,
  type StaffedDesk,
  sampleInputs,
  staffedDesk,
} from '../../../../../test/support/sample-desk.ts';
import { enrol } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

const DAY = 86_400_000;

function evidenceOf(sha256: string | null, evidence_date = '2026-03-31', grade = 'A') {
  return { ...graded(grade), title: 'Report', evidence_date, sha256 };
}

async function refusalOf(act: Promise<unknown>): Promise<Refusal> {
  try {
    await act;
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  return assert.fail('it was taken');
}

async function currentInput({ desk }: StaffedDesk, slug: string, input: string, at = desk.now) {
  const { id } = (await findProvider(desk.store.db, slug))!;
  const [facts] = await factsAsOf(desk.store.db, methodology, [id], at, at);
  return facts?.inputs[input] ?? facts?.gates[input];
}

async function evidenceIds({ desk }: StaffedDesk): Promise<string[]> {
  const rows = await desk.store.db.selectFrom('evidence').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

onEitherStore('nobody approves their own proposal, by any path', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, reviewer, operator, both } = staffed;
  const { db } = desk.store;
  const sha256 = await importSampleProviders(staffed);
  const rows = asRows(sampleInputs(sha256, 'FX-05'));
  const { batchId, proposalIds } = await proposeInputs(desk, both, methodology, rows);
  const [proposal_id] = proposalIds as [string];

  for (const actor of [analyst, operator]) {
    const refusal = await refusalOf(
      decide(desk, actor, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION }),
    );
    assert.equal(refusal.code, 'insufficient_role');
  }
  for (const what of [{ batchId }, { proposalIds }, { proposalIds: [proposal_id] }]) {
    for (const verdict of ['approved', 'rejected'] as const) {
      const refusal = await refusalOf(decide(desk, both, what, verdict, { reason: 'mine', unopened: true }));
      assert.equal(refusal.details[0]?.code, 'own_proposal');
    }
  }
  // A batch with one foreign proposal in it is refused for the others.
  const other = await proposeInputs(desk, analyst, methodology, rows.slice(0, 1));
  const mixed = { proposalIds: [...other.proposalIds, proposal_id] };
  assert.deepEqual(
    (
      await refusalOf(decide(desk, both, mixed, 'approved', { unopened: true, confirmation: CONFIRMATION }))
    ).details.map(({ place }) => place),
    [proposal_id],
  );
  // A renewal is a proposal too, and a second token is the same person.
  await decide(desk, both, { batchId: other.batchId }, 'approved', {
    unopened: true,
    confirmation: CONFIRMATION,
  });
  const { input } = rows[0]!.value as { input: string };
  const renewal = { input, providers: ['fx-05'], evidence: evidenceOf(sha256, '2026-04-01') };
  const renewed = await renewUnchanged(desk, both, methodology, renewal);
  await refusalOf(
    decide(desk, both, { batchId: renewed.batchId }, 'approved', {
      unopened: true,
      confirmation: CONFIRMATION,
    }),
  );
  const cy = { name: 'Cy', roles: ['analyst', 'reviewer'] } as const;
  const { actor: proposer, token } = await enrol(desk, operator, cy, reviewer);
  const own = await proposeInputs(desk, proposer, methodology, rows);
  const sameToken = await authenticate(desk, token);
  await refusalOf(
    decide(desk, sameToken, { batchId: own.batchId }, 'approved', {
      unopened: true,
      confirmation: CONFIRMATION,
    }),
  );

  // Past the desk: as oneself, in another's name, and by making the proposal another's.
  const decision = { proposal_id, decision: 'approved' as const, decided_at: desk.now, reason: null };
  const insert = (proposed_by: string, decided_by: string) =>
    db
      .insertInto('decisions')
      .values({ ...decision, proposed_by, decided_by })
      .execute();
  await assert.rejects(insert(both.id, both.id), /check/i);
  await assert.rejects(insert(analyst.id, both.id), /foreign key/i);
  await assert.rejects(
    db.updateTable('proposals').set({ proposed_by: analyst.id }).where('id', '=', proposal_id).execute(),
    /append-only/,
  );
  assert.equal((await listProposals(db, { batch: batchId, status: 'open' })).length, proposalIds.length);
  await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
  assert.equal((await listProposals(db, { batch: batchId, status: 'open' })).length, 0);
});

onEitherStore('a decision is made once, and a rejection says why', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, reviewer, both } = staffed;
  const sha256 = await importSampleProviders(staffed);
  const rows = asRows(sampleInputs(sha256, 'FX-05'));
  const { batchId, proposalIds } = await proposeInputs(desk, analyst, methodology, rows);
  const [first, ...rest] = proposalIds as [string, ...string[]];

  assert.match(
    (await refusalOf(decide(desk, reviewer, { batchId }, 'rejected', { reason: ' ' }))).message,
    /A rejection needs a reason/,
  );
  await decide(desk, reviewer, { proposalIds: [first] }, 'rejected', { reason: 'wrong page' });
  // The batch means what is still open in it.
  assert.deepEqual(
    (await decide(desk, both, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION })).map(
      ({ id }) => id,
    ),
    rest.sort(),
  );
  for (const what of [{ batchId }, { proposalIds: [first] }, { proposalIds: rest }]) {
    assert.equal(
      (await refusalOf(decide(desk, both, what, 'approved', { unopened: true, confirmation: CONFIRMATION })))
        .code,
      'conflict',
    );
  }
  assert.equal(
    (
      await refusalOf(
        decide(desk, both, { batchId: 'none' }, 'approved', { unopened: true, confirmation: CONFIRMATION }),
      )
    ).code,
    'not_found',
  );
  const [rejected] = await listProposals(desk.store.db, { status: 'rejected' });
  assert.deepEqual([rejected?.id, rejected?.decided_by, rejected?.reason], [first, 'rob', 'wrong page']);
  const values = await Promise.all(
    rows.map(({ value }) => currentInput(staffed, 'fx-05', (value as { input: string }).input)),
  );
  const given = rows.map(({ value }) => (value as { input: string }).input);
  assert.deepEqual(
    given.filter((_, index) => values[index] === undefined),
    [given[0]],
    'all count but the rejected one',
  );
});

onEitherStore(
  'a batch with invalid rows is refused as a whole, and every invalid row is listed',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const { db } = desk.store;
    const sha256 = await importSampleProviders(staffed);
    const before = { proposals: await listProposals(db), evidence: await evidenceIds(staffed) };
    await retireProvider(desk, analyst, 'fx-12');
    const file = [
      'provider,input,value,evidence.kind,evidence.title,evidence.evidence_date,evidence.grade,evidence.quote,evidence.sha256',
      `fx-01,reserve_coverage,178,attestation,Report,2026-03-31,B,As reported,${sha256}`,
      `fx-99,reserve_coverage,178,attestation,Report,2026-03-31,B,As reported,${sha256}`,
      `fx-01,luck,178,attestation,Report,2026-03-31,B,As reported,${sha256}`,
      `fx-01,reserve_quality,-1.234,attestation,Report,2026-03-31,Z,,${sha256}`,
      'fx-01,withdrawal_status,shut,attestation,,2026-03-31,B,As reported,',
      'fx-01,withdrawal_status,suspended,attestation,Report,2026-02-30,D,,',
      'fx-12,withdrawal_status,suspended,attestation,Report,2026-03-31,E,,',
      `fx-01,reserve_coverage,179.00,attestation,Report,2026-03-31,B,As reported,${sha256}`,
      'fx-02,reserve_coverage,,attestation,Report,2026-03-31,B,As reported,beef',
      'fx-02,reserve_coverage,420.00,attestation,Report,2026-04-02,D,,',
    ].join('\n');
    const refusal = await refusalOf(proposeInputs(desk, analyst, methodology, readRows(file, 'csv')));
    assert.deepEqual(
      refusal.details.map(({ place, code }) => `${place}: ${code}`),
      [
        'line 3, provider: unknown_provider',
        'line 4, input: unknown_input',
        'line 5, evidence, grade: unknown_grade',
        'line 5, value: number_negative',
        'line 6, evidence, title: missing',
        'line 6, evidence, sha256: E6',
        'line 6, value: unknown_option',
        'line 7, evidence, evidence_date: not_date',
        'line 8, provider: retired',
        'line 9, value: contradiction',
        'line 10, evidence, sha256: not_in_vault',
        'line 10, value: missing',
        'line 11, evidence, evidence_date: evidence_date_in_future',
      ],
    );
    assert.equal((await refusalOf(proposeInputs(desk, analyst, methodology, []))).code, 'validation_failed');
    assert.deepEqual(
      { proposals: await listProposals(db), evidence: await evidenceIds(staffed) },
      before,
      'nothing was written',
    );
    const good = readRows(file.split('\n').slice(0, 2).join('\n'), 'csv');
    assert.equal(
      (await refusalOf(proposeInputs(desk, reviewer, methodology, good))).code,
      'insufficient_role',
    );
    await proposeInputs(desk, analyst, methodology, good);
    const [proposal] = await listProposals(db, { status: 'open' });
    assert.equal(proposal?.value, '178.00', 'one number has one text');
  },
);

onEitherStore(
  'documents are stored once, are returned unchanged, and belong to evidence',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const { db } = desk.store;
    await importSampleProviders(staffed);
    const before = new Set(await evidenceIds(staffed));
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const sha256 = await storeDocument(desk, analyst, bytes, 'application/pdf');
    assert.equal(await storeDocument(desk, analyst, bytes, 'application/pdf'), sha256);
    assert.deepEqual(await readDocument(db, sha256), { bytes, media_type: 'application/pdf' });
    await refusalOf(storeDocument(desk, analyst, new Uint8Array(0), 'text/plain'));
    await refusalOf(storeDocument(desk, analyst, new Uint8Array(10 * 1024 * 1024 + 1), 'text/plain'));
    await refusalOf(storeDocument(desk, reviewer, bytes, 'text/plain'));

    // Given with the row, the copy is stored with it; what two rows share is recorded once.
    const document = { bytes: new TextEncoder().encode('minutes'), media_type: 'text/plain' };
    const evidence = { ...evidenceOf(null), group: 'public register', document };
    const row = { provider: 'fx-05', input: 'insolvency_status', value: 'none', evidence };
    const rows = [row, { ...row, provider: 'fx-06' }];
    await proposeInputs(desk, analyst, methodology, asRows(rows));
    const all = await db.selectFrom('evidence').selectAll().execute();
    const recorded = all.filter(({ id }) => !before.has(id));
    assert.equal(recorded.length, 1);
    assert.deepEqual(await readDocument(db, recorded[0]!.sha256!), document);
    // Evidence on record serves again by its id.
    const again = [{ ...row, provider: 'fx-07', evidence: recorded[0]!.id }];
    await proposeInputs(desk, analyst, methodology, asRows(again));
    const open = await listProposals(db, { status: 'open' });
    assert.deepEqual(
      open.map(({ slug, evidence: { id } }) => [slug, id]),
      ['fx-05', 'fx-06', 'fx-07'].map((slug) => [slug, recorded[0]!.id]),
    );
    const unknown = asRows([{ ...row, evidence: 'nothing' }]);
    const refusal = await refusalOf(proposeInputs(desk, analyst, methodology, unknown));
    assert.equal(refusal.details[0]?.code, 'unknown_evidence');
  },
);

onEitherStore(
  'newer evidence supersedes older evidence, even if the older evidence is entered later',
  async (kind, t) => {
    const staffed = await staffedDesk(kind, t);
    const { desk, analyst, reviewer } = staffed;
    const sha256 = await approveSamples(staffed);
    const approve = async (value: string, date: string, grade = 'B') => {
      desk.now += DAY;
      const evidence = evidenceOf(sha256, date, grade);
      const rows = asRows([{ provider: 'fx-05', input: 'reserve_coverage', value, evidence }]);
      const { batchId } = await proposeInputs(desk, analyst, methodology, rows);
      await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION });
      return (await currentInput(staffed, 'fx-05', 'reserve_coverage'))!;
    };
    assert.equal((await approve('104.00', '2026-03-20')).value, '104.00');
    assert.equal((await approve('90.00', '2026-03-01')).value, '104.00');
    assert.equal((await approve('105.00', '2026-03-20')).value, '105.00', 'the later decision on one day');
    // Of two documents that say the same, the one that counts more stands behind the value.
    assert.equal((await approve('105', '2026-03-25', 'E')).grade, 'B');
    assert.equal((await approve('105.0', '2026-03-26', 'A')).grade, 'A');
    const { db } = desk.store;
    const values = async (status: 'superseded' | 'retracted') =>
      (await listProposals(db, { status })).map(({ value }) => value);
    const replaced = ['101.20', '104.00', '90.00', '105.00'];
    assert.deepEqual(await values('superseded'), [...replaced, '105.00']);
    // Without the newest, the one before stands again.
    const proposal_id = (await currentInput(staffed, 'fx-05', 'reserve_coverage'))!.proposalId!;
    const retraction = { proposal_id, replaced_by: null, reason: 'wrong', retracted_by: reviewer.id };
    await db
      .insertInto('retractions')
      .values({ ...retraction, retracted_at: desk.now })
      .execute();
    assert.deepEqual(await values('superseded'), replaced);
    assert.deepEqual(await values('retracted'), ['105.00']);
  },
);

onEitherStore('one piece of evidence and one approval renew a gate for every provider', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, reviewer } = staffed;
  const { db } = desk.store;
  const sha256 = await approveSamples(staffed);
  const providers = (await listProviders(db)).map(({ slug }) => slug);
  const before = await db.selectFrom('evidence').select('id').execute();
  const was = await Promise.all(providers.map((slug) => currentInput(staffed, slug, 'withdrawal_status')));

  desk.now = START + 6 * DAY;
  const evidence = evidenceOf(sha256, '2026-04-07');
  const renewal = { input: 'withdrawal_status', providers, evidence };
  const { batchId, proposalIds } = await renewUnchanged(desk, analyst, methodology, renewal);
  assert.equal(proposalIds.length, 12);
  assert.equal((await db.selectFrom('evidence').select('id').execute()).length, before.length + 1);
  assert.equal(
    (await decide(desk, reviewer, { batchId }, 'approved', { unopened: true, confirmation: CONFIRMATION }))
      .length,
    12,
  );
  for (const [index, slug] of providers.entries()) {
    const now = (await currentInput(staffed, slug, 'withdrawal_status'))!;
    assert.deepEqual([now.value, now.evidence_date, now.renewal], [was[index]!.value, '2026-04-07', true]);
  }

  const wrong = { input: 'withdrawal_status', providers: ['fx-01', 'fx-99'], evidence };
  const unknown = await refusalOf(renewUnchanged(desk, analyst, methodology, wrong));
  assert.deepEqual(unknown.details[0], {
    place: 'fx-99',
    code: 'unknown_provider',
    message: 'no provider has this id or slug',
  });
  const stale = { ...renewal, evidence: evidenceOf(sha256, '2026-04-06') };
  const older = await refusalOf(renewUnchanged(desk, analyst, methodology, stale));
  assert.equal(older.details.filter(({ code }) => code === 'older_evidence').length, 12);
  const nothing = { ...renewal, input: 'par_deviation', providers: ['fx-01'] };
  const missing = await refusalOf(renewUnchanged(desk, analyst, methodology, nothing));
  assert.equal(missing.details[0]?.code, 'nothing_to_renew');
});

onEitherStore('the list of proposals can be filtered by what it says it can', async (kind, t) => {
  const staffed = await staffedDesk(kind, t);
  const { desk, analyst, both } = staffed;
  const { db } = desk.store;
  const sha256 = await importSampleProviders(staffed);
  await proposeInputs(desk, analyst, methodology, asRows(sampleInputs(sha256, 'FX-05')));
  const withoutCopy = sampleInputs('', 'FX-04').slice(0, 2);
  await proposeInputs(
    desk,
    both,
    methodology,
    asRows(
      withoutCopy.map((row) => ({ ...row, evidence: { ...evidenceOf(null), grade: 'D', title: 'A call' } })),
    ),
  );
  const { providers, documents, proposers } = await openChoices(db);
  assert.equal(providers.length, 2);
  assert.deepEqual(
    documents.map(({ document, proposals }) => [document === sha256, proposals > 2]).toSorted(),
    [
      [false, false],
      [true, true],
    ],
  );
  assert.deepEqual(proposers.map(({ id }) => id).toSorted(), [analyst.id, both.id].toSorted());
  const counted = async (filter: object) => (await listProposals(db, { status: 'open', ...filter })).length;
  for (const { slug, proposals } of providers) assert.equal(await counted({ provider: slug }), proposals);
  for (const { document, proposals } of documents) assert.equal(await counted({ document }), proposals);
  for (const { id, proposals } of proposers) assert.equal(await counted({ proposer: id }), proposals);
});
