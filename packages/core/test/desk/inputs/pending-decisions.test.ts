// A decision in the browser is stored at once, can be taken back for 8 seconds, and counts only after that.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { decidePending, takeBack, UNDO_MS } from '@rf-indicators/core/desk/inputs/pending-decisions';
import { requireProposal } from '@rf-indicators/core/desk/inputs/proposals';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { answerQuestion, askProposer } from '@rf-indicators/core/desk/inputs/questions';
import { settleDecisions } from '@rf-indicators/core/desk/inputs/settle';
import { recordShowing } from '@rf-indicators/core/desk/inputs/shown-evidence';
import { openDocument } from '@rf-indicators/core/desk/inputs/vault';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  FIRST_DAY,
  foundedWorld,
  MINUTE,
  methodology,
  type World,
} from '../../../../../test/support/world.ts';
import { storyOf } from '../../acts/story.ts';

type Given = Parameters<Parameters<typeof onEitherStore>[1]>;

function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  return work.then(
    () => assert.fail('it was not refused'),
    (error: Refusal) => error,
  );
}

const WRONG = { input: 'assurance_level', value: 'none' };

async function startedWorld(...[kind, t]: Given) {
  const world = await foundedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + MINUTE);
  const id = await propose(world, WRONG.value);
  return { world, id, seen: await current(world) };
}

async function propose(world: World, value: string, input = WRONG.input): Promise<string> {
  const evidence = {
    ...fictionalEvidence(`Report ${value}`, civilDate(world.desk.clock()), 'A'),
    ...{ page: '1', quote: 'It is so.' },
  };
  const rows = asRows([{ provider: world.slugOf('FX-01'), input, value, evidence }]);
  return (await proposeInputs(world.desk, world.people.analyst, methodology, rows)).proposalIds[0]!;
}

/** The value that counts for runs at this moment. */
async function current({ desk, store, idOf }: World): Promise<string> {
  const [facts] = await factsAsOf(store.db, methodology, [idOf('FX-01')], desk.clock(), desk.clock());
  return facts!.inputs[WRONG.input]!.value as string;
}

async function look({ desk, store }: World, actor: Actor, id: string): Promise<void> {
  const { evidence } = await requireProposal(store.db, id, actor.id);
  await openDocument(desk, actor, { evidence: evidence.id });
  await recordShowing(desk, actor, evidence.id, 'quote');
}

/** A second reviewer. */
async function otherReviewer({ store, people }: World): Promise<Actor> {
  await store.transaction((writes) =>
    writes.insertInto('staff_roles').values({ staff_id: people.operator.id, role: 'reviewer' }).execute(),
  );
  return { ...people.operator, roles: [...people.operator.roles, 'reviewer'] };
}

const later = (world: World, ms: number) => world.desk.moveTo(world.desk.clock() + ms);
const auditOf = async ({ store }: World, action: string) =>
  (await store.db.selectFrom('audit').select('actor').where('action', '=', action).execute()).length;

onEitherStore(
  'an approval counts only once it is in force, also for a run that starts then',
  async (kind, t) => {
    const { world, id, seen } = await startedWorld(kind, t);
    const { desk, store, people, idOf } = world;
    await look(world, people.reviewer, id);
    const { in_force_at } = await decidePending(desk, people.reviewer, {
      verdict: 'approve',
      proposals: [{ proposal: id, seen }],
    });
    assert.equal(in_force_at, desk.clock() + UNDO_MS);
    const { status, pending, decided_at } = await requireProposal(store.db, id, null);
    assert.deepEqual([status, pending?.decision, decided_at], ['open', 'approved', null]);

    const run = async () => {
      const runId = await computeRun(desk, people.operator, {
        ...{ kind: 'manual' as const, asOf: desk.clock(), providerIds: [idOf('FX-01')] },
      });
      return current(world).then((value) => ({ runId, value }));
    };
    desk.moveTo(in_force_at - 1);
    assert.equal((await run()).value, seen, 'a run in the meantime does not know it');
    await settleDecisions(desk);
    assert.equal((await requireProposal(store.db, id, null)).status, 'open');

    desk.moveTo(in_force_at);
    // No server was there to put it in force: the run does.
    assert.equal((await run()).value, WRONG.value);
    const decided = await requireProposal(store.db, id, people.reviewer.id);
    assert.deepEqual(
      [decided.status, decided.decided_by, decided.pending],
      ['approved', people.reviewer.id, null],
    );
    assert.deepEqual(decided.evidence.shown, true);
    assert.ok(decided.decided_at! <= desk.clock());
    assert.equal(await auditOf(world, 'inputs.decision_pending'), 1);
  },
);

