// The committee decides: everybody votes as themselves, and the outcome follows from the votes by the rule.

import assert from 'node:assert/strict';
import { retireStaff } from '@rf-indicators/core/accounts/staff-changes';
import { MATTER_EFFECTS } from '@rf-indicators/core/acts/matter-effects';
import type { Actor } from '@rf-indicators/core/context/actor';
import { draftMatters } from '@rf-indicators/core/desk/committee/matter-items';
import { committeeOverview } from '@rf-indicators/core/desk/committee/overview';
import { publicVoters } from '@rf-indicators/core/desk/committee/public-voters';
import { showMatter } from '@rf-indicators/core/desk/committee/show-matter';
import { addMinute, castVote, recuse, waiveReading } from '@rf-indicators/core/desk/committee/vote';
import { waitingDowngrades } from '@rf-indicators/core/desk/committee/waiting-downgrades';
import { recordShowing } from '@rf-indicators/core/desk/inputs/shown-evidence';
import { recordOpenings } from '@rf-indicators/core/desk/inputs/vault';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { decideMatter } from '../../../../../test/support/deciding.ts';
import { writeRationales } from '../../../../../test/support/rationales.ts';
import { enrol } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, draft, enter, MINUTE, publishedWorld, type World } from '../../../../../test/support/world.ts';

const WORDS = 'The signing policy was read aloud.';

/** A draft that lowers the band of FX-01, because one key suffices now. */
async function lowered(world: World): Promise<string> {
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-01', 'key_quorum', '1');
  world.desk.moveTo(world.desk.clock() + MINUTE);
  const run = await draft(world, { providerIds: [world.idOf('FX-01')] });
  await writeRationales(world.desk, { run });
  return run;
}

/** Ways to act on the one matter of a draft, as it is now. */
function committeeOf({ desk, store }: World, runId: string) {
  const signedIn = { ...desk, via: 'session' as const };
  const seen = async () => {
    const run = await store.db
      .selectFrom('runs')
      .selectAll()
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    return (await draftMatters(store.db, run)).map(({ id, seen: state }) => ({ matter: id, seen: state }));
  };
  return {
    seen,
    vote: async (by: Actor, vote: 'for' | 'against', more: { dissent?: string; minute?: string } = {}) =>
      castVote(signedIn, by, await seen(), { vote, ...more }, MATTER_EFFECTS),
    recuse: async (by: Actor, reason: string) => recuse(signedIn, by, await seen(), reason, MATTER_EFFECTS),
    minute: async (by: Actor) => addMinute(signedIn, by, await seen(), WORDS, MATTER_EFFECTS),
    waive: async (by: Actor) =>
      waiveReading(signedIn, by, await seen(), { sentence: 'It was read in the meeting.' }, MATTER_EFFECTS),
    show: async (reader: Actor) => showMatter(desk, reader, (await seen())[0]!.matter),
  };
}

const publish = ({ desk, people, publisher }: World, run: string) =>
  publishRun(desk, people.operator, run, publisher);

