// An answer as bytes: the same text plain, and compressed where that was prepared. One of these is all that a
// read needs.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

export interface Body {
  mediaType: string;
  identity: Uint8Array;
  gzip: Uint8Array | null;
  brotli: Uint8Array | null;
  /** Each encoding has an entity tag of its own, made from this one. */
  tag: string;
  /** Whether the tag stands for what the body says and not for its bytes (RFC 9110, 8.8.1). */
  isWeak: boolean;
  /** Epoch milliseconds. */
  lastModified: number;
}

export type Encoding = 'br' | 'gzip' | 'identity';

export interface BodyOptions {
  lastModified: number;
  mediaType?: string;
  /** What is read often is worth the better compression. */
  hot?: boolean;
  /** Makes the tag a weak one, of this text: where bodies that differ in their bytes say the same. */
  weakTagOf?: string;
}

/** Below this, compressing saves less than it costs. */
const WORTH_COMPRESSING = 1024;
const BROTLI = {
  params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT },
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export async function prepareBody(
  content: string | Uint8Array,
  { lastModified, mediaType = 'application/json', hot = false, weakTagOf }: BodyOptions,
): Promise<Body> {
  const identity = alone(typeof content === 'string' ? Buffer.from(content) : content);
  const worth = identity.length >= WORTH_COMPRESSING;
  return {
    mediaType,
    identity,
    gzip: worth ? alone(await compressGzip(identity)) : null,
    brotli: worth && hot ? alone(await compressBrotli(identity, BROTLI)) : null,
    tag: createHash('sha256')
      .update(weakTagOf ?? identity)
      .digest('base64url')
      .slice(0, 22),
    isWeak: weakTagOf !== undefined,
    lastModified,
  };
}

/** Bytes in a buffer of their own, which can be handed to another thread as it is. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The buffers of bodies, for a message that moves them to another thread. */
export function buffersOf(bodies: Iterable<Body>): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const body of bodies) {
    for (const bytes of [body.identity, body.gzip, body.brotli]) {
      if (bytes !== null && bytes.byteLength > 0) buffers.add(bytes.buffer as ArrayBuffer);
    }
  }
  return [...buffers];
}

/** Its objects, its name and the headers that are made for it: about so much beside the bytes. */
const BESIDE_THE_BYTES = 1500;

export function sizeOf({ identity, gzip: gzipped, brotli }: Body): number {
  return BESIDE_THE_BYTES + identity.length + (gzipped?.length ?? 0) + (brotli?.length ?? 0);
}

/** The bytes in the first of the encodings that was prepared; plain ones there always are. */
export function encoded(
  body: Body,
  accepted: readonly Encoding[],
): { bytes: Uint8Array; encoding: Encoding } {
  for (const encoding of accepted) {
    if (encoding === 'br' && body.brotli) return { bytes: body.brotli, encoding };
    if (encoding === 'gzip' && body.gzip) return { bytes: body.gzip, encoding };
  }
  return { bytes: body.identity, encoding: 'identity' };
}
