// The key of a chief risk officer as a file: made in this browser, encrypted with a passphrase before it is saved, and
// decrypted only to sign. What is decrypted is the text that rf keygen writes, so that both kinds of files sign the same.

import { parseSignerKey, type Signer, signerKeyFromSeed } from '@rf-indicators/engine';

const FORMAT = 'rf-officer-key-1';
/** The least of today's recommendations for PBKDF2 with SHA-256, which takes a second or less. */
const ITERATIONS = 600_000;
/** A file may ask for more work than now, but not for so much that the page hangs. */
const MOST_ITERATIONS = 10_000_000;
export const SHORTEST_PASSPHRASE = 12;

/** As it is saved: the public key can be read by anybody, the private one only with the passphrase. */
interface KeyFile {
  format: typeof FORMAT;
  public_key: string;
  key_derivation: { name: 'PBKDF2'; hash: 'SHA-256'; iterations: number; salt: string };
  cipher: { name: 'AES-GCM'; iv: string };
  encrypted_key: string;
}

export interface NewKey {
  publicKey: string;
  /** The text of the file. */
  file: string;
}

export async function makeKeyFile(
  name: string,
  passphrase: string,
  iterations = ITERATIONS,
): Promise<NewKey> {
  const { signer, verifier } = await signerKeyFromSeed(name, crypto.getRandomValues(new Uint8Array(32)));
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await derive(passphrase, salt, iterations);
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(FORMAT + verifier) },
    key,
    bytesOf(signer),
  );
  const file: KeyFile = {
    format: FORMAT,
    public_key: verifier,
    key_derivation: { name: 'PBKDF2', hash: 'SHA-256', iterations, salt: toBase64(salt) },
    cipher: { name: 'AES-GCM', iv: toBase64(iv) },
    encrypted_key: toBase64(new Uint8Array(encrypted)),
  };
  return { publicKey: verifier, file: `${JSON.stringify(file, null, 2)}\n` };
}

/** What a file of a key is, before it is opened. */
export type ReadKeyFile =
  | { kind: 'encrypted'; publicKey: string; file: KeyFile }
  /** As rf keygen writes it. */
  | { kind: 'plain'; text: string }
  | { kind: 'wrong'; fault: string };

export function readKeyFile(text: string): ReadKeyFile {
  if (text.startsWith('PRIVATE+KEY+')) return { kind: 'plain', text: text.trim() };
  let file: KeyFile;
  try {
    file = JSON.parse(text) as KeyFile;
  } catch {
    return { kind: 'wrong', fault: 'This is not the file of a key.' };
  }
  const { format, public_key, key_derivation, cipher, encrypted_key } = file ?? {};
  const iterations = key_derivation?.iterations;
  const texts = [public_key, key_derivation?.salt, cipher?.iv, encrypted_key];
  if (format !== FORMAT || texts.some((one) => typeof one !== 'string'))
    return { kind: 'wrong', fault: 'This is not the file of a key.' };
  if (!Number.isSafeInteger(iterations) || iterations < 1 || iterations > MOST_ITERATIONS)
    return { kind: 'wrong', fault: 'This file of a key was changed.' };
  return { kind: 'encrypted', publicKey: public_key, file };
}

/** Null if the passphrase is not that of the file, or the file was changed. */
export async function openKey(
  read: Exclude<ReadKeyFile, { kind: 'wrong' }>,
  passphrase: string,
): Promise<Signer | null> {
  try {
    if (read.kind === 'plain') return await parseSignerKey(read.text);
    const { key_derivation, cipher, encrypted_key, public_key } = read.file;
    const key = await derive(passphrase, fromBase64(key_derivation.salt), key_derivation.iterations);
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(cipher.iv), additionalData: bytesOf(FORMAT + public_key) },
      key,
      fromBase64(encrypted_key),
    );
    const signer = await parseSignerKey(new TextDecoder().decode(opened));
    return signer.verifierKey === public_key ? signer : null;
  } catch {
    return null;
  }
}

/** A name for the key of this person: names of keys have no white space. */
export function keyNameOf(person: string): string {
  const plain = person
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-');
  return `officer-${plain.replaceAll(/^-|-$/g, '').toLowerCase() || 'key'}`;
}

async function derive(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  // The same passphrase typed on another machine must give the same bytes.
  const typed = bytesOf(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