onEitherStore('a decision is taken back within 8 seconds, by nobody else, and not later', async (kind, t) => {
  const { world, id, seen } = await startedWorld(kind, t);
  const { desk, store, people } = world;
  const other = await otherReviewer(world);
  await look(world, people.reviewer, id);
  await decidePending(desk, people.reviewer, { verdict: 'approve', proposals: [{ proposal: id, seen }] });
  later(world, UNDO_MS - 1);
  assert.equal((await refusalOf(takeBack(desk, other, [id]))).code, 'insufficient_role');
  assert.deepEqual(await takeBack(desk, people.reviewer, [id]), [id]);
  later(world, MINUTE);
  await settleDecisions(desk);
  assert.deepEqual(
    [(await requireProposal(store.db, id, null)).status, await current(world)],
    ['open', seen],
    'nothing was decided',
  );
  await decidePending(desk, people.reviewer, {
    verdict: 'reject',
    proposals: [{ proposal: id, seen }],
    reason: 'A draft.',
  });
  later(world, UNDO_MS);
  assert.match((await refusalOf(takeBack(desk, people.reviewer, [id]))).message, /in force already/);
  await settleDecisions(desk);
  assert.match((await refusalOf(takeBack(desk, people.reviewer, [id]))).message, /in force already/);
  assert.equal((await requireProposal(store.db, id, null)).reason, 'A draft.');
});

onEitherStore('whoever loses the role or leaves within the 8 seconds decides nothing', async (kind, t) => {
  const { world, id, seen } = await startedWorld(kind, t);
  const { desk, store, people } = world;
  const other = await otherReviewer(world);
  await look(world, people.reviewer, id);
  await decidePending(desk, people.reviewer, { verdict: 'approve', proposals: [{ proposal: id, seen }] });
  await store.transaction((writes) =>
    writes
      .deleteFrom('staff_roles')
      .where('staff_id', '=', people.reviewer.id)
      .where('role', '=', 'reviewer')
      .execute(),
  );
  later(world, UNDO_MS);
  await settleDecisions(desk);
  const { status, pending } = await requireProposal(store.db, id, null);
  assert.equal(status, 'open');
  assert.match(pending!.lapsed_because!, /requires the reviewer role/);
  assert.equal(await current(world), seen);
  assert.equal(await auditOf(world, 'inputs.decision_lapsed'), 1);

  // Somebody else decides now, and leaves the staff.
  await look(world, other, id);
  await decidePending(desk, other, { verdict: 'approve', proposals: [{ proposal: id, seen }] });
  await store.transaction((writes) =>
    writes.updateTable('staff').set({ retired_at: desk.clock() }).where('id', '=', other.id).execute(),
  );
  later(world, UNDO_MS);
  await settleDecisions(desk);
  assert.match(
    (await requireProposal(store.db, id, null)).pending!.lapsed_because!,
    /no longer on the staff/,
  );
  assert.equal(await current(world), seen);
});

onEachStore('of two reviewers the second is told what the first decided', async (kind, t) => {
  const { world, id, seen } = await startedWorld(kind, t);
  const { desk, people } = world;
  const other = await otherReviewer(world);
  for (const actor of [people.reviewer, other]) await look(world, actor, id);
  const decisions = await Promise.allSettled([
    decidePending(desk, people.reviewer, { verdict: 'approve', proposals: [{ proposal: id, seen }] }),
    decidePending(desk, other, { verdict: 'approve', proposals: [{ proposal: id, seen }] }),
  ]);
  const refused = decisions.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 1);
  const { code, details } = refused[0]!.reason as Refusal;
  assert.equal(code, 'conflict');
  assert.match(details[0]!.message, /was just approved by/);
  // Nor does a command take it over.
  const byCommand = await refusalOf(
    decide(desk, other, { proposalIds: [id] }, 'rejected', { reason: 'Mine.' }),
  );
  assert.match(byCommand.details[0]!.message, /was just approved by/);
});

