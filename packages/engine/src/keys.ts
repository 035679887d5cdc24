// Ed25519 keys in the text formats of C2SP signed-note and Go's sumdb/note:
//   verifier  <name>+<key hash>+<base64(0x01 || public key)>
//   signer    PRIVATE+KEY+<name>+<key hash>+<base64(0x01 || seed)>
// Keys of witnesses have the byte 0x04 instead of 0x01, so that neither can be used as the other.

import { type CryptoKeyHandle, fromBase64, sha256, subtle, toBase64, toHex, utf8 } from './platform.ts';

export class KeyFormatError extends Error {
  override name = 'KeyFormatError';
}

export interface VerifierKey {
  readonly name: string;
  /** The first four bytes of the key's hash, as 8 lower-case hexadecimal digits. */
  readonly hash: string;
  /** `name+hash`, as signatures refer to their key. */
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly text: string;
  /** Kept so that checking thousands of signatures imports the key only once. */
  readonly cryptoKey: CryptoKeyHandle;
}

export interface Signer {
  readonly name: string;
  readonly hash: string;
  readonly id: string;
  /** The verifier key for this signer's signatures, in text form. */
  readonly verifierKey: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

const ed25519 = { name: 'Ed25519' } as const;

/** The byte before the key: 0x01 signs notes, 0x04 cosigns checkpoints. */
export type KeyAlgorithm = 0x01 | 0x04;
const ed25519Byte = 0x01;
const algorithmNames = { 1: 'Ed25519 (1)', 4: 'Ed25519 cosignatures (4)' } as const;

const keyLength = 32;
const signatureLength = 64;
const signerPrefix = 'PRIVATE+KEY+';

// The part of a PKCS#8 Ed25519 private key (RFC 8410) that precedes its 32-byte seed.
const pkcs8Prefix = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

// Web Crypto derives the public key of a private key only when exporting it, as the `x` of a JWK.
const exporter = subtle as unknown as {
  exportKey(format: 'jwk', key: CryptoKeyHandle): Promise<{ x?: string }>;
};

/** A key name must not contain white space or '+', which are delimiters, or characters not allowed in a note. */
export function isKeyName(name: string): boolean {
  if (name === '' || !name.isWellFormed() || /[\p{White_Space}+]/u.test(name)) return false;
  return ![...name].some((character) => character < ' ');
}

/**
 * The SHA-256 of a verifier key in text form, as 64 hexadecimal digits: short enough to print or to read aloud, and the same
 * as `printf %s "$KEY" | sha256sum`. The hash in the key itself has 32 bits only, which an attacker can match.
 */
export async function keyFingerprint(verifierKey: string): Promise<string> {
  return toHex(await sha256(utf8(verifierKey)));
}

/** In groups of four digits, as people compare them. */
export function fingerprintInGroups(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)!.join(' ');
}

export function parseVerifierKey(text: string): Promise<VerifierKey> {
  return parsePublicKey(text, ed25519Byte);
}

export async function parsePublicKey(text: string, algorithm: KeyAlgorithm): Promise<VerifierKey> {
  const { name, hash, key: publicKey } = splitKey(text, 'verifier key', algorithm);
  await requireHash(name, publicKey, hash, algorithm);
  let cryptoKey: CryptoKeyHandle;
  try {
    cryptoKey = await subtle.importKey('raw', publicKey, ed25519, false, ['verify']);
  } catch {
    throw new KeyFormatError('The verifier key is not an Ed25519 public key.');
  }
  return { name, hash, id: `${name}+${hash}`, publicKey, text, cryptoKey };
}

export function parseSignerKey(text: string): Promise<Signer> {
  return parsePrivateKey(text, ed25519Byte);
}

export async function parsePrivateKey(text: string, algorithm: KeyAlgorithm): Promise<Signer> {
  if (!text.startsWith(signerPrefix)) {
    throw new KeyFormatError(`A signer key begins with '${signerPrefix}', but this text does not.`);
  }
  const { name, hash, key: seed } = splitKey(text.slice(signerPrefix.length), 'signer key', algorithm);
  const { privateKey, publicKey } = await keyPairOf(seed);
  await requireHash(name, publicKey, hash, algorithm);
  return {
    name,
    hash,
    id: `${name}+${hash}`,
    verifierKey: joinKey(name, hash, publicKey, algorithm),
    sign: async (bytes) => new Uint8Array(await subtle.sign(ed25519, privateKey, bytes)),
  };
}

