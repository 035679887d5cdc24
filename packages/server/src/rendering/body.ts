// A response body as bytes. It is compressed when the first client asks for it so, and then kept compressed as well. When memory
// is needed, a body that is compressed is kept in that form alone.

import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gunzipSync, gzip, gzipSync, constants as zlib } from 'node:zlib';

export type Compression = 'br' | 'gzip';
export type Encoding = Compression | 'identity';

export interface Body {
  mediaType: string;
  /** null if only the compressed form is kept: see `plainBytes`. */
  identity: Uint8Array | null;
  /** The encodings that it may be sent in besides identity. */
  compressions: readonly Compression[];
  /** Those that were made so far. */
  compressed: Partial<Record<Compression, Uint8Array>>;
  /** The entity tag of each encoding is derived from this one. */
  tag: string;
  /** Whether the entity tag is weak: it identifies the content and not the exact bytes (RFC 9110, 8.8.1). */
  isWeak: boolean;
  /** Epoch milliseconds. */
  lastModified: number;
}

export interface BodyOptions {
  lastModified: number;
  mediaType?: string;
  /** May also be compressed with Brotli, for bodies that are requested often. */
  hot?: boolean;
  /** The tag is derived from this text instead of the body: one that differs wherever the body does. */
  tagOf?: string;
  /** Makes the tag weak and derives it from this text, for bodies with the same content but different bytes. */
  weakTagOf?: string;
  /** The content is compressed itself, so it is only sent as it is. */
  isCompressed?: boolean;
}

/** Below this size, compression saves less than it costs. */
const MIN_COMPRESSED_BYTES = 1024;
const BROTLI = {
  params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT },
};
/** Three fifths of the time of the usual level, for a tenth more bytes, measured with a score of 20 KB. */
const GZIP = { level: 2 };
/** A score of 20 KB takes 0.3 ms, which is not worth another thread. */
const MAX_COMPRESSED_AT_ONCE = 32 * 1024;
/** Bytes that are decompressed while others wait: a few milliseconds. */
const MAX_REMADE_AT_ONCE = 256 * 1024;
const HOT: readonly Compression[] = ['br', 'gzip'];
const USUAL: readonly Compression[] = ['gzip'];
const NONE: readonly Compression[] = [];

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export function prepareBody(
  content: string | Uint8Array,
  {
    lastModified,
    mediaType = 'application/json',
    hot = false,
    tagOf,
    weakTagOf,
    isCompressed = false,
  }: BodyOptions,
): Body {
  const identity = inOwnBuffer(typeof content === 'string' ? Buffer.from(content) : content);
  const isSentAsIs = isCompressed || identity.length < MIN_COMPRESSED_BYTES;
  const compressions = isSentAsIs ? NONE : hot ? HOT : USUAL;
  return {
    mediaType,
    identity,
    compressions,
    compressed: {},
    tag: hash('sha256', weakTagOf ?? tagOf ?? identity, 'base64url').slice(0, 22),
    isWeak: weakTagOf !== undefined,
    lastModified,
  };
}

/** Requests at the same time share the work. */
const inWork = new WeakMap<Body, Map<Compression, Promise<Uint8Array>>>();

/** Waits for the thread pool if the body is large. */
export function compress(body: Body, compression: Compression): Uint8Array | Promise<Uint8Array> {
  const plain = plainBytes(body);
  if (compression === 'gzip' && plain.length <= MAX_COMPRESSED_AT_ONCE) {
    body.compressed.gzip ??= inOwnBuffer(gzipSync(plain, GZIP));
    return body.compressed.gzip;
  }
  const started = inWork.get(body) ?? new Map<Compression, Promise<Uint8Array>>();
  inWork.set(body, started);
  const known = started.get(compression);
  if (known !== undefined) return known;
  const making = make(plain, compression).then((bytes) => {
    body.compressed[compression] = bytes;
    started.delete(compression);
    return bytes;
  });
  started.set(compression, making);
  return making;
}

async function make(identity: Uint8Array, compression: Compression): Promise<Uint8Array> {
  if (compression === 'br') return inOwnBuffer(await compressBrotli(identity, BROTLI));
  return inOwnBuffer(await compressGzip(identity, GZIP));
}

/** For bodies that are prepared before anyone asks for them. */
export async function compressAll(body: Body): Promise<Body> {
  for (const compression of body.compressions) await compress(body, compression);
  return body;
}

/** The bytes that are not compressed. If they are not kept, they are made again, which takes twice the time of a hot read. */
export function plainBytes({ identity, compressed }: Body): Uint8Array {
  return identity ?? gunzipSync(compressed.gzip!);
}

/** Keeps only the compressed form, if there is one. A large body would take long to be made again. */
export function dropPlainBytes(body: Body): void {
  const isLarge = body.identity !== null && body.identity.length > MAX_REMADE_AT_ONCE;
  if (body.compressed.gzip !== undefined && !isLarge) body.identity = null;
}

/** Copies bytes out of a shared pool, because only whole buffers can be transferred to another thread. */
function inOwnBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The buffers of bodies, to transfer them to another thread. */
export function buffersOf(bodies: Iterable<Body>): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const { identity, compressed } of bodies) {
    for (const bytes of [identity, ...Object.values(compressed)]) {
      if (bytes !== null && bytes.byteLength > 0) buffers.add(bytes.buffer as ArrayBuffer);
    }
  }
  return [...buffers];
}

/** An estimate of the memory of a body besides its bytes: objects, cache key and headers. */
const OVERHEAD_BYTES = 1500;
/** What the text of responses shrinks to, at the most; a body is counted as if all its encodings were made. */
const COMPRESSED_SHARE = 0.25;

export function sizeOf({ identity, compressions, compressed }: Body): number {
  if (identity === null) {
    return Object.values(compressed).reduce((sum, bytes) => sum + bytes.length, OVERHEAD_BYTES);
  }
  return OVERHEAD_BYTES + Math.ceil(identity.length * (1 + compressions.length * COMPRESSED_SHARE));
}

/** The first accepted encoding that the body may have. Identity always is. */
export function chooseEncoding({ compressions }: Body, accepted: readonly Encoding[]): Encoding {
  for (const encoding of accepted) {
    if (encoding === 'identity' || compressions.includes(encoding)) return encoding;
  }
  return 'identity';
}
