// Reads the key of the record chain, which is derived from the master key.

import { type MasterKey, MasterKeyError, readMasterKey } from '../../secrets/master-key.ts';
import { StoreError, type StoreLocation } from '../store.ts';
import { type ChainKey, type ChainKeySource, chainKeyFrom } from './mac.ts';

/** From RF_MASTER_KEY or the key file, whose changes it follows. */
export function chainKeySource({ dataDir, masterKey }: StoreLocation): ChainKeySource {
  let read: MasterKey | null = null;
  let made: { secrets: readonly Uint8Array[]; key: ChainKey } | null = null;
  return () => {
    read ??= readKey(dataDir, masterKey);
    const secrets = chainSecrets(read);
    if (made?.secrets !== secrets) made = { secrets, key: chainKeyFrom(secrets) };
    return made.key;
  };
}

/** The ids by which MACs name the keys, newest first. */
export function masterKeyIds(masterKey: MasterKey): readonly string[] {
  return chainKeyFrom(chainSecrets(masterKey)).ids;
}

function chainSecrets(masterKey: MasterKey): readonly Uint8Array[] {
  return masterKey.deriveAll('record chain');
}

function readKey(dataDir: string, masterKey: string | undefined): MasterKey {
  try {
    return readMasterKey(dataDir, masterKey);
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    throw new StoreError(
      `The records of this store are authenticated with the master key, which is needed to write and to trust them. ${error.message}`,
    );
  }
}
