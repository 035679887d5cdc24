import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  approvedDraft,
  DAY,
  draft,
  enter,
  foundedWorld,
  publishNow,
  type World,
} from '../../../../test/support/world.ts';

async function worldWithFile(
  kind: 'sqlite' | 'postgres',
  t: Parameters<typeof foundedWorld>[1],
): Promise<World & { file: string }> {
  const file = path.join(temporaryFolder(t), 'checkpoints');
  const world = await foundedWorld(kind, t);
  world.publisher.checkpointFile = file;
  return { ...world, file };
}

onEitherStore(
  'every checkpoint is also written to a file outside the store, even after a crash in between',
  async (kind, t) => {
    const world = await worldWithFile(kind, t);
    await publishNow(world);
    assert.equal(readCheckpointFile(world.file).length, 2, 'of the publication and of its seal');
    writeFileSync(world.file, '');
    world.desk.moveTo(world.desk.clock() + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    await publishNow(world, { providerIds: [world.idOf('FX-05')] });
    const notes = await world.store.db
      .selectFrom('checkpoints')
      .select('note')
      .orderBy('tree_size')
      .execute();
    assert.deepEqual(
      readCheckpointFile(world.file),
      notes.map(({ note }) => note),
    );
  },
);

onEitherStore('a line cut short by a crash is skipped and written again', async (kind, t) => {
  const world = await worldWithFile(kind, t);
  await publishNow(world);
  const text = readFileSync(world.file, 'utf8');
  writeFileSync(world.file, text.slice(0, text.length / 4));
  assert.deepEqual(readCheckpointFile(world.file), []);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  assert.equal(readCheckpointFile(world.file).length, 4);
});

onEitherStore(
  'a store that is behind a signed checkpoint, or contradicts it, cannot publish',
  async (kind, t) => {
    const ahead = await foundedWorld(kind, t);
    await publishNow(ahead);
    const { note } = await ahead.store.db.selectFrom('checkpoints').select('note').executeTakeFirstOrThrow();

    const behind = await foundedWorld(kind, t);
    const runId = await approvedDraft(behind);
    const publish = (checkpoints: string[]) =>
      publishRun(behind.desk, behind.people.operator, runId, { ...behind.publisher, checkpoints });
    await assert.rejects(publish([note]), /has 0 entries, but a checkpoint of 12 entries was signed/);
    const file = path.join(temporaryFolder(t), 'checkpoints');
    writeFileSync(file, `${JSON.stringify(note)}\n`);
    const withFile = { ...behind.publisher, checkpointFile: file };
    await assert.rejects(
      publishRun(behind.desk, behind.people.operator, runId, withFile),
      /has 0 entries, but a checkpoint of 12 entries was signed/,
    );
    await publish([]);

    const other = await foundedWorld(kind, t);
    await publishNow(other, { providerIds: [other.idOf('FX-05')] });
    other.desk.moveTo(other.desk.clock() + DAY);
    await publishNow(other);
    const next = await draft(other);
    const attempt = publishRun(other.desk, other.people.operator, next, {
      ...other.publisher,
      checkpoints: [note],
    });
    await assert.rejects(attempt, /contradicts the signed checkpoint of 12 entries/);
  },
);
