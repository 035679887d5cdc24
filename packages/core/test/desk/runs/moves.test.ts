// What a list of runs says moved, and the peers beside the file of a provider.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow } from '../../../../../test/support/world.ts';
import { storyOf } from '../../acts/story.ts';

onEitherStore('a run names the first providers of each kind that it moved', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const by = (name: 'runs.compute' | 'runs.list', input: object) =>
    performAct(story.services, story.callers.analyst!, name, input as never);
  const movesOf = async (run: string) => {
    const { data } = (await by('runs.list', {})) as { data: { id: string; moves: Moves }[] };
    return data.find(({ id }) => id === run)!.moves;
  };
  const { run_id: first } = (await by('runs.compute', {})) as { run_id: string };
  const [initial, ...others] = (await movesOf(first)).filter(({ group }) => group !== 'not_scored');
  assert.equal(initial!.group, 'initial');
  assert.deepEqual(others, []);
  assert.equal(initial!.first.length, 3, 'three are named');
  assert.ok(initial!.items > 3);
  assert.deepEqual(
    initial!.first.map(({ slug }) => slug),
    initial!.first.map(({ slug }) => slug).toSorted(),
  );

  const provider = world.idOf('FX-05');
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'key_quorum', '1');
  const { run_id: second } = (await by('runs.compute', { providers: [provider] })) as { run_id: string };
  const moved = await movesOf(second);
  assert.equal(moved.length, 1);
  assert.equal(moved[0]!.items, 1);
  assert.equal(moved[0]!.first[0]!.slug, world.slugOf('FX-05'));
  assert.notEqual(moved[0]!.first[0]!.previous_band, null);
  // A run that found everything as it was moved nobody.
  const { run_id: same } = (await by('runs.compute', { providers: [world.idOf('FX-07')] })) as {
    run_id: string;
  };
  assert.deepEqual(
    (await movesOf(same)).filter(({ group }) => group !== 'renewal' && group !== 'drift'),
    [],
  );

  const peers = await performAct(story.services, story.callers.reviewer!, 'providers.peers', {
    provider,
  });
  assert.ok(peers.data.some(({ slug }) => slug === world.slugOf('FX-05')));
  const scores = peers.data.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.ok(peers.data.length <= Math.min(7, peers.count));
});

type Moves = {
  group: string;
  items: number;
  first: { slug: string; previous_band: string | null }[];
}[];
