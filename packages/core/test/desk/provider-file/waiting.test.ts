// A provider whose result needs a second person is shown as waiting, until a later run has published or confirmed it.

import assert from 'node:assert/strict';
import { SERVICE } from '@rf-indicators/core/context/actor';
import { listProvidersAtDesk } from '@rf-indicators/core/desk/provider-file/desk-list';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  DAY,
  draft,
  enter,
  FIRST_DAY,
  publishedWorld,
  publishNow,
  type World,
} from '../../../../../test/support/world.ts';

async function waiting(world: World): Promise<[string, string | null][]> {
  const listed = await listProvidersAtDesk(world.desk, {});
  return listed.data
    .filter(({ waiting_run }) => waiting_run !== null)
    .map(({ id, waiting_run }) => [id, waiting_run]);
}

onEitherStore('a held band change waits, and no longer once a later run was published', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + DAY);
  await enter(world, 'FX-01', 'key_quorum', '1');
  const held = await draft(world);
  assert.deepEqual(await waiting(world), [], 'a draft that nobody published waits for nobody');
  await publishRun(world.desk, SERVICE, held, world.publisher);
  assert.deepEqual(await waiting(world), [[world.idOf('FX-01'), held]]);
  world.desk.moveTo(FIRST_DAY + DAY + 60_000);
  await publishNow(world);
  assert.deepEqual(await waiting(world), []);
});
