// The master key encrypts signing keys and secrets, so that a stolen store does not reveal them. While it is being replaced
// there are several, newest first: the newest one seals, and each of them opens what it has sealed.

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
  /** Whether the newest key has sealed it. */
  isOfNewest(sealed: string, purpose: string): boolean;
  /** A key of its own for one purpose (HKDF-SHA-256), from which the master key cannot be computed. */
  derive(purpose: string): Uint8Array;
  /** The same of each key, newest first. The array is another one only if the keys are others. */
  deriveAll(purpose: string): readonly Uint8Array[];
}

export function masterKeyFile(dataDir: string): string {
  return path.join(dataDir, 'master.key');
}

/**
 * Reads the key from RF_MASTER_KEY, or from a file that only its owner can read. A key from a file follows its changes, so
 * that a running service uses a new key without a restart.
 */
export function readMasterKey(dataDir: string, fromEnvironment: string | undefined): MasterKey {
  if (fromEnvironment !== undefined && fromEnvironment !== '') {
    const keys = parseKeys(fromEnvironment, 'RF_MASTER_KEY');
    return masterKey(() => keys, 'RF_MASTER_KEY');
  }
  const file = masterKeyFile(dataDir);
  let known = readKeyFile(file);
  return masterKey(() => {
    known = followed(file, known);
    return known.keys;
  }, file);
}

/** Creates the file; fails if it exists. */
export function createMasterKeyFile(dataDir: string): void {
  writeFileSync(masterKeyFile(dataDir), `${newKeyText()}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** The texts of the keys, newest first. */
export function keyTexts(text: string): string[] {
  return text.split(/\s+/).filter((key) => key !== '');
}

interface KeyFile {
  keys: SingleKey[];
  /** Differs if the file was written or replaced. */
  version: string;
}

function readKeyFile(file: string): KeyFile {
  if (!existsSync(file)) {
    throw new MasterKeyError(
      `There is no master key. Set RF_MASTER_KEY or restore ${file}. For a new store, rf init creates one.`,
    );
  }
  const version = versionOf(file);
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new MasterKeyError(`Other users can read ${file}. Run: chmod 600 ${file}`);
  }
  return { keys: parseKeys(readFileSync(file, 'utf8'), file), version };
}

function versionOf(file: string): string {
  const { ino, mtimeNs, size } = statSync(file, { bigint: true });
  return `${ino} ${mtimeNs} ${size}`;
}

/** A file that is missing or cannot be read takes no key away from a process that has read it. */
function followed(file: string, known: KeyFile): KeyFile {
  try {
    return versionOf(file) === known.version ? known : readKeyFile(file);
  } catch {
    return known;
  }
}

function parseKeys(text: string, source: string): SingleKey[] {
  const texts = keyTexts(text);
  const keys = texts.map((key) => Buffer.from(key, 'base64'));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES)) {
    throw new MasterKeyError(
      `${source} must be ${KEY_BYTES} bytes, encoded as base64, or several such keys with spaces between them.`,
    );
  }
  return keys.map((key) => new SingleKey(key));
}

class SingleKey {
  readonly #key: Uint8Array;
  readonly #derived = new Map<string, Uint8Array>();

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  seal(plaintext: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = [nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64');
  }

  /** null if another key has sealed it, or for another purpose. */
  open(sealed: string, purpose: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const plaintext = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  derive(purpose: string): Uint8Array {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const derived = new Uint8Array(hkdfSync('sha256', this.#key, '', purpose, KEY_BYTES));
    this.#derived.set(purpose, derived);
    return derived;
  }
}

/** `keys`: newest first, at least one. */
function masterKey(keys: () => readonly SingleKey[], source: string): MasterKey {
  const derived = new Map<string, { of: readonly SingleKey[]; all: readonly Uint8Array[] }>();
  return {
    seal: (plaintext, purpose) => keys()[0]!.seal(plaintext, purpose),
    open(sealed, purpose) {
      for (const key of keys()) {
        const plaintext = key.open(sealed, purpose);
        if (plaintext !== null) return plaintext;
      }
      throw new MasterKeyError(
        `The master key in ${source} is not the one that sealed this store's secrets. If the master key was replaced, ` +
          'set the new one; to restore a backup from before that, set the new one and the old one after it.',
      );
    },
    isOfNewest: (sealed, purpose) => keys()[0]!.open(sealed, purpose) !== null,
    derive: (purpose) => keys()[0]!.derive(purpose),
    deriveAll(purpose) {
      const of = keys();
      const known = derived.get(purpose);
      if (known?.of === of) return known.all;
      const all = of.map((key) => key.derive(purpose));
      derived.set(purpose, { of, all });
      return all;
    },
  };
}
