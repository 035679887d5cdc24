// A response body, prepared as bytes: uncompressed and, where worthwhile, compressed.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

export interface Body {
  mediaType: string;
  identity: Uint8Array;
  gzip: Uint8Array | null;
  brotli: Uint8Array | null;
  /** The entity tag of each encoding is derived from this one. */
  tag: string;
  /** Whether the entity tag is weak: it identifies the content and not the exact bytes (RFC 9110, 8.8.1). */
  isWeak: boolean;
  /** Epoch milliseconds. */
  lastModified: number;
}

export type Encoding = 'br' | 'gzip' | 'identity';

export interface BodyOptions {
  lastModified: number;
  mediaType?: string;
  /** Also compress with Brotli, for bodies that are requested often. */
  hot?: boolean;
  /** Makes the tag weak and derives it from this text, for bodies with the same content but different bytes. */
  weakTagOf?: string;
}

/** Below this size, compression saves less than it costs. */
const MIN_COMPRESSED_BYTES = 1024;
const BROTLI = {
  params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT },
};

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export async function prepareBody(
  content: string | Uint8Array,
  { lastModified, mediaType = 'application/json', hot = false, weakTagOf }: BodyOptions,
): Promise<Body> {
  const identity = inOwnBuffer(typeof content === 'string' ? Buffer.from(content) : content);
  const isCompressed = identity.length >= MIN_COMPRESSED_BYTES;
  return {
    mediaType,
    identity,
    gzip: isCompressed ? inOwnBuffer(await compressGzip(identity)) : null,
    brotli: isCompressed && hot ? inOwnBuffer(await compressBrotli(identity, BROTLI)) : null,
    tag: createHash('sha256')
      .update(weakTagOf ?? identity)
      .digest('base64url')
      .slice(0, 22),
    isWeak: weakTagOf !== undefined,
    lastModified,
  };
}

/** Copies bytes out of a shared pool, because only whole buffers can be transferred to another thread. */
function inOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The buffers of bodies, to transfer them to another thread. */
export function buffersOf(bodies: Iterable<Body>): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const body of bodies) {
    for (const bytes of [body.identity, body.gzip, body.brotli]) {
      if (bytes !== null && bytes.byteLength > 0) buffers.add(bytes.buffer as ArrayBuffer);
    }
  }
  return [...buffers];
}

/** An estimate of the memory of a body besides its bytes: objects, cache key and headers. */
const OVERHEAD_BYTES = 1500;

export function sizeOf({ identity, gzip: gzipped, brotli }: Body): number {
  return OVERHEAD_BYTES + identity.length + (gzipped?.length ?? 0) + (brotli?.length ?? 0);
}

/** The bytes in the first accepted encoding that was prepared. Identity always is. */
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
