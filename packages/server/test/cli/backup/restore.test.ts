// Restoring a backup: into what, what is checked first, and what is said afterwards.

import assert from 'node:assert/strict';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { pinKey } from '@rf-indicators/core/log/pinned-key';
import { openStore } from '@rf-indicators/core/store/open';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { readTopics } from '@rf-indicators/core/store/topics';
import { signerKeyFromSeed } from '@rf-indicators/engine';
import { sql } from 'kysely';
import { START } from '../../../../../test/support/desk-fixture.ts';
import { growLog } from '../../../../../test/support/founded-desk.ts';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { emptyLocation, onEitherStore } from '../../../../../test/support/stores.ts';
import { restoreCommand } from '../../../src/cli/service/backup.ts';
import { envOf, runCommand } from '../run-command.ts';
import { backUp, MASTER_KEY, NOW, restore, restoreWith, world } from './backup-world.ts';

onEitherStore('a restored store refuses changes to published records, like the original', async (kind, t) => {
  const file = path.join(temporaryFolder(t), 'b');
  await backUp(await world(kind, t), file);
  const location = await emptyLocation(kind, t);
  await restore(location, file);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  await assert.rejects(sql`update indicators set final_score = 1`.execute(store.db), /append-only/);
  assert.deepEqual(await readTopics(store.db), {
    ...{ published: 1, access: 0, events: 0, desk: 1 },
    ...{ status: 0, log: 0, datasets: 0 },
  });
});

onEitherStore('a restore into a store that is not empty is refused', async (kind, t) => {
  const file = path.join(temporaryFolder(t), 'b');
  const desk = await world(kind, t);
  const { content_sha256 } = await backUp(desk, file);
  await assert.rejects(restore(desk.location, file), /The store is not empty/);
  const again = await backUp(desk, `${file}2`);
  assert.equal(again.content_sha256, content_sha256);
});

onEitherStore('a backup behind a checkpoint that was signed later is refused entirely', async (kind, t) => {
  const folder = temporaryFolder(t);
  const desk = await world(kind, t);
  const file = path.join(folder, 'b');
  const checkpoints = path.join(folder, 'checkpoints');
  await backUp(desk, file);
  await catchUpCheckpointFile(desk.desk.store.db, checkpoints);
  await growLog(desk, 'signed after the backup');
  const later = path.join(folder, 'later');
  await catchUpCheckpointFile(desk.desk.store.db, later);
  const location = await emptyLocation(kind, t);
  await assert.rejects(restore(location, file, '--checkpoint', later), /The store is behind/);
  const env = { ...envOf(location), RF_MASTER_KEY: MASTER_KEY, RF_CHECKPOINT_FILE: later };
  await assert.rejects(runCommand(restoreCommand, [file], { env }), /The store is behind/);
  // The checkpoint file of the store that was lost, where it is kept by default.
  const kept = path.join(location.dataDir, 'checkpoints.jsonl');
  copyFileSync(later, kept);
  await assert.rejects(restore(location, file), /The store is behind/);
  rmSync(kept);
  const newest = await desk.desk.store.db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .executeTakeFirstOrThrow();
  const note = path.join(folder, 'note');
  writeFileSync(note, newest.note);
  await assert.rejects(restore(location, file, '--checkpoint', note), /The store is behind/);
  writeFileSync(note, 'nothing');
  await assert.rejects(restore(location, file, '--checkpoint', note), /contains no checkpoint/);
  const told = await restore(location, file, '--checkpoint', checkpoints);
  assert.ok(told.compared_checkpoints > 0);
});

test('a log that does not match its signed checkpoint is refused, even if the file is intact', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const { db } = desk.desk.store;
  await sql`drop trigger log_nodes_no_update`.execute(db);
  const hash = Buffer.alloc(32).toString('base64');
  await db.updateTable('log_nodes').set({ hash }).where('level', '=', 2).execute();
  const file = path.join(folder, 'b');
  await backUp(desk, file);
  const location = await emptyLocation('sqlite', t);
  await assert.rejects(restore(location, file), /does not match its signed checkpoint/);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  assert.deepEqual(await store.db.selectFrom('staff').selectAll().execute(), []);
});

