// A reviewer opens the documents behind proposals before approving them, and what was not opened is on record.

import assert from 'node:assert/strict';
import type { ActName, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate, instantText } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { dropTriggers } from '../../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';
import { type Story, storyOf } from '../../acts/story.ts';

function act<Name extends ActName>(story: Story, who: string, name: Name, input: InputOf<Name>) {
  return performAct(story.services, story.callers[who]!, name, input);
}

function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  return work.then(
    () => assert.fail('it was not refused'),
    (error: Refusal) => error,
  );
}

/** One batch: coverage with a document of grade A, and history of grade D without one. */
async function proposeTwo(world: World, coverage = '104.00'): Promise<string> {
  const { desk, people } = world;
  const date = civilDate(desk.clock());
  const provider = world.slugOf('FX-05');
  const audited = {
    ...fictionalEvidence(`Attestation ${coverage}`, date, 'A'),
    ...{ page: '7', quote: `Coverage was ${coverage} percent.`, url: 'https://example.com/attestation' },
  };
  const rows = asRows([
    { provider, input: 'reserve_coverage', value: coverage, evidence: audited },
    { provider, input: 'key_quorum', value: '5', evidence: fictionalEvidence('Blog', date, 'D') },
  ]);
  return (await proposeInputs(desk, people.analyst, methodology, rows)).batchId;
}

/** The two proposals: coverage, then the quorum. */
async function listed(story: Story, batch: string) {
  const { data } = await act(story, 'reviewer', 'inputs.list', { batch });
  const of = (input: string) => data.find((proposal) => proposal.input === input)!;
  return [of('reserve_coverage'), of('key_quorum')] as const;
}

async function startedWorld(...[kind, t]: Parameters<Parameters<typeof onEitherStore>[1]>) {
  const world = await foundedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + MINUTE);
  const batch = await proposeTwo(world);
  world.desk.moveTo(FIRST_DAY + 2 * MINUTE);
  return { world, story: storyOf(world), batch };
}

onEitherStore('a proposal is approved once its document was opened, which is recorded', async (kind, t) => {
  const { world, story, batch } = await startedWorld(kind, t);
  const [coverage, quorum] = await listed(story, batch);
  assert.deepEqual([coverage.evidence.opened, quorum.evidence.opened], [false, null]);
  assert.deepEqual([coverage.evidence.page, coverage.evidence.media_type], ['7', 'text/plain']);
  assert.equal(coverage.proposed_by_name, world.people.analyst.name);

  const refusal = await refusalOf(act(story, 'reviewer', 'inputs.approve', { batch }));
  assert.equal(refusal.code, 'conflict');
  const place = `${world.slugOf('FX-05')} reserve_coverage`;
  const message = `has a document that you have not opened: rf evidence open ${coverage.evidence.id}`;
  assert.deepEqual(refusal.details, [{ place, code: 'unopened', message }]);

  // Opened by someone else, it is still not opened by the reviewer.
  await act(story, 'officer', 'evidence.open', { evidence: coverage.evidence.id });
  await refusalOf(act(story, 'reviewer', 'inputs.approve', { batch }));
  const opened = await act(story, 'reviewer', 'evidence.open', { sha256: coverage.evidence.sha256! });
  assert.match(Buffer.from(opened.base64, 'base64').toString(), /^Attestation 104\.00/);
  assert.equal(opened.size, Buffer.from(opened.base64, 'base64').length);
  await act(story, 'reviewer', 'evidence.open', { evidence: coverage.evidence.id });
  const openings = await world.store.db
    .selectFrom('audit')
    .select(['actor', 'subject'])
    .where('action', '=', 'document.opened')
    .where('subject', '=', `document/${opened.sha256}`)
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    openings.map(({ actor }) => actor),
    [world.people.officer.id, world.people.reviewer.id],
    'once for each person',
  );

  const { decided } = await act(story, 'reviewer', 'inputs.approve', { batch });
  assert.deepEqual(
    decided
      .map(({ slug, input, old_value, value, opened: was }) => [slug, input, old_value, value, was])
      .sort(),
    [
      [world.slugOf('FX-05'), 'key_quorum', '4', '5', null],
      [world.slugOf('FX-05'), 'reserve_coverage', '101.20', '104.00', true],
    ],
  );
  assert.deepEqual(await decisionsOn(world, batch), {
    openings: [null, 1],
    after: { opened: 1, unopened: 0 },
  });
});

