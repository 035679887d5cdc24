// Backups that contain the master key, and what becomes of it in a restore.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { createMasterKeyFile, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { readBackup } from '@rf-indicators/core/store/backup-format';
import { openStore } from '@rf-indicators/core/store/open';
import { growLog } from '../../../../../test/support/founded-desk.ts';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { emptyLocation } from '../../../../../test/support/stores.ts';
import { backupCommand } from '../../../src/cli/service/backup.ts';
import { runCommand } from '../run-command.ts';
import { backUp, KEY, restoreAlone, world } from './backup-world.ts';

test('a backup contains the master key only on request, and the output says so', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const text = readFileSync(masterKeyFile(desk.location.dataDir), 'utf8').trim();
  const [sealed, included] = [path.join(folder, 'sealed'), path.join(folder, 'included')];
  const plain = await runCommand(backupCommand, [sealed], desk);
  assert.match(plain.out.join('\n'), /but not the master key/);
  assert.equal(gunzipSync(readFileSync(sealed)).includes(text), false);
  const loud = await runCommand(backupCommand, [included, '--with-master-key'], desk);
  assert.match(loud.out.join('\n'), /CONTAINS THE MASTER KEY/);
  for (const file of [sealed, included]) assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await readBackup(included, KEY)).header.keys, 'included');
  const json = await backUp(desk, `${included}2`, '--with-master-key');
  assert.equal(JSON.stringify(json).includes(text), false);

  const without = await emptyLocation('sqlite', t);
  assert.match(
    (await restoreAlone(without, sealed, '--unauthenticated')).master_key,
    /There is no master key/,
  );
  const location = await emptyLocation('sqlite', t);
  assert.equal(
    (await restoreAlone(location, included, '--unauthenticated')).master_key,
    'opens the signing key',
  );
  assert.equal(statSync(masterKeyFile(location.dataDir)).mode & 0o777, 0o600);
  const store = await openStore(location);
  cleanUp(t, () => store.close());
  await currentSigner(store.db, readMasterKey(location.dataDir, undefined));
});

test('an existing master key is kept, and one that differs from the backup is refused', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const file = path.join(folder, 'b');
  await backUp(desk, file, '--with-master-key');
  const location = await emptyLocation('sqlite', t);
  createMasterKeyFile(location.dataDir);
  const own = readFileSync(masterKeyFile(location.dataDir), 'utf8');
  const attempt = restoreAlone(location, file, '--unauthenticated');
  await assert.rejects(attempt, /differs from the master key in the backup/);
  assert.equal(readFileSync(masterKeyFile(location.dataDir), 'utf8'), own);
  writeFileSync(masterKeyFile(location.dataDir), readFileSync(masterKeyFile(desk.location.dataDir)));
  await restoreAlone(location, file);
});

test('a restore that fails removes the master key again', async (t) => {
  const folder = temporaryFolder(t);
  const desk = await world('sqlite', t);
  const [file, later] = [path.join(folder, 'b'), path.join(folder, 'later')];
  await backUp(desk, file, '--with-master-key');
  await growLog(desk, 'later');
  await catchUpCheckpointFile(desk.desk.store.db, later);
  const location = await emptyLocation('sqlite', t);
  const attempt = restoreAlone(location, file, '--unauthenticated', '--checkpoint', later);
  await assert.rejects(attempt, /behind/);
  assert.equal(existsSync(masterKeyFile(location.dataDir)), false);
});
