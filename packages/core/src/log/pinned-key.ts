// The pinned verifier key: the first public key of the store, kept outside it when the store is initialised. So a
// person who can change the store cannot change the key that it is checked against.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KeyFormatError, parseVerifierKey, type VerifierKey } from '@rf-indicators/engine';
import { StoreError } from '../store/store.ts';

export interface PinnedKey {
  key: VerifierKey;
  /** RF_VERIFIER_KEY, or the path of the file. */
  from: string;
}

export function pinnedKeyFile(dataDir: string): string {
  return path.join(dataDir, 'verifier.pub');
}

/** `setting` is RF_VERIFIER_KEY, which has the key itself. Null if no key is pinned. */
export async function readPinnedKey(dataDir: string, setting: string | undefined): Promise<PinnedKey | null> {
  const file = pinnedKeyFile(dataDir);
  const from = setting ? 'RF_VERIFIER_KEY' : file;
  if (!setting && !existsSync(file)) return null;
  const text = setting ? setting : readFileSync(file, 'utf8');
  try {
    return { key: await parseVerifierKey(text.trim()), from };
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new StoreError(`The pinned verifier key (${from}) cannot be read: ${error.message}`);
  }
}

/** Never replaces a key that is pinned already. */
export function pinKey(dataDir: string, publicKey: string): string {
  const file = pinnedKeyFile(dataDir);
  writeFileSync(file, `${publicKey}\n`, { flag: 'wx', mode: 0o444 });
  return file;
}