onEitherStore('an approval without opening the document says so for good', async (kind, t) => {
  const { world, story, batch } = await startedWorld(kind, t);
  const [coverage] = await listed(story, batch);
  const { decided } = await act(story, 'reviewer', 'inputs.approve', { batch, unopened: true });
  assert.deepEqual(
    new Map(decided.map(({ input, opened }) => [input, opened])),
    new Map<string, boolean | null>([
      ['reserve_coverage', false],
      ['key_quorum', null],
    ]),
  );
  assert.deepEqual(await decisionsOn(world, batch), {
    openings: [null, 0],
    after: { opened: 0, unopened: 1 },
  });
  const { proposal } = await act(story, 'reviewer', 'inputs.show', { proposal: coverage.id });
  assert.deepEqual(
    [proposal.status, proposal.decided_opened, proposal.decided_by_name, proposal.effect],
    ['approved', false, world.people.reviewer.name, null],
  );
  const rejected = await proposeTwo(world, '103.00');
  await act(story, 'reviewer', 'inputs.reject', { batch: rejected, reason: 'Wrong page.' });
});

onEitherStore('an altered document is not opened, and cannot be approved as opened', async (kind, t) => {
  const { world, story, batch } = await startedWorld(kind, t);
  const { db } = world.store;
  const [coverage] = await listed(story, batch);
  const { sha256, id: evidence } = coverage.evidence;
  await dropTriggers(world.desk, 'documents');
  await db
    .updateTable('documents')
    .set({ bytes: Buffer.from('other') })
    .where('sha256', '=', sha256!)
    .execute();
  const refusal = await refusalOf(act(story, 'reviewer', 'evidence.open', { evidence }));
  assert.match(refusal.message, /was altered: it no longer has this SHA-256/);
  await refusalOf(act(story, 'reviewer', 'inputs.approve', { batch }));
});

onEitherStore(
  'a proposal is shown with its definition and the evidence it would replace',
  async (kind, t) => {
    const { world, story, batch } = await startedWorld(kind, t);
    const [coverage, quorum] = await listed(story, batch);
    const shown = await act(story, 'reviewer', 'inputs.show', { proposal: coverage.id });
    assert.deepEqual(shown.proposal, coverage);
    assert.equal(shown.current_evidence!.id, coverage.current!.evidence_id);
    assert.notEqual(shown.current_evidence!.id, coverage.evidence.id);
    const criterion = methodology.criterionById.get('reserve_coverage')!;
    const { definition } = shown;
    assert.deepEqual(
      [definition!.kind, definition!.label, definition!.unit, definition!.scale, definition!.max_age_days],
      ['criterion', criterion.label, criterion.unit, 2, criterion.maxAge],
    );
    assert.ok(
      definition!.hard_rules.some(({ tiers }) =>
        tiers.some(({ condition }) => /^reserve_coverage </.test(condition)),
      ),
    );
    assert.deepEqual(shown.cap_rules, []);
    const [shortfall] = await listed(story, await proposeTwo(world, '80.00'));
    const { cap_rules } = await act(story, 'reviewer', 'inputs.show', { proposal: shortfall.id });
    assert.deepEqual(cap_rules, [{ id: 'HR04', name: 'backing_shortfall' }]);
    for (const input of ['insolvency_status', 'lends', 'yield_max']) {
      const proposal = await proposeOne(story, input);
      const answer = await act(story, 'reviewer', 'inputs.show', { proposal });
      assert.equal(answer.definition!.kind, input === 'insolvency_status' ? 'gate' : 'fact');
    }
    assert.match(
      (await refusalOf(act(story, 'reviewer', 'inputs.show', { proposal: 'none' }))).message,
      /^There is no proposal none\./,
    );
    const unknown = await refusalOf(
      act(story, 'reviewer', 'evidence.open', { evidence: quorum.evidence.id }),
    );
    assert.match(unknown.message, /has no stored document/);
    const evidence = await act(story, 'analyst', 'evidence.show', { evidence: coverage.evidence.sha256! });
    assert.deepEqual(
      evidence.proposals.map(({ id }) => id),
      [coverage.id],
    );
    const inBatch = await act(story, 'analyst', 'evidence.list', { batch });
    assert.deepEqual(
      inBatch.data.map(({ id }) => id).sort(),
      [coverage.evidence.id, quorum.evidence.id].sort(),
    );
  },
);