onEitherStore(
  'a decision on something that changed meanwhile is refused with what changed',
  async (kind, t) => {
    const { world, id, seen } = await startedWorld(kind, t);
    const { desk, store, people } = world;
    await look(world, people.reviewer, id);
    const stale = await refusalOf(
      decidePending(desk, people.reviewer, {
        verdict: 'approve',
        proposals: [{ proposal: id, seen: 'another' }],
      }),
    );
    assert.match(stale.message, new RegExp(`the value that counts was another and is ${seen} now`));
    // It changes within the 8 seconds, by a command.
    await decidePending(desk, people.reviewer, { verdict: 'approve', proposals: [{ proposal: id, seen }] });
    const rival = await propose(world, 'assets_only_proof');
    await decide(desk, people.reviewer, { proposalIds: [rival] }, 'approved', { unopened: true });
    later(world, UNDO_MS);
    await settleDecisions(desk);
    assert.match(
      (await requireProposal(store.db, id, null)).pending!.lapsed_because!,
      new RegExp(`the value that counts was ${seen} and is assets_only_proof now`),
    );
    assert.equal(await current(world), 'assets_only_proof');
  },
);

onEitherStore(
  'an approval in the browser needs the evidence to be shown, not only opened',
  async (kind, t) => {
    const { world, id, seen } = await startedWorld(kind, t);
    const { desk, store, people } = world;
    const { evidence } = await requireProposal(store.db, id, null);
    const approve = () =>
      decidePending(desk, people.reviewer, { verdict: 'approve', proposals: [{ proposal: id, seen }] });
    assert.equal((await refusalOf(approve())).details[0]!.code, 'unopened');
    const early = await refusalOf(recordShowing(desk, people.reviewer, evidence.id, 'quote'));
    assert.match(early.message, /have not opened the document/);
    await openDocument(desk, people.reviewer, { evidence: evidence.id });
    assert.equal((await refusalOf(approve())).details[0]!.code, 'unshown');
    await recordShowing(desk, people.reviewer, evidence.id, 'page');
    await approve();
    const story = storyOf(world);
    const own = await refusalOf(
      performAct(story.services, story.callers.analyst!, 'inputs.decide', {
        ...{ verdict: 'approve' as const, proposals: [{ proposal: id, seen }] },
      }),
    );
    assert.equal(own.code, 'insufficient_role');
  },
);

onEitherStore('values are approved together, all or none, after each was shown', async (kind, t) => {
  const { world, id, seen } = await startedWorld(kind, t);
  const { desk, store, people } = world;
  const second = await propose(world, '5', 'key_quorum');
  const { data } = await performAct(
    storyOf(world).services,
    storyOf(world).callers.reviewer!,
    'inputs.list',
    {
      status: 'open',
    },
  );
  const counts = data.find((one) => one.id === second)!.current?.value ?? null;
  const both = [
    { proposal: id, seen },
    { proposal: second, seen: counts },
  ];
  await look(world, people.reviewer, id);
  const refused = await refusalOf(
    decidePending(desk, people.reviewer, { verdict: 'approve', proposals: both }),
  );
  assert.ok(refused.details.length > 0);
  assert.equal((await requireProposal(store.db, id, null)).pending, null);
  await look(world, people.reviewer, second);
  await decidePending(desk, people.reviewer, { verdict: 'approve', proposals: both });
  assert.deepEqual((await takeBack(desk, people.reviewer, [second])).length, 2, 'taken back together');
});

onEitherStore(
  'a question returns a proposal: it is approved after the answer, and both stay',
  async (kind, t) => {
    const { world, id, seen } = await startedWorld(kind, t);
    const { desk, store, people } = world;
    await look(world, people.reviewer, id);
    await askProposer(desk, people.reviewer, id, 'Which table?');
    const approve = () =>
      decidePending(desk, people.reviewer, { verdict: 'approve', proposals: [{ proposal: id, seen }] });
    assert.equal((await refusalOf(approve())).details[0]!.code, 'returned');
    const byCommand = decide(desk, people.reviewer, { proposalIds: [id] }, 'approved');
    assert.equal((await refusalOf(byCommand)).details[0]!.code, 'returned');
    assert.match(
      (await refusalOf(askProposer(desk, people.reviewer, id, 'Again?'))).message,
      /already waits/,
    );
    assert.equal((await requireProposal(store.db, id, null)).status, 'open', 'it is not rejected');
    await answerQuestion(desk, people.analyst, id, 'Table 3.');
    await approve();
    const { messages } = await requireProposal(store.db, id, null);
    assert.deepEqual(
      messages.map(({ kind: what, message }) => [what, message]),
      [
        ['question', 'Which table?'],
        ['answer', 'Table 3.'],
      ],
    );
  },
);
