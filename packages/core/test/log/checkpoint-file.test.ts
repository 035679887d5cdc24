import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { actServicesOf } from '../../../../test/support/act-services.ts';
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

/** What a caller can send as a checkpoint although it is none, and what is said of it. */
const NOT_CHECKPOINTS: [note: string, message: RegExp][] = [
  ['', /no blank line before its signatures/],
  ['example.org\n12\n', /no blank line/],
  ['\n\n\n', /has an empty line|fewer than three lines/],
  ['example.org\n12\n\n\u2014 x y\n', /fewer than three lines/],
  ['example.org\n012\nAAAA\n\n\u2014 x y\n', /tree size is not a decimal number/],
  ['example.org\n99999999999999999999\nAAAA\n\n\u2014 x y\n', /tree size is not a decimal number/],
  ['example.org\n12\nAAAA\n\n\u2014 x y\n', /root hash is not the base64 of 32 bytes/],
  ['example.org\n12\n\u{1f600}\n\n\u2014 x y\n', /root hash is not the base64/],
];

onEitherStore('a text that is not a checkpoint is refused with its place in the list', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const run = await approvedDraft(world);
  const services = actServicesOf(world.desk, () => world.masterKey);
  const caller = { kind: 'staff', actor: world.people.operator } as const;
  for (const [note, message] of NOT_CHECKPOINTS) {
    const attempt = performAct(services, caller, 'runs.publish', { run, checkpoints: [note] });
    await assert.rejects(attempt, (error: Refusal) => {
      assert.equal(error.code, 'validation_failed', JSON.stringify(note));
      assert.deepEqual(
        error.details.map(({ place, code }) => [place, code]),
        [['/checkpoints/0', 'not_a_checkpoint']],
      );
      assert.match(error.details[0]!.message, message);
      return true;
    });
  }
});

onEitherStore(
  'a line of the checkpoint file that is not a checkpoint is named with the file',
  async (kind, t) => {
    const world = await worldWithFile(kind, t);
    const run = await approvedDraft(world);
    for (const line of ['"nonsense"', '12', '{}', 'null']) {
      writeFileSync(world.file, `${line}\n`);
      await assert.rejects(
        publishRun(world.desk, world.people.operator, run, world.publisher),
        (error: Refusal) => {
          assert.equal(error.code, 'conflict', line);
          assert.match(error.message, /checkpoint file .* has a line that is not a signed checkpoint/);
          return true;
        },
      );
    }
  },
);