onEitherStore('proposals are filtered by the time of their decision', async (kind, t) => {
  const { world, story, batch } = await startedWorld(kind, t);
  const [coverage, quorum] = await listed(story, batch);
  await act(story, 'reviewer', 'evidence.open', { evidence: coverage.evidence.id });
  await act(story, 'reviewer', 'inputs.approve', { proposals: [coverage.id] });
  world.desk.moveTo(FIRST_DAY + 3 * MINUTE);
  await act(story, 'reviewer', 'inputs.reject', { proposals: [quorum.id], reason: 'A blog.' });
  const decidedSince = async (instant: number) => {
    const decided_since = instantText(instant);
    const { data } = await act(story, 'reviewer', 'inputs.list', { decided_since, batch });
    return data.map(({ input, status }) => `${input} ${status}`).sort();
  };
  assert.deepEqual(await decidedSince(FIRST_DAY), ['key_quorum rejected', 'reserve_coverage approved']);
  assert.deepEqual(await decidedSince(FIRST_DAY + 3 * MINUTE), ['key_quorum rejected']);
  assert.deepEqual(await decidedSince(FIRST_DAY + 4 * MINUTE), []);
});

onEitherStore('proposals are filtered by provider and proposer', async (kind, t) => {
  const { world, story, batch } = await startedWorld(kind, t);
  const idsBy = async (filter: InputOf<'inputs.list'>) =>
    (await act(story, 'reviewer', 'inputs.list', filter)).data.map(({ id }) => id);
  const both = await idsBy({ batch });
  assert.equal(both.length, 2);
  const provider = world.slugOf('FX-05');
  assert.deepEqual(await idsBy({ status: 'open', provider }), both);
  assert.deepEqual(await idsBy({ status: 'open', provider: world.idOf('FX-05') }), both);
  assert.deepEqual(await idsBy({ status: 'open', provider: world.slugOf('FX-01') }), []);
  assert.deepEqual(await idsBy({ status: 'open', proposer: world.people.analyst.name }), both);
  assert.deepEqual(await idsBy({ status: 'open', proposer: world.people.operator.id }), []);
  const unknown = await refusalOf(idsBy({ proposer: 'Nobody' }));
  assert.match(unknown.message, /No member of staff has the id or name "Nobody"/);
  const locally = await performAct(story.services, { kind: 'local' }, 'inputs.list', { batch });
  assert.deepEqual(
    locally.data.map(({ evidence }) => evidence.opened),
    [null, null],
    'nobody is signed in',
  );
});

async function proposeOne({ world }: Story, input: string): Promise<string> {
  const { desk, people } = world;
  const evidence = fictionalEvidence(input, civilDate(desk.clock()), 'A');
  const value = { insolvency_status: 'distressed', lends: 'true', yield_max: '9.00' }[input]!;
  const rows = asRows([{ provider: world.slugOf('FX-05'), input, value, evidence }]);
  return (await proposeInputs(desk, people.analyst, methodology, rows)).proposalIds[0]!;
}

async function decisionsOn({ store }: World, batch: string) {
  const rows = await store.db
    .selectFrom('decisions')
    .innerJoin('proposals', 'proposals.id', 'decisions.proposal_id')
    .select('opened')
    .where('batch_id', '=', batch)
    .orderBy('input_id')
    .execute();
  const record = await store.db
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', `batch/${batch}`)
    .where('action', '=', 'inputs.approved')
    .executeTakeFirstOrThrow();
  const { opened, unopened } = JSON.parse(record.after!);
  return { openings: rows.map((row) => row.opened), after: { opened, unopened } };
}
