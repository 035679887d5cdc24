// Changes the file of the master key: a new key comes first, and older keys leave it once nothing needs them.

import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { keyTexts, masterKeyFile, newKeyText, readMasterKey } from './master-key.ts';

/** The texts of the keys in the file, newest first. Throws if the service could not use them. */
export function keysInFile(dataDir: string): string[] {
  readMasterKey(dataDir, undefined);
  return keyTexts(readFileSync(masterKeyFile(dataDir), 'utf8'));
}

/** Puts a new key before those in the file. */
export function addMasterKey(dataDir: string): void {
  replaceKeys(dataDir, [newKeyText(), ...keysInFile(dataDir)]);
}

/** Keeps the newest key only. */
export function dropOlderKeys(dataDir: string): void {
  replaceKeys(dataDir, keysInFile(dataDir).slice(0, 1));
}

/** Whoever reads the file meanwhile, or after a power failure, finds either the old or the new keys. */
function replaceKeys(dataDir: string, keys: readonly string[]): void {
  const file = masterKeyFile(dataDir);
  const next = `${file}.new`;
  // Left behind by a process that was killed; nothing was sealed with a key that is only there.
  rmSync(next, { force: true });
  writeFileSync(next, keys.map((key) => `${key}\n`).join(''), { mode: 0o600, flag: 'wx', flush: true });
  // The service must be able to read it if an administrator runs the command.
  const { uid, gid } = statSync(file);
  if (uid !== process.getuid?.()) chownSync(next, uid, gid);
  renameSync(next, file);
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
