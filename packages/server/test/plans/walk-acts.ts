// Every act, as the examples of acts perform it: those that change something, besides the reads.

import type { TestContext } from 'node:test';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { StoreKind } from '@rf-indicators/core/store/store';
import type { QueryRecorder } from '../../../../test/support/query-recorder.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { EXAMPLES } from '../../../core/test/acts/examples.ts';
import { servicesFor, storyOf } from '../../../core/test/acts/story.ts';

export async function performActs(kind: StoreKind, t: TestContext, recorder: QueryRecorder): Promise<void> {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  for (const { name, by, before, input, after } of EXAMPLES) {
    world.desk.moveTo(world.desk.clock() + 1000);
    await before?.(story);
    const answer = await recorder.during(name, () =>
      performAct(servicesFor(story, name), story.callers[by]!, name, input(story)),
    );
    await after?.(story, answer as never);
  }
}
