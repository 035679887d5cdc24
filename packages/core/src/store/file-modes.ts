// Only the user of the service may read the data folder and its files: the store holds customers' data, and a copy of
// it reveals everything except the secrets that the master key encrypts.

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * The files that rf creates in the data folder, without the master key: a key that others could read is refused, not
 * corrected, because they may have read it.
 */
const FILES = [
  'rf.sqlite',
  'rf.sqlite-wal',
  'rf.sqlite-shm',
  'serve.lock',
  'serve.lock-journal',
  'demo-credentials.json',
];

export interface LooseFile {
  path: string;
  mode: number;
  /** Whether the user of this process owns it, and so can correct it. */
  isOwn: boolean;
}

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
}

/**
 * SQLite would create its file with the default mode. It gives its log files the mode of the database. An existing file
 * is never opened here: closing it would release the locks that this process holds on it.
 */
export function makePrivateFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'ax', FILE_MODE));
  } catch (error) {
    // Another thread or process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The folder and those of its files that other users can use. */
export function looseFiles(dataDir: string): LooseFile[] {
  return ['', ...FILES]
    .map((name) => path.join(dataDir, name))
    .filter((file) => existsSync(file))
    .map((file) => {
      const { mode, uid } = statSync(file);
      return { path: file, mode: mode & 0o7777, isOwn: uid === process.getuid?.() };
    })
    .filter(({ mode }) => (mode & OTHERS) !== 0);
}

/** Only what this user owns, and never a folder for all users such as /tmp: rf doctor reports the others. */
export function tightenModes(dataDir: string): void {
  for (const { path: file, mode, isOwn } of looseFiles(dataDir)) {
    if (!isOwn || (mode & STICKY) !== 0) continue;
    try {
      chmodSync(file, mode & ~OTHERS);
    } catch {
      // For example on a read-only disk, which is no reason not to start.
    }
  }
}