onEitherStore('a restore says who can act and what the newest checkpoint is', async (kind, t) => {
  const folder = temporaryFolder(t);
  const desk = await world(kind, t);
  const { db } = desk.desk.store;
  const file = path.join(folder, 'b');
  await desk.desk.store.transaction((writes) =>
    writes.updateTable('staff').set({ retired_at: START }).where('id', '=', 'ann').execute(),
  );
  const token = { revoked_at: null, created_at: START, last_used_at: null, prefix: 'p' };
  const tokens = [
    { ...token, token_hash: 'works', staff_id: 'Rob', confirmed_at: START },
    { ...token, token_hash: 'not confirmed', staff_id: 'Rob', confirmed_at: null },
    { ...token, token_hash: 'revoked', staff_id: 'Rob', confirmed_at: START, revoked_at: START },
    { ...token, token_hash: 'of a retired person', staff_id: 'ann', confirmed_at: START },
  ];
  await db.insertInto('staff_tokens').values(tokens).execute();
  await backUp(desk, file);
  const { created_at } = await db
    .selectFrom('checkpoints')
    .select('created_at')
    .where('tree_size', '=', 5)
    .executeTakeFirstOrThrow();
  const told = await restore(await emptyLocation(kind, t), file);
  // The first operator, and the three of four who were not retired.
  assert.deepEqual([told.authenticated, told.staff, told.active_staff_tokens], [true, 4, 2]);
  assert.deepEqual(told.newest_checkpoint, { tree_size: 5, created_at });
  const location = await emptyLocation(kind, t);
  const env = { ...envOf(location), RF_MASTER_KEY: MASTER_KEY };
  const { out } = await runCommand(restoreCommand, [file], { env, now: NOW });
  const text = out.join('\n');
  assert.match(text, /made with this master key and is unaltered/);
  assert.match(text, /^4 people on the staff, 2 active staff tokens/m);
  assert.match(text, /^Newest checkpoint: 5 entries, signed at \d{4}-/m);
  assert.match(text, /not compared with a checkpoint from outside/);
});

onEitherStore(
  'a restore checks the signing keys against the pinned key, or says to pin one',
  async (kind, t) => {
    const folder = temporaryFolder(t);
    const desk = await world(kind, t);
    const file = path.join(folder, 'b');
    await backUp(desk, file);
    const { public_key: ours } = await desk.desk.store.db
      .selectFrom('signing_keys')
      .select('public_key')
      .executeTakeFirstOrThrow();
    const { verifier: foreign } = await signerKeyFromSeed('somebody-else', Buffer.alloc(32, 7));

    const location = await emptyLocation(kind, t);
    pinKey(location.dataDir, foreign);
    await assert.rejects(restore(location, file), /do not follow from the pinned verifier key somebody-else/);
    const inEnvironment = { RF_MASTER_KEY: MASTER_KEY, RF_VERIFIER_KEY: ours };
    // The setting takes precedence over the file. That this works shows that the refused restore left nothing behind.
    const told = await restoreWith(inEnvironment, location, file);
    assert.deepEqual([told.pinned_key.from, ours.startsWith(told.pinned_key.id)], ['RF_VERIFIER_KEY', true]);

    const pinned = await emptyLocation(kind, t);
    pinKey(pinned.dataDir, ours);
    const env = { RF_MASTER_KEY: MASTER_KEY };
    const said = async (to: StoreLocation) =>
      (await runCommand(restoreCommand, [file], { env: { ...envOf(to), ...env }, now: NOW })).out.join('\n');
    assert.match(await said(pinned), /^The signing keys follow from the pinned key .*verifier\.pub/m);
    assert.match(
      await said(await emptyLocation(kind, t)),
      /NO VERIFIER KEY IS PINNED.*rf signing-keys pin KEY/,
    );
  },
);
