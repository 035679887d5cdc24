// Locks that allow only one server per SQLite folder, and only one export into a folder. They are operating system
// locks, taken through SQLite, so that they end with the process even after kill -9; a file with a process id would
// stay behind.

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, makePrivateFolder } from './file-modes.ts';
import { StoreError } from './store.ts';

const SQLITE_BUSY = 5;

/** Without a reference, a lock would be garbage-collected, which closes and releases it. */
const held = new Set<DatabaseSync>();

export interface Lock {
  release(): void;
}

/** The file stays after a release: removing it could let two servers lock different files of the same name. */
export function acquireServeLock(dataDir: string): Lock {
  return acquireLock(
    dataDir,
    'serve.lock',
    `Another rf serve is running on ${dataDir}. Stop it first, or set RF_DATA_DIR to another folder. ` +
      'To run several servers on one store, use PostgreSQL (DATABASE_URL).',
  );
}

/** `refusal` is the message if another process holds the lock. */
export function acquireLock(folder: string, name: string, refusal: string): Lock {
  makePrivateFolder(folder);
  const file = path.join(folder, name);
  makePrivateFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new StoreError(refusal);
  }
  held.add(lock);
  return {
    release: () => {
      if (held.delete(lock)) lock.close();
    },
  };
}
