// Checks of the bookkeeping thread that no request would make: free space, and the master key.

import { statfs } from 'node:fs/promises';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { type MasterKey, MasterKeyError, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { masterKeyIds } from '@rf-indicators/core/store/records/chain-key';
import { keyOfEntry } from '@rf-indicators/core/store/records/renew-macs';
import type { Store, StoreLocation } from '@rf-indicators/core/store/store';
import type { BookkeeperSettings, MasterKeyFault } from './messages.ts';

/**
 * With less, the disk counts as full: SQLite overwrites its log from the start once in a while, so small writes still
 * succeed while larger ones fail.
 */
const LEAST_FREE_BYTES = 1024 * 1024;

/** Throws the error of a full disk. PostgreSQL has a disk of its own, and reports it itself. */
export async function requireFreeSpace({ dataDir, databaseUrl }: StoreLocation): Promise<void> {
  if (databaseUrl !== null) return;
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free >= LEAST_FREE_BYTES) return;
  throw Object.assign(new Error(`the disk is full: ${free} bytes free`), { code: 'ENOSPC' });
}

/** The ids of the master keys, the one that seals first; none if they are missing or cannot be read. */
export function heldKeys({ location, masterKey }: BookkeeperSettings): readonly string[] {
  try {
    return masterKeyIds(readMasterKey(location.dataDir, masterKey));
  } catch {
    return [];
  }
}

/** null if the master key opens the signing key, and made the newest record. Rejects if the store cannot be read. */
export async function findMasterKeyFault(
  { db }: Store,
  { location, masterKey }: BookkeeperSettings,
): Promise<MasterKeyFault | null> {
  let key: MasterKey;
  try {
    key = readMasterKey(location.dataDir, masterKey);
  } catch (error) {
    return { message: 'The master key is missing or cannot be read.', detail: (error as Error).message };
  }
  try {
    await currentSigner(db, key);
    const used = await keyOfEntry(db, 'newest');
    const ids = masterKeyIds(key);
    if (used === null || ids.includes(used)) return null;
    return {
      message: 'Another master key is in use, which this node does not have.',
      detail:
        `The newest record was made with the master key ${used}; this node has ${ids.join(' and ')}. If the master key is ` +
        'being replaced, give this node both keys, the new one first.',
    };
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    return { message: 'The master key is wrong: it does not open the signing key.', detail: error.message };
  }
}
