// The master key and backups: a key derived from it authenticates every backup. A backup contains the master key itself
// only if the operator asks for it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { keyTexts, type MasterKey, MasterKeyError, masterKeyFile, readMasterKey } from './master-key.ts';

/** Makes backups. */
export function backupKey(masterKey: MasterKey): Uint8Array {
  return backupKeys(masterKey)[0]!;
}

/** Newest first: a backup may have been made with any of them. */
export function backupKeys(masterKey: MasterKey): readonly Uint8Array[] {
  return masterKey.deriveAll('authentication of backups, rf-backup/2');
}

/** The text of the key, or of several, from the environment or from its file. */
export function masterKeyText(dataDir: string, fromEnvironment: string | undefined): string {
  // Throws if the service could not use this key.
  readMasterKey(dataDir, fromEnvironment);
  return (fromEnvironment || readFileSync(masterKeyFile(dataDir), 'utf8')).trim();
}

/**
 * Returns whether the key file was written. An existing file or a key from the environment is kept. Without the key in the
 * backup, it could not decrypt the secrets of the restored store, so the restore is refused.
 */
export function restoreMasterKey(
  dataDir: string,
  fromEnvironment: string | undefined,
  text: string,
): boolean {
  const file = masterKeyFile(dataDir);
  if (fromEnvironment || existsSync(file)) {
    const present = keyTexts(masterKeyText(dataDir, fromEnvironment));
    if (keyTexts(text).every((key) => present.includes(key))) return false;
    const where = fromEnvironment ? 'RF_MASTER_KEY' : file;
    throw new MasterKeyError(
      `${where} differs from the master key in the backup. Nothing was restored. Remove it, then restore again.`,
    );
  }
  writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return true;
}