onEitherStore('a band change is published once the committee has accepted it', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { reviewer, officer, secondReviewer, analyst } = world.people;
  const run = await lowered(world);
  const committee = committeeOf(world, run);
  await assert.rejects(
    publish(world, run),
    /Nothing of this draft can be published yet. It needs 3 more votes/,
  );
  await committee.vote(reviewer, 'against', { dissent: 'Ask for the board minute first.' });
  await committee.vote(secondReviewer, 'for', { minute: WORDS });
  const before = await committee.show(officer);
  assert.deepEqual(
    before.missing.map(({ code }) => code),
    ['quorum', 'chair', 'unread'],
  );
  assert.equal(before.if_you!.vote_for.outcome, null);
  assert.equal(before.if_you!.vote_against.outcome, 'refused');
  await committee.waive(officer);
  assert.equal((await committee.show(officer)).if_you!.vote_for.outcome, 'accepted');
  await committee.vote(officer, 'for');
  const after = await committee.show(analyst);
  assert.deepEqual([after.state, after.for, after.against], ['accepted', 2, 1]);
  assert.equal(after.outcome!.independence, 'required');
  assert.equal(after.members[0]!.staff_id, officer.id);
  assert.equal(
    after.members.find(({ staff_id }) => staff_id === reviewer.id)!.words,
    'Ask for the board minute first.',
  );
  assert.deepEqual(after.members.find(({ staff_id }) => staff_id === analyst.id)!.touched, [
    { input: 'key_quorum', as: 'proposed' },
  ]);
  const kinds = after.minutes.map((line) => line.kind);
  assert.deepEqual(kinds, ['outcome', 'vote', 'waiver', 'minute', 'vote', 'vote', 'opened']);
  await assert.rejects(committee.vote(analyst, 'against'), /voting is closed/);
  await assert.rejects(committee.minute(analyst), /nothing is added/);
  assert.equal((await publish(world, run)).published, 1);
  const [indicator] = await world.store.db
    .selectFrom('indicators')
    .select('verification_id')
    .where('kind', '=', 'band_change')
    .execute();
  assert.deepEqual(await publicVoters(world.store.db, indicator!.verification_id), {
    voters: null,
    changedAt: 0,
  });
});

onEitherStore('a vote is cast by the person who is signed in, by nobody else', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people } = world;
  const run = await lowered(world);
  const { seen, vote } = committeeOf(world, run);
  const given = await seen();
  for (const via of ['token', 'command', undefined] as const) {
    const context = via === undefined ? desk : { ...desk, via };
    await assert.rejects(
      castVote(context, people.reviewer, given, { vote: 'for' }, MATTER_EFFECTS),
      /A token casts no vote/,
    );
  }
  await assert.rejects(vote(people.operator, 'for'), { code: 'insufficient_role' });
});

onEitherStore('a tie is a refusal, and the refused indicator stays in the draft', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { officer, reviewer, secondReviewer, analyst } = world.people;
  const run = await lowered(world);
  const { vote, waive, minute, recuse: stepAside, show } = committeeOf(world, run);
  await waive(officer);
  await minute(reviewer);
  await vote(reviewer, 'for');
  await vote(officer, 'against');
  assert.equal((await show(analyst)).state, 'open');
  await vote(secondReviewer, 'against');
  const shown = await show(analyst);
  assert.deepEqual(
    [shown.state, shown.outcome!.because],
    ['refused', 'More against than for: 1 for and 2 against.'],
  );
  await assert.rejects(publish(world, run), /More against than for/);
  await assert.rejects(stepAside(analyst, 'A relative works there.'), /voting is closed/);
  assert.deepEqual(await waitingDowngrades(world.store.db), []);
});

onEitherStore('a recused chair is replaced by the deputy, and the quorum stays', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { officer, reviewer, secondReviewer, analyst } = world.people;
  const run = await lowered(world);
  const { vote, waive, minute, recuse: stepAside, show } = committeeOf(world, run);
  await stepAside(officer, 'Holds a deposit with the provider.');
  await assert.rejects(vote(officer, 'for'), /You are recused/);
  await assert.rejects(waive(reviewer), /Only the chair/);
  await waive(secondReviewer);
  await minute(reviewer);
  await vote(reviewer, 'for');
  await vote(secondReviewer, 'for');
  const waiting = await show(analyst);
  assert.deepEqual([waiting.quorum, waiting.recused, waiting.state], [3, 1, 'open']);
  assert.equal(waiting.members[0]!.staff_id, secondReviewer.id);
  await vote(analyst, 'against');
  assert.equal((await show(analyst)).state, 'accepted');
});

