// What a committee decides on: a draft that has changed since it was read is refused, and a run goes on without its caller.

import assert from 'node:assert/strict';
import { MATTER_EFFECTS } from '@rf-indicators/core/acts/matter-effects';
import { openedMatter } from '@rf-indicators/core/desk/committee/matter-items';
import { committeeOverview } from '@rf-indicators/core/desk/committee/overview';
import { castVote } from '@rf-indicators/core/desk/committee/vote';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { listWithdrawals } from '@rf-indicators/core/desk/publication/withdrawal-requests';
import { startRunInBackground } from '@rf-indicators/core/desk/runs/background';
import { acceptMatter, decideDraft } from '../../../../../test/support/deciding.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  DAY,
  draft,
  enter,
  foundedWorld,
  MINUTE,
  publishedWorld,
} from '../../../../../test/support/world.ts';

onEitherStore('a decision on a draft that has changed since it was read is refused', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people, store, publisher } = world;
  const run = await draft(world);
  const read = () => committeeOverview(store.db, run, people.reviewer.id, desk.clock());
  const { seen, approved_since, groups } = await read();
  assert.equal(approved_since.count, 0);
  assert.equal(groups[0]!.group, 'initial');
  desk.moveTo(desk.clock() + MINUTE);
  await enter(world, 'FX-01', 'key_quorum', '2');
  const slug = world.slugOf('FX-01');
  const changed = new RegExp(`an input was approved \\(key quorum of ${slug}\\)`);
  const now = await read();
  assert.deepEqual(
    now.approved_since.newest.map(({ input, value }) => [input, value]),
    [['key_quorum', '2']],
  );
  await decideDraft(desk, run);
  await assert.rejects(publishRun(desk, people.operator, run, { ...publisher, seen }), changed);
  const { published } = await publishRun(desk, people.operator, run, { ...publisher, seen: now.seen });
  const { groups: after } = await read();
  assert.equal(
    after.reduce((sum, one) => sum + one.published, 0),
    published,
  );
});

onEitherStore('a run in the background is answered at once, and discarded if it fails', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people, store } = world;
  const works: Promise<void>[] = [];
  const inBackground = (work: Promise<void>) => void works.push(work);
  const request = { kind: 'manual' as const, asOf: desk.clock() };
  const statusOf = async (id: string) =>
    (await store.db.selectFrom('runs').select('status').where('id', '=', id).executeTakeFirst())?.status;
  const run = await startRunInBackground(desk, people.analyst, request, inBackground);
  await Promise.all(works);
  assert.equal(await statusOf(run), 'draft');
  const { run: listed, providers, progress } = await committeeOverview(store.db, run, null, desk.clock());
  assert.deepEqual([listed.status, providers, progress], ['draft', 12, null]);

  const failing = () => {
    throw new Error('The disk is full.');
  };
  const lost = await startRunInBackground(
    desk,
    people.analyst,
    { ...request, progress: failing },
    inBackground,
  );
  await Promise.all(works);
  assert.equal(await statusOf(lost), 'discarded');
  const future = { ...request, asOf: desk.clock() + DAY };
  await assert.rejects(startRunInBackground(desk, people.analyst, future, inBackground), /in the future/);
});

onEitherStore('a request for a withdrawal is refused by the committee, or expires', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people, store } = world;
  const ask = (sample: string) =>
    askToWithdraw(desk, people.operator, { providerId: world.idOf(sample), reason: 'It ended.' });
  const refused = await ask('FX-01');
  const { seen } = await openedMatter(store.db, refused);
  const matters = [{ matter: refused, seen }];
  const signedIn = { ...desk, via: 'session' as const };
  const vote = { vote: 'against', minute: 'It goes on.' } as const;
  for (const voter of [people.analyst, people.reviewer, people.officer])
    await castVote(signedIn, voter, matters, vote, MATTER_EFFECTS);
  await assert.rejects(acceptMatter(desk, refused), /voting is closed/);
  desk.moveTo(desk.clock() + MINUTE);
  const late = await ask('FX-02');
  desk.moveTo(desk.clock() + 31 * DAY);
  await assert.rejects(acceptMatter(desk, late), /expired on/);
  const listed = await listWithdrawals(store.db, desk.clock());
  assert.deepEqual(
    listed.map(({ status, decision_reason }) => [status, decision_reason]),
    [
      ['refused', 'More against than for: 0 for and 3 against.'],
      ['expired', null],
    ],
  );
});
