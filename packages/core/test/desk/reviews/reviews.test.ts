// The review of an indicator: it begins and ends with an entry of the changelog, an event and a leaf of the log.

import assert from 'node:assert/strict';
import { writeRationales } from '../../../../../test/support/rationales.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { changelog, DAY, draft, enter, publishedWorld, type World } from '../../../../../test/support/world.ts';
import { approveRun } from '../../../src/desk/publication/approvals.ts';
import { publishRun } from '../../../src/desk/publication/publish.ts';
import { endReview, startReview } from '../../../src/desk/reviews/reviews.ts';
import { sweepReviews } from '../../../src/desk/reviews/sweep.ts';
import { currentIndicators } from '../../../src/desk/served/served.ts';
import { indicatorsAsOf } from '../../../src/desk/served/published-rows.ts';
import { sealRecords } from '../../../src/log/seal.ts';

const HOUR = 60 * 60 * 1000;

async function reviewOf({ store, idOf }: World) {
  const [served] = await currentIndicators(store.db, [idOf('FX-05')]);
  return served!.review;
}

onEitherStore('a review is served until it ends, at its date by itself', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  const { desk, people, store, idOf, publisher } = world;
  const providerId = idOf('FX-05');
  const until = desk.clock() + 10 * DAY;
  const start = (changes: object = {}) =>
    store.transaction((writes) =>
      startReview(desk, writes, people.officer, {
        ...{ providerId, direction: 'developing', until, reason: 'A merger.' },
        ...changes,
      }),
    );
  await assert.rejects(start({ until: desk.clock() }), /ends on a date within the next year/);
  await assert.rejects(start({ reason: ' ' }), /needs a reason/);
  await start();
  const since = (await reviewOf(world))!.since;
  assert.deepEqual(await reviewOf(world), { direction: 'developing', since, until, reason: 'A merger.' });
  desk.moveTo(until - HOUR);
  await sweepReviews(desk);
  assert.notEqual(await reviewOf(world), null);
  desk.moveTo(until);
  await sweepReviews(desk);
  assert.equal(await reviewOf(world), null);
  const kinds = (await changelog(world)).slice(-2).map((entry) => [entry.kind, entry.previous_score === entry.new_score]);
  assert.deepEqual(kinds, [['review_started', true], ['review_ended', true]]);
  const events = await store.db.selectFrom('events').select('type').orderBy('seq').execute();
  assert.deepEqual(
    events.slice(-2).map(({ type }) => type),
    ['review.started', 'review.ended'],
  );
  await sealRecords(desk, publisher);
  const leaves = await store.db.selectFrom('log_leaves').select('leaf').where('kind', '=', 'review').orderBy('idx').execute();
  assert.deepEqual(leaves.map(({ leaf }) => JSON.parse(leaf).review?.direction ?? null), ['developing', null]);
  const [then] = await indicatorsAsOf(store.db, until - HOUR, providerId);
  assert.equal(then!.review?.direction, 'developing', 'the past is as it was');
  assert.equal(
    await store.transaction((writes) => endReview(desk, writes, people.officer, { providerId, reason: 'Again.' })),
    false,
  );
});

onEitherStore('a downgrade that waits 48 hours sets under review, down, until it is decided', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  const { desk } = world;
  await enter(world, 'FX-05', 'insolvency_status', 'distressed');
  await draft(world, { providerIds: [world.idOf('FX-05')] });
  const drafted = desk.clock();
  await sweepReviews(desk);
  assert.equal(await reviewOf(world), null);
  desk.moveTo(drafted + 48 * HOUR);
  await sweepReviews(desk);
  const review = await reviewOf(world);
  assert.deepEqual([review?.direction, review?.reason], ['down', 'Awaiting committee.']);
  assert.equal(review!.until - review!.since, 14 * DAY);
  desk.moveTo(drafted + 17 * DAY);
  await sweepReviews(desk);
  await sweepReviews(desk);
  assert.equal(await reviewOf(world), null, 'once for each wait');
});

onEitherStore('the decision ends the review that waited for it', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(world.desk.clock() + DAY);
  const { desk, people, publisher } = world;
  await enter(world, 'FX-05', 'insolvency_status', 'distressed');
  const run = await draft(world, { providerIds: [world.idOf('FX-05')] });
  desk.moveTo(desk.clock() + 49 * HOUR);
  await sweepReviews(desk);
  assert.notEqual(await reviewOf(world), null);
  await writeRationales(desk, { run });
  await approveRun(desk, people.reviewer, run);
  await publishRun(desk, people.operator, run, publisher);
  assert.equal(await reviewOf(world), null);
  assert.equal((await changelog(world)).at(-1)!.reason, 'The committee decided.');
});
