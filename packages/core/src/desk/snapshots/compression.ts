// Templates are stored with zstd and a dictionary: another template of the same framework, whose texts they share.

import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The dictionary of a text is stored as it is, so that whoever has the store can read it without this program. */
export interface Dictionary {
  /** The SHA-256 of its bytes. */
  id: string;
  bytes: Uint8Array;
}

export function makeDictionary(text: string): Dictionary {
  const bytes = Buffer.from(text);
  return { id: dictionaryId(bytes), bytes };
}

export function dictionaryId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function compressText(text: string, { bytes: dictionary }: Dictionary): Uint8Array {
  return zstdCompressSync(text, { dictionary });
}

export function decompressText(compressed: Uint8Array, { bytes: dictionary }: Dictionary): string {
  return zstdDecompressSync(compressed, { dictionary }).toString();
}
