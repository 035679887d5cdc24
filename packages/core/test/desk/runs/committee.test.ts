// What a committee sees, records and discards.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { enrol } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow, type World } from '../../../../../test/support/world.ts';
import { type Story, storyOf } from '../../acts/story.ts';

function show(story: Story, run: string, full?: boolean) {
  return performAct(story.services, story.callers.reviewer!, 'runs.show', {
    run,
    ...(full === undefined ? {} : { full }),
  });
}

function discard(story: Story, by: string, run: string, reason = 'Not now.') {
  return performAct(story.services, story.callers[by]!, 'runs.discard', { run, reason });
}

function approve(story: Story, by: string, request: string) {
  return performAct(story.services, story.callers[by]!, 'requests.approve', { request });
}

async function compute(story: Story, by: string): Promise<string> {
  return (await performAct(story.services, story.callers[by]!, 'runs.compute', {})).run_id;
}

onEitherStore('a first indicator is shown with everything behind it', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const run = await compute(story, 'analyst');
  const { items } = await show(story, run);
  for (const { kind: publication, new_score, new_band, result } of items) {
    assert.equal(publication, 'initial');
    assert.equal(Math.round(Number(result!.final_score) * 100), new_score);
    assert.equal(result!.band, new_band);
    const points = result!.criteria.reduce(
      (sum, { contribution }) => sum + Math.round(Number(contribution) * 100),
      0,
    );
    assert.equal(points, Math.round(Number(result!.uncapped_score) * 100));
    const weights = result!.criteria.reduce((sum, { weight }) => sum + Math.round(Number(weight) * 100), 0);
    assert.equal(weights, 10_000);
    const lowest = Math.min(...result!.caps.map(({ cap }) => Number(cap)), Number(result!.uncapped_score));
    assert.equal(Number(result!.final_score), lowest);
    assert.ok(result!.gates.length > 0);
    for (const { id, value, status, grade, evidence_date, confidence } of result!.criteria) {
      const isMissing = status === 'missing';
      assert.deepEqual(
        [value === null, grade === null, evidence_date === null],
        [isMissing, isMissing, isMissing],
      );
      assert.equal(result!.missing.includes(id), isMissing || status === 'expired');
      if (isMissing) assert.equal(confidence, '0.00');
    }
  }
  assert.ok(items.some(({ result }) => result!.caps.length > 0));
  assert.ok(items.some(({ result }) => result!.missing.length > 0));

  await decideDraft(world.desk, run);
  await performAct(story.services, story.callers.operator!, 'runs.publish', { run });
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'reserve_coverage', '101.00');
  const next = await compute(story, 'analyst');
  const changed = world.slugOf('FX-05');
  const itemOf = async (full?: boolean) =>
    (await show(story, next, full)).items.find(({ slug }) => slug === changed)!;
  assert.equal((await itemOf()).result, null);
  const { result } = await itemOf(true);
  assert.equal(result!.criteria.find(({ id }) => id === 'reserve_coverage')!.value, '101.00');
});

async function withAnotherAnalyst(world: World): Promise<Story> {
  const story = storyOf(world);
  const { operator, reviewer } = world.people;
  const { actor } = await enrol(world.desk, operator, { name: 'Bo', roles: ['analyst'] }, reviewer);
  story.callers.other = { kind: 'staff', actor };
  return story;
}

onEitherStore(
  'a draft is discarded by a reviewer, an operator or the person who computed it',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const story = await withAnotherAnalyst(world);
    for (const by of ['reviewer', 'operator', 'analyst']) {
      const run = await compute(story, 'analyst');
      await assert.rejects(discard(story, 'other', run), {
        code: 'insufficient_role',
        message: 'This requires the reviewer or operator role, which Bo does not have.',
      });
      await assert.rejects(discard(story, by, run, ' '), /needs a reason/);
      await discard(story, by, run);
      assert.equal((await show(story, run)).run.status, 'discarded');
      await assert.rejects(discard(story, by, run), /is discarded, not a draft/);
      await assert.rejects(
        performAct(story.services, story.callers.operator!, 'runs.publish', { run }),
        /is discarded, not a draft/,
      );
    }
    const { data } = await performAct(story.services, story.callers.officer!, 'audit.list', {
      action: 'run.discard',
    });
    assert.deepEqual(data[0]!.after, { status: 'discarded', reason: 'Not now.', alone: true });
    await assert.rejects(discard(story, 'operator', 'nothing'), { code: 'not_found' });
  },
);

onEitherStore('nobody alone discards a lower band or a correction', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  const wrong = await enter(world, 'FX-05', 'withdrawal_status', 'suspended');
  const lower = await compute(story, 'operator');
  const { done, request } = await discard(story, 'reviewer', lower);
  assert.equal(done, false);
  assert.equal((await show(story, lower)).run.status, 'draft');
  await assert.rejects(approve(story, 'reviewer', request!), /you requested it/);
  await approve(story, 'operator', request!);
  assert.equal((await show(story, lower)).run.status, 'discarded');

  await publishNow(world);
  const { run_id: correction } = await performAct(
    story.services,
    story.callers.operator!,
    'corrections.draft',
    {
      wrong,
      reason: 'Misread.',
    },
  );
  assert.equal((await discard(story, 'operator', correction)).done, false);

  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'withdrawal_status', 'on_terms');
  const higher = await compute(story, 'operator');
  const item = (await show(story, higher)).items.find(({ slug }) => slug === world.slugOf('FX-05'))!;
  assert.equal(item.kind, 'band_change');
  assert.ok(item.new_score! > item.previous_score!);
  await discard(story, 'operator', higher);
});

onEitherStore('a daily draft that a person discarded is not made again on that day', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const run = (await runDaily(world.desk, world.publisher, false))!;
  await discard(story, 'reviewer', run);
  world.desk.moveTo(world.desk.clock() + 1000);
  assert.equal(await runDaily(world.desk, world.publisher, false), null);
  world.desk.moveTo(world.desk.clock() + DAY);
  assert.notEqual(await runDaily(world.desk, world.publisher, false), null);
});

onEitherStore('an input cannot replace itself', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  const wrong = await enter(world, 'FX-05', 'reserve_coverage', '101.00');
  await assert.rejects(
    performAct(story.services, story.callers.operator!, 'corrections.draft', {
      wrong,
      replacement: wrong,
      reason: 'Misread.',
    }),
    /An input cannot replace itself/,
  );
});
