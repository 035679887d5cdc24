import assert from 'node:assert/strict';
import { discardAbandonedRuns } from '@rf-indicators/core/desk/runs/drafts';
import { readTopics } from '@rf-indicators/core/store/topics';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { draft, foundedWorld } from '../../../../../test/support/world.ts';

onEitherStore('a run that lost its process is discarded, with an audit record', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  const [lost, done] = [await draft(world), await draft(world)];
  await world.store.transaction((writes) =>
    writes.updateTable('runs').set({ status: 'computing' }).where('id', '=', lost).execute(),
  );
  const now = world.desk.clock();
  assert.deepEqual(await discardAbandonedRuns(world.desk, now - 1), [], 'it may still be computing');
  const before = await readTopics(db);
  assert.deepEqual(await discardAbandonedRuns(world.desk, now + 60_000), [lost]);
  const runs = await db.selectFrom('runs').select(['id', 'status']).execute();
  assert.deepEqual(new Map(runs.map(({ id, status }) => [id, status])).get(lost), 'discarded');
  assert.deepEqual(new Map(runs.map(({ id, status }) => [id, status])).get(done), 'draft');
  const records = await db
    .selectFrom('audit')
    .select(['actor', 'subject', 'before', 'after'])
    .where('action', '=', 'run.discard')
    .execute();
  assert.deepEqual(
    records.map((record) => ({ ...record })),
    [{ actor: 'service', subject: lost, before: '{"status":"computing"}', after: '{"status":"discarded"}' }],
  );
  const after = await readTopics(db);
  assert.deepEqual(after, { ...before, desk: before.desk + 1 });
  assert.deepEqual(await discardAbandonedRuns(world.desk, now + 60_000), []);
});
