// Headers of answers, and which answers carry them.

import type { Caching, Operation } from '../operations/operation.ts';
import { isKeyed } from '../operations/problems-of.ts';
import type { JsonObject } from './references.ts';

const A_MINUTE = 'public, max-age=60, stale-while-revalidate=300';

export const CACHE_CONTROL: Readonly<Record<Caching, string>> = {
  public: A_MINUTE,
  negotiated: A_MINUTE,
  keyed: 'private, no-cache',
  immutable: 'public, max-age=31536000, immutable',
  none: 'no-store',
};

function text(description: string, example: string): JsonObject {
  return { description, schema: { type: 'string' }, example };
}

function count(description: string, example: number): JsonObject {
  return { description, schema: { type: 'integer', minimum: 0 }, example };
}

export const HEADERS = {
  'x-request-id': text(
    "Names this request; a caller's own is kept where it is well formed.",
    '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42',
  ),
  'Cache-Control': text('Who may keep the answer, and for how long.', CACHE_CONTROL.keyed),
  ETag: text('Names exactly these bytes; send it as If-None-Match.', '"4f1c9f2e6b0a7d35"'),
  'Last-Modified': text('When what the answer shows last changed.', 'Sun, 26 Apr 2026 12:00:00 GMT'),
  'RateLimit-Policy': text(
    'The limit: its name, requests (q) and seconds (w).',
    '"professional";q=1000;w=3600',
  ),
  RateLimit: text(
    'What is left (r), and in how many seconds all of it is back (t).',
    '"professional";r=999;t=3600',
  ),
  'X-RateLimit-Limit': count('Requests in any 3600 seconds.', 1000),
  'X-RateLimit-Remaining': count('Requests that are left.', 999),
  'X-RateLimit-Reset': count('When all of it is back, in seconds since 1970.', 1777204800),
  'Retry-After': count('Seconds to wait; a request that is sent then is taken.', 30),
  'WWW-Authenticate': text('How to send a key.', 'ApiKey realm="rf", header="x-api-key"'),
} as const;

export type HeaderName = keyof typeof HEADERS;

const WINDOW: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** On a 200, and all but one on a 304. Public answers carry the policy alone, so that caches may keep them. */
export function answerHeaders(operation: Operation): HeaderName[] {
  const limits: HeaderName[] = isKeyed(operation) ? WINDOW : operation.limit ? ['RateLimit-Policy'] : [];
  const validators: HeaderName[] = operation.caching === 'none' ? [] : ['ETag', 'Last-Modified'];
  return ['x-request-id', 'Cache-Control', ...validators, ...limits];
}

export function problemHeaders(operation: Operation, status: number): HeaderName[] {
  const names: HeaderName[] = ['x-request-id'];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  // Before the key is known there is no window, and on our own failure nothing is promised.
  if (status === 429 || (isKeyed(operation) && status !== 401 && status < 500)) names.push(...WINDOW);
  return names;
}

export function headerReferences(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
