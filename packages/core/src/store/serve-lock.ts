// One server for one SQLite folder. The lock is the operating system's, held through SQLite's own locking, so
// that it ends with the process however that ends: a file with a process id in it would outlive a kill -9.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from './store.ts';

const SQLITE_BUSY = 5;

/** A lock that only its holder knew would be closed, and so lost, when the garbage is collected. */
const held = new Set<DatabaseSync>();

export interface ServeLock {
  release(): void;
}

/** The file stays behind after a release: removing it would let two servers lock two files of one name. */
export function acquireServeLock(dataDir: string): ServeLock {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(path.join(dataDir, 'serve.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new StoreError(
      `Another rf serve is running on ${dataDir}. Stop it first, or set RF_DATA_DIR to another folder; ` +
        'several servers can share one store on PostgreSQL (DATABASE_URL).',
    );
  }
  held.add(lock);
  return {
    release: () => {
      if (held.delete(lock)) lock.close();
    },
  };
}
