// The master key encrypts signing keys and secrets, so that a stolen store does not reveal them.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

export interface MasterKey {
  /** `purpose` is authenticated with the text: a value sealed for one purpose cannot be opened for another. */
  seal(plaintext: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  /** A key of its own for one purpose (HKDF-SHA-256), from which the master key cannot be computed. */
  derive(purpose: string): Uint8Array;
}

export function masterKeyFile(dataDir: string): string {
  return path.join(dataDir, 'master.key');
}

/** Reads the key from RF_MASTER_KEY, or from a file that only its owner can read. */
export function readMasterKey(dataDir: string, fromEnvironment: string | undefined): MasterKey {
  if (fromEnvironment !== undefined && fromEnvironment !== '')
    return masterKey(fromEnvironment, 'RF_MASTER_KEY');
  const file = masterKeyFile(dataDir);
  if (!existsSync(file)) {
    throw new MasterKeyError(
      `There is no master key. Set RF_MASTER_KEY or restore ${file}. For a new store, rf init creates one.`,
    );
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new MasterKeyError(`Other users can read ${file}. Run: chmod 600 ${file}`);
  }
  return masterKey(readFileSync(file, 'utf8').trim(), file);
}

/** Creates the file; fails if it exists. */
export function createMasterKeyFile(dataDir: string): void {
  const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`;
  writeFileSync(masterKeyFile(dataDir), text, { mode: 0o600, flag: 'wx', flush: true });
}

function masterKey(base64: string, source: string): MasterKey {
  const key = Buffer.from(base64, 'base64');
  if (key.length !== KEY_BYTES) {
    throw new MasterKeyError(`${source} must be ${KEY_BYTES} bytes, encoded as base64.`);
  }
  return {
    seal(plaintext, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plaintext, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return sealed.toString('base64');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const plaintext = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
      } catch {
        throw new MasterKeyError(
          `The master key in ${source} is not the one that sealed this store's secrets.`,
        );
      }
    },
    derive: (purpose) => new Uint8Array(hkdfSync('sha256', key, '', purpose, KEY_BYTES)),
  };
}
