// Compresses the canonical JSON of packages with zstd, and a dictionary: text that the packages of a framework share.

import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Higher levels save a few percent for several times the CPU time. */
const LEVEL = 7;
/** No package is nearly as large; damaged bytes must not claim all memory. */
const LONGEST_TEXT = 64 * 1024 * 1024;

const PARAMETERS = {
  [constants.ZSTD_c_compressionLevel]: LEVEL,
  // Half of what remains of a package is random digits of ids, in which shorter matches cost more than they save.
  [constants.ZSTD_c_minMatch]: 6,
  // With a checksum, a wrong dictionary gives an error instead of another text.
  [constants.ZSTD_c_checksumFlag]: 1,
};

export interface Compressed {
  compressed: Uint8Array;
  crc32: number;
}

export function compressText(text: string, dictionary: Uint8Array): Compressed {
  const compressed = zstdCompressSync(text, { params: PARAMETERS, dictionary });
  return { compressed, crc32: crc32(compressed) };
}

/** What Node itself takes. */
const USUAL_CHUNK = 128 * 1024;

/**
 * Throws if the bytes are not those that were written. zstd itself ignores some bits of a frame. `chunkSize` is how much memory
 * is taken at a time: for short texts, to take the usual amount takes as long as to decompress.
 */
export function decompressText(
  given: Compressed,
  dictionary: Uint8Array,
  chunkSize: number = USUAL_CHUNK,
): string {
  if (crc32(given.compressed) !== given.crc32)
    throw new Error('its compressed bytes do not match their checksum');
  try {
    const options = { dictionary, maxOutputLength: LONGEST_TEXT, chunkSize };
    return zstdDecompressSync(given.compressed, options).toString();
  } catch (error) {
    throw new Error(`it cannot be decompressed: ${(error as Error).message}`, { cause: error });
  }
}
