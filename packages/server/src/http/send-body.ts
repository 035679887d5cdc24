// Sends a prepared body in an accepted encoding, or 304 if the caller's stored copy is still valid. A long list is sent in its
// chunks, each when the client has taken the one before it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CACHE_CONTROL, type Caching } from '@rf-indicators/contract';
import {
  type Body,
  type Chunks,
  chooseEncoding,
  compress,
  type Encoding,
  lengthOf,
  plainChunks,
} from '../rendering/body.ts';
import { parseHttpDate } from './http-date.ts';
import { headText, writePreparedHead } from './prepared-head.ts';

const VARY: Record<Caching, string> = {
  public: 'Accept-Encoding',
  negotiated: 'Accept, Accept-Encoding',
  keyed: 'x-api-key, Accept-Encoding',
  immutable: 'Accept-Encoding',
  none: 'Accept-Encoding',
};

interface Representation {
  encoding: Encoding;
  /** The entity tag without the W/ prefix of weak tags. */
  opaqueTag: string;
  /** The value of Last-Modified. */
  modified: string;
  /** The headers that a 304 has. */
  validators: readonly string[];
  /** Those of a 200, without its length, and the same as text with the status line. */
  headers: readonly string[];
  head: string;
  /** Those of `headers` that were given to `sendBody`. */
  lasting: readonly string[];
}

const NO_HEADERS: readonly string[] = [];

type Representations = Partial<Record<Encoding, Representation>>;
const representations = new WeakMap<Body, Representations>();

/**
 * Returns a promise if the body has to be compressed first, or is sent in chunks. `lasting` are headers that every response with this body has, as
 * one list that is the same each time.
 */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  caching: Caching,
  headers: readonly string[],
  lasting: readonly string[] = NO_HEADERS,
): void | Promise<void> {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
  const chosen = representation(body, accepted, caching, lasting);
  if (caching !== 'none' && isNotModified(request, chosen)) {
    response.writeHead(304, [...chosen.validators, ...lasting, ...headers]);
    response.end();
    return;
  }
  const chunks = chunksIn(body, chosen.encoding);
  if (chunks instanceof Promise) return chunks.then((made) => send(request, response, chosen, made, headers));
  return send(request, response, chosen, chunks, headers);
}

/** Whether the caller has a copy that is still valid. `sendBody` then sends 304, and none of the bytes. */
export function isHeldBy(request: IncomingMessage, body: Body, caching: Caching): boolean {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
  return isNotModified(request, representation(body, accepted, caching, NO_HEADERS));
}

function chunksIn(body: Body, encoding: Encoding): Chunks | Promise<Chunks> {
  if (encoding === 'identity') return plainChunks(body);
  return body.compressed[encoding] ?? compress(body, encoding);
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  chosen: Representation,
  chunks: Chunks,
  more: readonly string[],
): void | Promise<void> {
  writePreparedHead(response, chosen, ['content-length', String(lengthOf(chunks)), ...more]);
  if (chunks.length > 1 && method !== 'HEAD') return sendChunks(response, chunks);
  response.end(chunks[0]);
}

/** Other clients have a turn after each chunk, even if the system takes all of them at once. */
async function sendChunks(response: ServerResponse, chunks: Chunks): Promise<void> {
  for (const chunk of chunks.slice(0, -1)) {
    if (!response.write(chunk)) await drained(response);
    await nextTurn();
    if (response.destroyed) return;
  }
  response.end(chunks.at(-1));
}

/** Also when the client is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}

/** Evaluates the preconditions as RFC 9110, 13.2.2 requires: If-None-Match takes precedence over If-Modified-Since. */
function isNotModified({ method, headers }: IncomingMessage, chosen: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matches(tags, chosen.opaqueTag);
  const since = headers['if-modified-since'];
  if (since === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  // Most clients send the Last-Modified value back unchanged, so no parsing is needed.
  if (since === chosen.modified) return true;
  const instant = parseHttpDate(since, Date.now());
  return instant !== null && Date.parse(chosen.modified) <= instant;
}

/** Each body is only ever sent with one caching policy, so its headers can be cached with it. */
function representation(
  body: Body,
  accepted: readonly Encoding[],
  caching: Caching,
  lasting: readonly string[],
): Representation {
  let all = representations.get(body);
  if (all === undefined) {
    all = {};
    representations.set(body, all);
  }
  const encoding = chooseEncoding(body, accepted);
  const known = all[encoding];
  if (known?.lasting === lasting) return known;
  const opaqueTag = `"${body.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const etag = body.isWeak ? `W/${opaqueTag}` : opaqueTag;
  const cacheHeaders = ['cache-control', CACHE_CONTROL[caching], 'vary', VARY[caching]];
  const modified = new Date(body.lastModified).toUTCString();
  const validators = caching === 'none' ? cacheHeaders : ['etag', etag, ...cacheHeaders];
  const headers = [
    ...['content-type', body.mediaType],
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...validators,
    ...(caching === 'none' ? [] : ['last-modified', modified]),
    ...(body.headers ?? NO_HEADERS),
    ...lasting,
  ];
  const head = headText(headers);
  const created: Representation = { encoding, opaqueTag, modified, validators, headers, head, lasting };
  all[encoding] = created;
  return created;
}

/** Uses weak comparison, as RFC 9110 requires for If-None-Match. */
function matches(header: string, opaqueTag: string): boolean {
  if (header === opaqueTag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === opaqueTag);
}

// Parses Accept-Encoding into the encodings that the service can send.

/** Clients send only a few different values, so the parsed ones are cached. */
const parsedHeaders = new Map<string, readonly Encoding[]>();
const PLAIN: readonly Encoding[] = ['identity'];
const MAX_CACHED = 1000;

/** Most preferred first. */
function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return PLAIN;
  const cached = parsedHeaders.get(acceptEncoding);
  if (cached !== undefined) return cached;
  const accepted = parseAccepted(acceptEncoding);
  if (parsedHeaders.size >= MAX_CACHED) parsedHeaders.clear();
  parsedHeaders.set(acceptEncoding, accepted);
  return accepted;
}

function parseAccepted(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  // With equal weights, Brotli comes first because it is smaller. Identity comes last and is always acceptable.
  const compressed = (['br', 'gzip'] as const).filter((name) => weightOf(name) > 0);
  return [...compressed.toSorted((a, b) => weightOf(b) - weightOf(a)), 'identity'];
}
