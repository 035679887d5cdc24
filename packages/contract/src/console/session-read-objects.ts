// The reads with a session in the OpenAPI document of the console.

import { listed } from '../openapi/document.ts';
import { type HeaderName, headerReferences } from '../openapi/headers.ts';
import { type JsonObject, writeSchema } from '../openapi/references.ts';
import { CONNECTION_PROBLEMS } from '../operations/problems-of.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../problems.ts';
import { ALWAYS, problemResponse, VALIDATORS, WINDOW } from './responses.ts';
import { READER_PATH, Reader, SESSION_READS, type SessionRead } from './session-reads.ts';

const OF_EVERY_READ: readonly ProblemCode[] = [
  ...(['malformed_request', 'invalid_parameter', 'not_signed_in'] as const),
  ...(['insufficient_role', 'insufficient_tier', 'terms_not_accepted'] as const),
  ...(['rate_limit_exceeded', 'internal_error', 'service_unavailable'] as const),
  ...CONNECTION_PROBLEMS,
];

/** Of asking who reads: nobody is refused, but for what is sent with a token. */
const OF_READER: readonly ProblemCode[] = OF_EVERY_READ.filter((code) => PROBLEMS[code].status !== 403);

/** Sent before the request counts in the hour of a person: the headers name the limit of the address. */
const UNCOUNTED = [401, 403];

export const SESSION_READ_PROBLEMS: readonly ProblemCode[] = [
  ...OF_EVERY_READ,
  ...SESSION_READS.flatMap(({ operation }) => operation.problems),
];

export function sessionReadPaths(): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = { [READER_PATH]: { get: readerObject() } };
  for (const read of SESSION_READS) paths[read.path] = { get: readObject(read) };
  return paths;
}

const COMMON = { tags: ['reading'], security: [{ session: [] }] };

function readerObject(): JsonObject {
  return {
    ...COMMON,
    operationId: 'readingReader',
    summary: 'What the person of the session may read on the public pages.',
    description:
      'What the person of the session may read on the public pages. It also answers if nobody is signed in. A token is refused.',
    'x-caching': 'none',
    responses: {
      200: {
        description: 'Who reads, and what.',
        headers: headerReferences([...ALWAYS, 'RateLimit-Policy']),
        content: { 'application/json': { schema: writeSchema(Reader) } },
      },
      ...problemResponses(OF_READER, ['RateLimit-Policy']),
    },
  };
}

function readObject({ operation }: SessionRead): JsonObject {
  const { id, summary, description, params, query, success, access, caching } = operation;
  const limits: HeaderName[] = ['RateLimit-Policy', ...WINDOW];
  const parameters = [...listed('path', params), ...listed('query', query)];
  const kept = [...ALWAYS, ...VALIDATORS, ...limits];
  return {
    ...COMMON,
    operationId: `reading${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    summary,
    description: `${description} For members of a workspace with ${requirement(access)}, with a session alone: the answer is that of ${id}, which programs read with an API key. Each person has the hourly limit of the workspace's tier.`,
    'x-caching': caching,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: {
        description: success.description,
        headers: headerReferences(kept),
        content: { [success.mediaType!]: { schema: writeSchema(success.schema!) } },
      },
      304: {
        description: 'The stored response is still valid.',
        headers: headerReferences(kept.filter((name) => name !== 'Last-Modified')),
      },
      ...problemResponses([...OF_EVERY_READ, ...operation.problems], limits),
    },
  };
}

function requirement(access: string): string {
  return access === 'key' ? 'accepted API terms' : `the ${access} entitlement and accepted API terms`;
}

function problemResponses(codes: readonly ProblemCode[], limits: readonly HeaderName[]): JsonObject {
  const inOrder = PROBLEM_CODES.filter((code) => codes.includes(code));
  const groups = Object.groupBy(inOrder, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    Object.entries(groups).map(([status, group = []]) => [
      status,
      problemResponse(Number(status), group, limitsOf(Number(status), group, limits)),
    ]),
  );
}

function limitsOf(
  status: number,
  codes: readonly ProblemCode[],
  limits: readonly HeaderName[],
): readonly HeaderName[] {
  if (codes.some((code) => CONNECTION_PROBLEMS.includes(code))) return [];
  if (status === 429) return ['RateLimit-Policy', ...WINDOW];
  return UNCOUNTED.includes(status) ? ['RateLimit-Policy'] : limits;
}
