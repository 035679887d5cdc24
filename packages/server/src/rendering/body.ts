// A response body as bytes. It is compressed when the first client asks for it so, and then kept compressed as well. When memory
// is needed, a body that is compressed is kept in that form alone.

import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  createBrotliCompress,
  createGzip,
  gunzipSync,
  gzip,
  gzipSync,
  constants as zlib,
} from 'node:zlib';

export type Compression = 'br' | 'gzip';
export type Encoding = Compression | 'identity';
/** One after another they are the body. Only long lists have more than one: see `list-text.ts`. */
export type Chunks = readonly Uint8Array[];

export interface Body {
  mediaType: string;
  /** Names and values of headers that a 200 has beside the usual ones. */
  headers?: readonly string[];
  /** null if only the compressed form is kept: see `plainBytes`. */
  identity: Chunks | null;
  /** The encodings that it may be sent in besides identity. */
  compressions: readonly Compression[];
  /** Those that were made so far. */
  compressed: Partial<Record<Compression, Chunks>>;
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
  weakTagOf?: string | Chunks;
  /** The content is compressed itself, so it is only sent as it is. */
  isCompressed?: boolean;
  headers?: readonly string[];
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
/** What a long list is compressed to comes in pieces of this size. */
const COMPRESSED_CHUNK_BYTES = 256 * 1024;
const HOT: readonly Compression[] = ['br', 'gzip'];
const USUAL: readonly Compression[] = ['gzip'];
const NONE: readonly Compression[] = [];

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export function prepareBody(
  content: string | Uint8Array | Chunks,
  {
    lastModified,
    mediaType = 'application/json',
    hot = false,
    tagOf,
    weakTagOf,
    isCompressed = false,
    headers,
  }: BodyOptions,
): Body {
  const identity = chunksOf(content).map(inOwnBuffer);
  const isSentAsIs = isCompressed || lengthOf(identity) < MIN_COMPRESSED_BYTES;
  const compressions = isSentAsIs ? NONE : hot ? HOT : USUAL;
  return {
    mediaType,
    ...(headers && { headers }),
    identity,
    compressions,
    compressed: {},
    tag: digestOf(chunksOf(weakTagOf ?? tagOf ?? identity)).slice(0, 22),
    isWeak: weakTagOf !== undefined,
    lastModified,
  };
}

function chunksOf(content: string | Uint8Array | Chunks): Chunks {
  if (typeof content === 'string') return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
}

function digestOf(chunks: Chunks): string {
  if (chunks.length === 1) return hash('sha256', chunks[0]!, 'base64url');
  const digest = createHash('sha256');
  for (const chunk of chunks) digest.update(chunk);
  return digest.digest('base64url');
}

export function lengthOf(chunks: Chunks): number {
  return chunks.length === 1 ? chunks[0]!.length : chunks.reduce((sum, { length }) => sum + length, 0);
}

/** Requests at the same time share the work. */
const inWork = new WeakMap<Body, Map<Compression, Promise<Chunks>>>();

/** Waits for the thread pool if the body is large. */
export function compress(body: Body, compression: Compression): Chunks | Promise<Chunks> {
  const plain = plainChunks(body);
  if (compression === 'gzip' && plain.length === 1 && plain[0]!.length <= MAX_COMPRESSED_AT_ONCE) {
    body.compressed.gzip ??= [inOwnBuffer(gzipSync(plain[0]!, GZIP))];
    return body.compressed.gzip;
  }
  const started = inWork.get(body) ?? new Map<Compression, Promise<Chunks>>();
  inWork.set(body, started);
  const known = started.get(compression);
  if (known !== undefined) return known;
  const making = make(plain, compression).then((chunks) => {
    body.compressed[compression] = chunks;
    started.delete(compression);
    return chunks;
  });
  started.set(compression, making);
  return making;
}

async function make(plain: Chunks, compression: Compression): Promise<Chunks> {
  const [first] = plain;
  if (first !== undefined && plain.length === 1) {
    const made = compression === 'br' ? compressBrotli(first, BROTLI) : compressGzip(first, GZIP);
    return [inOwnBuffer(await made)];
  }
  const chunkSize = COMPRESSED_CHUNK_BYTES;
  const compressing =
    compression === 'br'
      ? createBrotliCompress({ ...BROTLI, chunkSize })
      : createGzip({ ...GZIP, chunkSize });
  const chunks: Uint8Array[] = [];
  for await (const bytes of Readable.from(plain).pipe(compressing)) chunks.push(inOwnBuffer(bytes));
  return chunks;
}

/** For bodies that are prepared before anyone asks for them. */
export async function compressAll(body: Body): Promise<Body> {
  for (const compression of body.compressions) await compress(body, compression);
  return body;
}

/** What is not compressed. If it is not kept, it is made again, which takes twice the time of a hot read. */
export function plainChunks({ identity, compressed }: Body): Chunks {
  return identity ?? [gunzipSync(joined(compressed.gzip!))];
}

/** The same in one piece, for those who read it. */
export function plainBytes(body: Body): Uint8Array {
  return joined(plainChunks(body));
}

function joined(chunks: Chunks): Uint8Array {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Keeps only the compressed form, if there is one. A large body would take long to be made again. */
export function dropPlainBytes(body: Body): void {
  const isLarge = body.identity !== null && lengthOf(body.identity) > MAX_REMADE_AT_ONCE;
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
    for (const bytes of [identity ?? [], ...Object.values(compressed)].flat()) {
      if (bytes.byteLength > 0) buffers.add(bytes.buffer as ArrayBuffer);
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
    return Object.values(compressed).reduce((sum, chunks) => sum + lengthOf(chunks), OVERHEAD_BYTES);
  }
  return OVERHEAD_BYTES + Math.ceil(lengthOf(identity) * (1 + compressions.length * COMPRESSED_SHARE));
}

/** The first accepted encoding that the body may have. Identity always is. */
export function chooseEncoding({ compressions }: Body, accepted: readonly Encoding[]): Encoding {
  for (const encoding of accepted) {
    if (encoding === 'identity' || compressions.includes(encoding)) return encoding;
  }
  return 'identity';
}
