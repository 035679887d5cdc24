// Other users have no access to the data folder, also to one that an older version made.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { looseFiles, tightenModes } from '@rf-indicators/core/store/file-modes';
import { createStore } from '@rf-indicators/core/store/open';
import { acquireServeLock } from '@rf-indicators/core/store/serve-lock';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';

const FILES = ['rf.sqlite', 'rf.sqlite-wal', 'rf.sqlite-shm', 'serve.lock'];
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('the folder and the files of a new store are for their owner alone, whatever the umask', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const dataDir = path.join(temporaryFolder(t), 'data');
  const lock = acquireServeLock(dataDir);
  cleanUp(t, () => lock.release());
  const store = await createStore({ dataDir, databaseUrl: null });
  cleanUp(t, () => store.close());
  assert.equal(modeOf(dataDir), '700');
  for (const name of FILES) assert.equal(modeOf(path.join(dataDir, name)), '600', name);
  assert.deepEqual(looseFiles(dataDir), []);
});

test('an existing folder is tightened, but never one for all users', async (t) => {
  const dataDir = temporaryFolder(t);
  const lock = acquireServeLock(dataDir);
  cleanUp(t, () => lock.release());
  const store = await createStore({ dataDir, databaseUrl: null });
  cleanUp(t, () => store.close());
  for (const name of FILES) chmodSync(path.join(dataDir, name), 0o644);
  chmodSync(dataDir, 0o755);
  assert.equal(looseFiles(dataDir).length, 5);
  tightenModes(dataDir);
  assert.equal(modeOf(dataDir), '700');
  for (const name of FILES) assert.equal(modeOf(path.join(dataDir, name)), '600', name);

  const shared = path.join(temporaryFolder(t), 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  tightenModes(shared);
  assert.equal(statSync(shared).mode & 0o7777, 0o1777);
});
