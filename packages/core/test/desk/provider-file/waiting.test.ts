// A provider whose result needs a second person is shown as waiting, until a later run has published or confirmed it.

import assert from 'node:assert/strict';
import { SERVICE } from '@rf-indicators/core/context/actor';
import { listProvidersAtDesk } from '@rf-indicators/core/desk/provider-file/desk-list';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
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

/** Each filter has those of the whole list that it names, and their number. */
async function assertFilters({ desk }: World, expected: Record<string, number>): Promise<void> {
  const { data: all } = await listProvidersAtDesk(desk, { limit: 100 });
  const found: Record<string, number> = {};
  const check = async (
    name: string,
    filter: Parameters<typeof listProvidersAtDesk>[1],
    holds: (one: (typeof all)[number]) => boolean,
  ) => {
    const { data, total } = await listProvidersAtDesk(desk, { ...filter, limit: 100 });
    assert.deepEqual(
      data.map(({ id }) => id),
      all.filter(holds).map(({ id }) => id),
      name,
    );
    assert.equal(total, data.length, name);
    found[name] = data.length;
  };
  for (const standing of ['unpublished', 'published', 'stale', 'withdrawn'] as const)
    await check(standing, { standing }, (one) => one.standing === standing);
  const waits = ({ waiting_run, waiting_withdrawal }: (typeof all)[number]) =>
    waiting_run !== null || waiting_withdrawal !== null;
  await check('waiting', { waiting: true }, waits);
  assert.deepEqual(found, { unpublished: 0, published: 0, stale: 0, withdrawn: 0, waiting: 0, ...expected });
}

onEitherStore('a held band change waits, and no longer once a later run was published', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  world.desk.moveTo(FIRST_DAY + DAY);
  await enter(world, 'FX-01', 'key_quorum', '1');
  const held = await draft(world);
  assert.deepEqual(await waiting(world), [], 'a draft that nobody published waits for nobody');
  await publishRun(world.desk, SERVICE, held, world.publisher);
  assert.deepEqual(await waiting(world), [[world.idOf('FX-01'), held]]);
  await importProviders(world.desk, world.people.analyst, asRows([{ name: 'Larkfield' }]));
  await assertFilters(world, { unpublished: 1, published: 12, waiting: 1 });
  world.desk.moveTo(FIRST_DAY + DAY + 60_000);
  await publishNow(world);
  assert.deepEqual(await waiting(world), []);
});