/** Makes a key pair from a 32-byte seed. The caller supplies it because the engine has no random source. */
export async function signerKeyFromSeed(
  name: string,
  seed: Uint8Array,
  algorithm: KeyAlgorithm = ed25519Byte,
): Promise<{ signer: string; verifier: string }> {
  if (!isKeyName(name)) throw badName();
  if (seed.length !== keyLength) {
    throw new KeyFormatError(`A seed must be ${keyLength} bytes long, not ${seed.length}.`);
  }
  const { publicKey } = await keyPairOf(seed);
  const hash = await keyHash(name, publicKey, algorithm);
  return {
    signer: signerPrefix + joinKey(name, hash, seed, algorithm),
    verifier: joinKey(name, hash, publicKey, algorithm),
  };
}

export async function verifySignature(
  key: VerifierKey,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  // Checked here because Web Crypto implementations differ in how they treat a wrong length.
  if (signature.length !== signatureLength) return false;
  return subtle.verify(ed25519, key.cryptoKey, signature, bytes);
}

// Messages never quote the text, because it may be a private key.
function splitKey(
  text: string,
  what: string,
  algorithm: KeyAlgorithm,
): { name: string; hash: string; key: Uint8Array } {
  const [name = '', hash, ...rest] = text.split('+');
  if (!isKeyName(name)) throw badName();
  if (hash === undefined || rest.length === 0) {
    throw new KeyFormatError(`The ${what} must consist of the parts name, hash and key, joined by '+'.`);
  }
  // Base64 text can contain '+', so the remaining parts belong together.
  const payload = fromBase64(rest.join('+'));
  if (payload === null) throw new KeyFormatError(`The last part of the ${what} is not base64.`);
  if (payload[0] !== algorithm) {
    const supported = algorithmNames[algorithm];
    throw new KeyFormatError(`The ${what} uses an unknown algorithm. Only ${supported} is supported.`);
  }
  const key = payload.slice(1);
  if (key.length !== keyLength) {
    throw new KeyFormatError(
      `The ${what} has ${key.length} bytes after the algorithm byte instead of ${keyLength}.`,
    );
  }
  return { name, hash, key };
}

function joinKey(name: string, hash: string, key: Uint8Array, algorithm: KeyAlgorithm): string {
  return `${name}+${hash}+${toBase64(Uint8Array.of(algorithm, ...key))}`;
}

async function requireHash(
  name: string,
  publicKey: Uint8Array,
  hash: string,
  algorithm: KeyAlgorithm,
): Promise<void> {
  if (hash !== (await keyHash(name, publicKey, algorithm))) {
    throw new KeyFormatError('The key hash does not match the name and the public key.');
  }
}

async function keyHash(name: string, publicKey: Uint8Array, algorithm: KeyAlgorithm): Promise<string> {
  const digest = await sha256(Uint8Array.of(...utf8(`${name}\n`), algorithm, ...publicKey));
  return toHex(digest.subarray(0, 4));
}

async function keyPairOf(seed: Uint8Array): Promise<{ privateKey: CryptoKeyHandle; publicKey: Uint8Array }> {
  const pkcs8 = Uint8Array.of(...pkcs8Prefix, ...seed);
  const privateKey = await subtle.importKey('pkcs8', pkcs8, ed25519, true, ['sign']);
  const { x = '' } = await exporter.exportKey('jwk', privateKey);
  // The base64 of 32 bytes ends with one '=', which the base64url of a JWK omits.
  const publicKey = fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
  if (publicKey === null) throw new Error('Web Crypto exported no public key for an Ed25519 private key.');
  return { privateKey, publicKey };
}

function badName(): KeyFormatError {
  return new KeyFormatError(
    "A key name must not be empty and must not contain white space, control characters or '+'.",
  );
}
