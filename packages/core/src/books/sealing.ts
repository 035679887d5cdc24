// Encryption of a book: each has a key of its own, which the master key seals. Without the key, which deletion destroys, nothing of
// the book can be opened.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import type { MasterKey } from '../secrets/master-key.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** More than the longest document that is valid. */
const LONGEST_DOCUMENT = 64 * 1024 * 1024;

export type BookKey = Uint8Array;

/** What is sealed; the number of settings is 0. */
export interface SealedPart {
  bookId: string;
  kind: 'contents' | 'limits' | 'settings' | 'cursor' | `alert ${string}`;
  number: number;
}

/** The purpose for which the master key seals the key of a book. */
export function bookKeyPurpose(bookId: string): string {
  return `book ${bookId}`;
}

/** A new key, as it is and as it is stored. */
export function createBookKey(masterKey: MasterKey, bookId: string): { key: BookKey; sealedKey: string } {
  const key = randomBytes(KEY_BYTES);
  return { key, sealedKey: masterKey.seal(key.toString('base64'), bookKeyPurpose(bookId)) };
}

export function openBookKey(masterKey: MasterKey, bookId: string, sealedKey: string): BookKey {
  return Buffer.from(masterKey.open(sealedKey, bookKeyPurpose(bookId)), 'base64');
}

/** Compressed first, because what is encrypted does not compress. */
export function sealPart(key: BookKey, part: SealedPart, document: unknown): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(purposeOf(part));
  const text = deflateRawSync(canonicalJson(document as JsonValue));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the key is another one, or if the bytes belong to another part. */
export function openPart(key: BookKey, part: SealedPart, sealed: Uint8Array): unknown {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(purposeOf(part))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  const compressed = Buffer.concat([text, decipher.final()]);
  return JSON.parse(inflateRawSync(compressed, { maxOutputLength: LONGEST_DOCUMENT }).toString('utf8'));
}

function purposeOf({ bookId, kind, number }: SealedPart): Buffer {
  return Buffer.from(`book ${bookId} ${kind} ${number}`);
}
