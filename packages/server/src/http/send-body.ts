// Sends a prepared body in an accepted encoding, or 304 if the caller's stored copy is still valid.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { CACHE_CONTROL, type Caching } from '@rf-indicators/contract';
import { type Body, chooseEncoding, compress, type Encoding } from '../rendering/body.ts';
import { parseHttpDate } from './http-date.ts';

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
  /** Null until the body has been compressed so. */
  sent: { bytes: Uint8Array; headers: readonly string[] } | null;
  /** The headers that a 304 has. */
  validators: readonly string[];
}

type Representations = Partial<Record<Encoding, Representation>>;
const representations = new WeakMap<Body, Representations>();

/** Returns a promise if the body has to be compressed first. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  caching: Caching,
  headers: readonly string[],
): void | Promise<void> {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
  const chosen = representation(body, accepted, caching);
  if (caching !== 'none' && isNotModified(request, chosen)) {
    response.writeHead(304, [...chosen.validators, ...headers]);
    response.end();
    return;
  }
  const { encoding } = chosen;
  if (chosen.sent === null && encoding !== 'identity') {
    return compress(body, encoding).then((bytes) => {
      chosen.sent ??= sentForm(body, bytes, chosen, caching);
      send(response, chosen.sent, headers);
    });
  }
  send(response, chosen.sent!, headers);
}

function send(
  response: ServerResponse,
  { bytes, headers }: NonNullable<Representation['sent']>,
  more: readonly string[],
): void {
  response.writeHead(200, [...headers, ...more]);
  response.end(bytes);
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
function representation(body: Body, accepted: readonly Encoding[], caching: Caching): Representation {
  let all = representations.get(body);
  if (all === undefined) {
    all = {};
    representations.set(body, all);
  }
  const encoding = chooseEncoding(body, accepted);
  const known = all[encoding];
  if (known !== undefined) return known;
  const opaqueTag = `"${body.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const etag = body.isWeak ? `W/${opaqueTag}` : opaqueTag;
  const cacheHeaders = ['cache-control', CACHE_CONTROL[caching], 'vary', VARY[caching]];
  const modified = new Date(body.lastModified).toUTCString();
  const validators = caching === 'none' ? cacheHeaders : ['etag', etag, ...cacheHeaders];
  const created: Representation = { encoding, opaqueTag, modified, sent: null, validators };
  const ready = encoding === 'identity' ? body.identity : body.compressed[encoding];
  if (ready !== undefined) created.sent = sentForm(body, ready, created, caching);
  all[encoding] = created;
  return created;
}

function sentForm(
  { mediaType }: Body,
  bytes: Uint8Array,
  { encoding, modified, validators }: Representation,
  caching: Caching,
): NonNullable<Representation['sent']> {
  const headers = [
    'content-type',
    mediaType,
    'content-length',
    String(bytes.length),
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...validators,
    ...(caching === 'none' ? [] : ['last-modified', modified]),
  ];
  return { bytes, headers };
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
