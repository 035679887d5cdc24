// Sends a prepared body: the right encoding, its validators, and 304 where the caller has it already.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { CACHE_CONTROL, type Caching } from '@rf-indicators/contract';
import { type Body, type Encoding, encoded } from '../rendering/body.ts';
import { acceptedEncodings } from './encodings.ts';
import { parseHttpDate } from './http-date.ts';

const VARY: Record<Caching, string> = {
  public: 'Accept-Encoding',
  negotiated: 'Accept, Accept-Encoding',
  keyed: 'x-api-key, Accept-Encoding',
  immutable: 'Accept-Encoding',
  none: 'Accept-Encoding',
};

interface Representation {
  /** Without the mark of a weak tag. */
  opaqueTag: string;
  /** The value of Last-Modified. */
  modified: string;
  bytes: Uint8Array;
  /** All headers that follow from the bytes; the same each time. */
  headers: readonly string[];
  /** Those of them that a 304 repeats: what names the bytes and says who may keep them. */
  validators: readonly string[];
}

type Representations = Partial<Record<Encoding, Representation>>;
const made = new WeakMap<Body, Representations>();

export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  caching: Caching,
  headers: readonly string[],
): void {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
  const chosen = representation(body, accepted, caching);
  if (caching !== 'none' && isHeldByCaller(request, chosen)) {
    response.writeHead(304, [...chosen.validators, ...headers]);
    response.end();
    return;
  }
  response.writeHead(200, [...chosen.headers, ...headers]);
  response.end(chosen.bytes);
}

/** The preconditions of RFC 9110, 13.2.2: a date counts only where no tag is given. */
function isHeldByCaller({ method, headers }: IncomingMessage, chosen: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matches(tags, chosen.opaqueTag);
  const since = headers['if-modified-since'];
  if (since === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  // Most callers send back what they were given.
  if (since === chosen.modified) return true;
  const instant = parseHttpDate(since, Date.now());
  return instant !== null && Date.parse(chosen.modified) <= instant;
}

/** A body is served under one caching only, so that what was made for it stays true. */
function representation(body: Body, accepted: readonly Encoding[], caching: Caching): Representation {
  let all = made.get(body);
  if (all === undefined) {
    all = {};
    made.set(body, all);
  }
  const { bytes, encoding } = encoded(body, accepted);
  const known = all[encoding];
  if (known !== undefined) return known;
  const opaqueTag = `"${body.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const etag = body.isWeak ? `W/${opaqueTag}` : opaqueTag;
  const kept = ['cache-control', CACHE_CONTROL[caching], 'vary', VARY[caching]];
  const modified = new Date(body.lastModified).toUTCString();
  const validators = caching === 'none' ? kept : ['etag', etag, ...kept];
  const representing = {
    opaqueTag,
    modified,
    bytes,
    validators,
    headers: [
      'content-type',
      body.mediaType,
      'content-length',
      String(bytes.length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      ...validators,
      ...(caching === 'none' ? [] : ['last-modified', modified]),
    ],
  };
  all[encoding] = representing;
  return representing;
}

/** By weak comparison, as RFC 9110 says for If-None-Match. */
function matches(header: string, opaqueTag: string): boolean {
  if (header === opaqueTag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === opaqueTag);
}
