// A prepared body to the socket: the right encoding, its ETag, 304 where the caller has it already.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { CACHE_CONTROL, type Caching } from '@rf-indicators/contract';
import { type Body, type Encoding, encoded } from '../rendering/body.ts';
import { acceptedEncodings } from './encodings.ts';

const VARY: Record<Caching, string> = {
  public: 'Accept-Encoding',
  negotiated: 'Accept, Accept-Encoding',
  keyed: 'x-api-key, Accept-Encoding',
  immutable: 'Accept-Encoding',
  none: 'Accept-Encoding',
};

interface Representation {
  etag: string;
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
  const { etag, bytes, headers: own, validators } = representation(body, accepted, caching);
  if (caching !== 'none' && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, [...validators, ...headers]);
    response.end();
    return;
  }
  response.writeHead(200, [...own, ...headers]);
  response.end(bytes);
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
  const etag = `"${body.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const kept = ['cache-control', CACHE_CONTROL[caching], 'vary', VARY[caching]];
  const modified = new Date(body.lastModified).toUTCString();
  const validators = caching === 'none' ? kept : ['etag', etag, ...kept];
  const representing = {
    etag,
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
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
