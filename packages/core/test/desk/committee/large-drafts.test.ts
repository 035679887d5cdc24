// A vote on a few matters of a large draft costs what these cost.

import assert from 'node:assert/strict';
import { MATTER_EFFECTS } from '@rf-indicators/core/acts/matter-effects';
import { decisionsOn } from '@rf-indicators/core/desk/committee/decisions';
import { listMatters } from '@rf-indicators/core/desk/committee/list-matters';
import { draftMatters, type Matter, requireMatters } from '@rf-indicators/core/desk/committee/matter-items';
import { castVote } from '@rf-indicators/core/desk/committee/vote';
import { waitingVotes } from '@rf-indicators/core/desk/committee/waiting-votes';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { Forger } from '../../../../../test/support/forger.ts';
import { writeRationales } from '../../../../../test/support/rationales.ts';
import { watchReads } from '../../../../../test/support/read-rows.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { draft, foundedWorld, type World } from '../../../../../test/support/world.ts';

async function firstDraft(world: World, providerIds?: readonly string[]) {
  const id = await draft(world, providerIds && { providerIds });
  await writeRationales(world.desk, { run: id });
  return world.store.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

onEitherStore('one matter of a draft is found without its other items and rationales', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  const large = await firstDraft(world);
  const matters = await draftMatters(db, large);
  assert.ok(matters.length > 10, `only ${matters.length} matters`);
  const first = matters[0]!;
  const small = await firstDraft(world, [first.providerId!]);
  const [alone] = await draftMatters(db, small);

  const reads = watchReads(db);
  assert.deepEqual(await requireMatters(reads.db, [alone!.id]), [alone]);
  const few = reads.count();
  assert.deepEqual(await requireMatters(reads.db, [first.id]), [first]);
  assert.equal(reads.count(), few);
  await decisionsOn(reads.db, small, { providerId: first.providerId! });
  const decided = reads.count();
  await decisionsOn(reads.db, large, { providerId: first.providerId! });
  assert.equal(reads.count(), decided);
});

onEitherStore('a page of matters and the number that waits read only names of the rest', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  const reviewer = world.people.reviewer.id;
  const reads = watchReads(db);
  const page = (run: string, limit: number, after?: readonly [number, string]) =>
    listMatters(
      reads.db,
      { run, state: 'open', reader: reviewer, now: world.desk.clock() },
      { limit, after },
    );

  const large = await firstDraft(world);
  const all = await listMatters(db, { run: large.id, reader: reviewer, now: 0 });
  reads.count();
  const first = await page(large.id, 3);
  const fromLarge = reads.count();
  const { opened_at, matter } = first.at(-1)!;
  assert.deepEqual([...first, ...(await page(large.id, 100, [opened_at, matter]))], all);
  reads.count();
  assert.equal((await waitingVotes(reads.db, reviewer)).count, all.length);
  const countedInLarge = reads.count();

  const three = first.map(({ provider_id }) => provider_id!);
  const small = await firstDraft(world, three);
  await world.store.transaction((writes) =>
    writes.updateTable('runs').set({ status: 'discarded' }).where('id', '=', large.id).execute(),
  );
  // The first read also follows what was recorded since.
  await page(small.id, 3);
  reads.count();
  assert.equal((await page(small.id, 3)).length, 3);
  assert.equal(fromLarge - reads.count(), all.length - 3);
  assert.equal((await waitingVotes(reads.db, reviewer)).count, 3);
  assert.equal(countedInLarge - reads.count(), all.length - 3);
});

onEitherStore('a vote on one matter of a draft refuses an item that somebody changed', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const run = await firstDraft(world);
  const { providerId } = (await draftMatters(world.store.db, run))[0]!;
  const forger = await Forger.at(world.store);
  const items = await forger.rowsOf('run_items');
  const item = items.find((row) => row.run_id === run.id && row.provider_id === providerId)!;
  await forger.change('run_items', item, { kind: 'band_change' });
  const [{ id, seen }] = (await draftMatters(world.store.db, run, { providerId: providerId! })) as [Matter];
  const signedIn = { ...world.desk, via: 'session' as const };
  await assert.rejects(
    castVote(signedIn, world.people.reviewer, [{ matter: id, seen }], { vote: 'for' }, MATTER_EFFECTS),
    /Nothing was decided, because the store was altered: run_items/,
  );
});

onEitherStore('nobody decides by a package with the content of another one', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const run = await firstDraft(world);
  const [first, second] = await draftMatters(world.store.db, run);
  const forger = await Forger.at(world.store);
  const packages = await forger.rowsOf('packages');
  const of = (matter: Matter | undefined) =>
    packages.find(({ package_hash }) => package_hash === matter!.draft!.row!.package_hash)!;
  const { uncompressed, dictionary_id, crc32, compressed } = of(second);
  await forger.change('packages', of(first), { uncompressed, dictionary_id, crc32, compressed });
  await assert.rejects(
    decideDraft(world.desk, run.id),
    /Nothing was decided, because the store was altered: the package of \S+ is not what was recorded/,
  );
});
