// Response headers, and which responses have them.

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
    'Identifies this request. If the request has a well-formed x-request-id of its own, the response repeats it.',
    '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42',
  ),
  'Cache-Control': text('Who may store the response, and for how long.', CACHE_CONTROL.keyed),
  Vary: text('The request headers that the response depends on.', 'x-api-key, Accept-Encoding'),
  ETag: text(
    'Identifies the content of the response. Send it back as If-None-Match. Lists that are assembled on demand have a weak tag (W/"…"), which identifies what the list contains and not its exact bytes.',
    '"4f1c9f2e6b0a7d35"',
  ),
  'Last-Modified': text(
    'When the content of the response last changed. Send it back as If-Modified-Since.',
    'Sun, 26 Apr 2026 12:00:00 GMT',
  ),
  'RateLimit-Policy': text(
    'The limit: its name, the number of requests (q) and the window in seconds (w).',
    '"professional";q=1000;w=3600',
  ),
  RateLimit: text(
    'The remaining requests (r), and the seconds until another request becomes available (t).',
    '"professional";r=999;t=3600',
  ),
  'X-RateLimit-Limit': count('The number of requests allowed in the window.', 1000),
  'X-RateLimit-Remaining': count('The number of remaining requests.', 999),
  'X-RateLimit-Reset': count(
    'When another request becomes available, in seconds since 1970-01-01T00:00:00Z.',
    1777204800,
  ),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="scores-2026-04-26.csv"'),
  Link: text(
    'The address of the next page. Absent from the last one.',
    '<https://example.com/exports/v1/changes.csv?cursor=Y2hhbmdlbG9nOjQy>; rel="next"',
  ),
  'Retry-After': count('Seconds to wait before you retry.', 30),
  Allow: text('The methods that the path supports.', 'GET, HEAD, POST'),
  'WWW-Authenticate': text(
    'How to send an API key.',
    'ApiKey realm="RF Risk Indicators", header="x-api-key"',
  ),
} as const;

export type HeaderName = keyof typeof HEADERS;

const WINDOW: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Public responses carry the policy alone, because a cache can store them for everyone. */
function limitHeaders(operation: Operation): HeaderName[] {
  if (isKeyed(operation)) return WINDOW;
  return operation.limit === undefined ? [] : ['RateLimit-Policy'];
}

/** Headers of a successful response. A 304 has all of them except Last-Modified. */
export function answerHeaders(operation: Operation): HeaderName[] {
  const validators: HeaderName[] = operation.caching === 'none' ? [] : ['Vary', 'ETag', 'Last-Modified'];
  return ['x-request-id', 'Cache-Control', ...validators, ...limitHeaders(operation)];
}

/** Sent before the caller is identified, so no rate limit applies yet. */
const BEFORE_ADMISSION = [401, 408, 414, 431];

/** Headers of every response that is neither a success nor a 304. */
export function refusalHeaders(operation: Operation, status: number): HeaderName[] {
  const names: HeaderName[] = ['x-request-id', 'Cache-Control'];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 405) names.push('Allow');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (BEFORE_ADMISSION.includes(status)) return names;
  // A 429 names the exhausted window, on public operations too.
  return [...names, ...(status === 429 ? WINDOW : limitHeaders(operation))];
}

export function headerReferences(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
