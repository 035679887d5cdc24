// The master key on its way into a backup and out of it again. It is never there unless it is asked for.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { MasterKeyError, masterKeyFile, readMasterKey } from './master-key.ts';

/** The key's text, from wherever the service takes it. */
export function masterKeyText(dataDir: string, fromEnvironment: string | undefined): string {
  // Refuses one that the service would refuse.
  readMasterKey(dataDir, fromEnvironment);
  return (fromEnvironment || readFileSync(masterKeyFile(dataDir), 'utf8')).trim();
}

/**
 * Whether the file was written. One that is there already stays, and so does a key from the environment; if
 * either is another key than the backup's, the restored store could not be opened with it, which is refused.
 */
export function restoreMasterKey(
  dataDir: string,
  fromEnvironment: string | undefined,
  text: string,
): boolean {
  const file = masterKeyFile(dataDir);
  if (fromEnvironment || existsSync(file)) {
    if (masterKeyText(dataDir, fromEnvironment) === text) return false;
    const where = fromEnvironment ? 'RF_MASTER_KEY' : file;
    throw new MasterKeyError(
      `${where} is another key than the one in the backup. Take it away first; nothing was restored.`,
    );
  }
  writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return true;
}