onEitherStore('an approver who proposed is not independent', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people } = world;
  const { officer, reviewer, secondReviewer, analyst } = people;
  const run = await lowered(world);
  const { vote, waive, minute, recuse: stepAside, show } = committeeOf(world, run);
  await stepAside(officer, 'Holds a deposit with the provider.');
  await waive(secondReviewer);
  await minute(reviewer);
  await vote(reviewer, 'for');
  await vote(analyst, 'for');
  const { actor: touched } = await enrol(
    desk,
    people.operator,
    { name: 'Cora', roles: ['reviewer'] },
    reviewer,
  );
  await vote(touched, 'against');
  const shown = await show(secondReviewer);
  assert.deepEqual(
    shown.missing.map(({ code }) => code),
    ['chair', 'independent'],
  );
  await vote(secondReviewer, 'for');
  assert.equal((await show(analyst)).state, 'accepted');
});

onEitherStore('each changed value is read by somebody in favour, on screen', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people } = world;
  const { officer, reviewer, secondReviewer } = people;
  const run = await lowered(world);
  const { vote, minute, show } = committeeOf(world, run);
  await minute(reviewer);
  for (const voter of [reviewer, secondReviewer, officer]) await vote(voter, 'for');
  const waiting = await show(officer);
  assert.deepEqual(
    [waiting.missing.map(({ code }) => code), waiting.documents],
    [['unread'], { all: 1, read_by_you: 0 }],
  );
  const [value] = waiting.inputs;
  await recordOpenings(desk, officer, [value!.document!]);
  await recordShowing(desk, officer, value!.evidence_id!, 'page');
  await vote(officer, 'for');
  const read = await show(officer);
  assert.deepEqual([read.state, read.inputs[0]!.is_read, read.documents.read_by_you], ['accepted', true, 1]);
});

onEitherStore(
  'votes of people who left no longer count, and a changed input is voted again',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, people, store } = world;
    const { officer, reviewer, secondReviewer, operator, analyst } = people;
    const run = await lowered(world);
    const { vote, waive, minute, show } = committeeOf(world, run);
    await waive(officer);
    await minute(reviewer);
    for (const voter of [reviewer, secondReviewer, officer]) await vote(voter, 'for');
    assert.equal((await show(analyst)).state, 'accepted');
    await store.transaction((writes) =>
      retireStaff(desk, writes, { requester: operator, approver: reviewer }, secondReviewer.id),
    );
    await assert.rejects(publish(world, run), /Somebody who voted has left or lost the role/);
    assert.equal((await show(analyst)).state, 'open');
    await vote(analyst, 'for');
    assert.equal((await show(analyst)).state, 'accepted');
    desk.moveTo(desk.clock() + MINUTE);
    await enter(world, 'FX-01', 'key_quorum', '2');
    const { committee } = await committeeOverview(store.db, run, null, desk.clock());
    assert.match(committee.why_not!, /has changed since the committee accepted it/);
    await assert.rejects(publish(world, run), /so it is voted again/);
  },
);

onEitherStore('a withdrawal happens with the vote that decides it', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people, store } = world;
  const id = world.idOf('FX-05');
  const asked = await askToWithdraw(desk, people.operator, { providerId: id, reason: 'It closed.' });
  await decideMatter(desk, asked);
  const state = await store.db
    .selectFrom('provider_states')
    .select(['verification_id', 'withdrawn_reason'])
    .where('provider_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([state.verification_id, state.withdrawn_reason], [null, 'It closed.']);
});

onEitherStore('a downgrade waits since the first draft that found it', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const first = await lowered(world);
  const { finished_at } = await world.store.db
    .selectFrom('runs')
    .select('finished_at')
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  world.desk.moveTo(world.desk.clock() + 2 * DAY);
  await draft(world);
  const waiting = await waitingDowngrades(world.store.db);
  assert.deepEqual(
    waiting.map(({ run_id, since, previous_band, new_band }) => [run_id, since, previous_band, new_band]),
    [[first, finished_at, 'MEDIUM', 'HIGH']],
  );
});
