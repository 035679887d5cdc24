import assert from 'node:assert/strict';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { listMethodologies } from '@rf-indicators/core/desk/methodology/list';
import {
  findEffectiveMethodology,
  importedDigest,
  methodologyByDigest,
} from '@rf-indicators/core/desk/methodology/signed';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import {
  announce,
  approve,
  importSigned,
  nextFramework,
  requestActivation,
  requestCancellation,
} from '../../../../../test/support/next-framework.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  DAY,
  draft,
  FIRST_DAY,
  foundedWorld,
  publishedWorld,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

async function cancel(world: World, framework: string): Promise<void> {
  await approve(world, await requestCancellation(world, framework));
}

async function statesOf({ store, desk }: World) {
  const records = await listMethodologies(store.db, desk.clock());
  return records.map(({ version, state }) => `${version} ${state}`);
}

onEitherStore('a cancelled framework is never in effect, and subscribers are told', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await publishDueFrameworks(world.desk);
  const digest = await announce(world, nextFramework('1.1', '2026-04-15'));
  assert.deepEqual(await statesOf(world), ['1.0 activated', '1.1 announced']);
  await cancel(world, '1.1');
  assert.deepEqual(await statesOf(world), ['1.0 activated', '1.1 cancelled']);
  world.desk.moveTo(FIRST_DAY + 20 * DAY);
  const effective = await findEffectiveMethodology(world.store.db, world.desk.clock());
  assert.equal(effective?.methodology.version, '1.0');
  assert.deepEqual(await publishDueFrameworks(world.desk), []);
  const last = await world.store.db
    .selectFrom('events')
    .select(['type', 'data'])
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const { digest: told, cancelled_reason } = JSON.parse(last.data);
  assert.deepEqual(
    [last.type, told, cancelled_reason],
    ['methodology.announced', digest, 'A weight was wrong.'],
  );
  await assert.rejects(
    requestCancellation(world, '1.1'),
    /This framework was cancelled: A weight was wrong\./,
  );
  await assert.rejects(requestActivation(world, '1.1'), /already been activated/);
});

onEitherStore('what was published under a framework cannot be cancelled away', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  await assert.rejects(requestCancellation(world, '1.0'), /Indicators were published under this framework/);
  const unsigned = nextFramework('1.1', '2026-04-01');
  await importSigned(world, unsigned);
  await assert.rejects(requestCancellation(world, '1.1'), /is not activated, so there is nothing to cancel/);
  await approve(world, await requestActivation(world, '1.1', 'A test.'));
  await renewGates(world);
  world.desk.moveTo(FIRST_DAY + 60_000);
  const run = await draft(world);
  await decideDraft(world.desk, run);
  const request = await requestCancellation(world, '1.1');
  await approve(world, request);
  await assert.rejects(
    publishRun(world.desk, world.people.operator, run, world.publisher),
    /This framework was cancelled/,
    'a draft from before the cancellation',
  );
});

onEitherStore('a text that was never used is replaced, and stays readable by its digest', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  const first = await importSigned(world, nextFramework('1.1', '2026-04-15'));
  const pending = await requestActivation(world, '1.1');
  const second = await importSigned(world, nextFramework('1.1', '2026-04-16'));
  assert.equal(await importedDigest(db, '1.1'), second);
  assert.equal(await importedDigest(db, first), first);
  assert.equal((await methodologyByDigest(db, first)).methodology.document.effective_from, '2026-04-15');
  assert.deepEqual(await statesOf(world), ['1.0 activated', '1.1 replaced', '1.1 signed']);
  await assert.rejects(
    approve(world, pending),
    /was replaced by another one/,
    'the request is about the old text',
  );
  await assert.rejects(requestActivation(world, first), /was replaced by another one/);
  await assert.rejects(
    importSigned(world, nextFramework('1.1', '2026-04-15')),
    /was replaced by another one/,
  );
  const audit = await db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'methodology.import')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(audit.after!).replaces, first);

  await approve(world, await requestActivation(world, '1.1'));
  const third = nextFramework('1.1', '2026-04-20');
  await assert.rejects(
    importSigned(world, third),
    /already activated with a different text .* never changes/,
  );
  await cancel(world, '1.1');
  await announce(world, third);
  assert.deepEqual(await statesOf(world), ['1.0 activated', '1.1 replaced', '1.1 replaced', '1.1 announced']);
});
