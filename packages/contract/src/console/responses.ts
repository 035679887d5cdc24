// The responses of the operations of the console. Problems are the same for every act, so each status is described once.

import type { Act } from '../acts/index.ts';
import { HEADERS, type HeaderName, headerReferences } from '../openapi/headers.ts';
import { problemExample } from '../openapi/problem-example.ts';
import { componentSchemas, type JsonObject, writeSchema } from '../openapi/references.ts';
import { CONNECTION_PROBLEMS } from '../operations/problems-of.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../problems.ts';
import { Problem } from '../schemas/index.ts';
import { answerSchema } from './answer-schema.ts';

/** In the order of the statuses. */
const OF_EVERY_ACT: readonly ProblemCode[] = [
  ...(['malformed_request', 'invalid_parameter', 'malformed_json'] as const),
  ...(['invalid_token', 'not_signed_in'] as const),
  ...(['insufficient_role', 'sign_in_again', 'foreign_origin'] as const),
  ...(['terms_not_accepted', 'workspace_not_eligible', 'workspace_suspended', 'pilot_not_enabled'] as const),
  ...(['not_found', 'conflict', 'payload_too_large', 'unsupported_media_type', 'validation_failed'] as const),
  ...(['rate_limit_exceeded', 'internal_error', 'service_unavailable'] as const),
  ...CONNECTION_PROBLEMS,
];

export const ALWAYS: readonly HeaderName[] = ['x-request-id', 'Cache-Control'];
/** Of answers that a browser may keep if it asks each time whether they still hold. */
export const VALIDATORS: readonly HeaderName[] = ['Vary', 'ETag', 'Last-Modified'];
export const WINDOW: readonly HeaderName[] = [
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const REPLAYED: JsonObject = {
  description: 'true if this is the answer to an earlier request with the same Idempotency-Key.',
  required: false,
  schema: { const: 'true' },
};

const CHALLENGE: JsonObject = {
  description: 'How to send a token.',
  schema: { type: 'string' },
  example: 'Bearer realm="RF Risk Indicators"',
};

export function responsesOf(entry: Act): JsonObject {
  const headers = headerReferences([...ALWAYS, 'RateLimit-Policy']);
  const replayed: JsonObject = entry.creates
    ? { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } }
    : {};
  const responses: JsonObject = {
    200: {
      description: entry.kind === 'read' ? 'What was read.' : 'The act was performed.',
      headers: { ...headers, ...replayed },
      content: { 'application/json': { schema: writeSchema(answerSchema(entry)) } },
    },
  };
  for (const status of statuses()) responses[status] = { $ref: `#/components/responses/${nameOf(status)}` };
  return responses;
}

/** What the responses and the paths of the document refer to. `others` are problems that no act has. */
export function responseComponents(
  baseUrl: string,
  paths: object,
  others: readonly ProblemCode[],
): JsonObject {
  const responses = Object.fromEntries(
    statuses().map((status) => [nameOf(status), problemsOfActs(status)] as const),
  );
  const codes = PROBLEM_CODES.filter((code) => OF_EVERY_ACT.includes(code) || others.includes(code));
  const examples = codes.map((code) => [
    code,
    { summary: PROBLEMS[code].title, value: problemExample(baseUrl, code) as unknown as JsonObject },
  ]);
  return {
    schemas: usedSchemas({ paths, responses }),
    headers: { ...usedHeaders(), 'WWW-Authenticate': CHALLENGE, 'Idempotent-Replayed': REPLAYED },
    responses,
    examples: Object.fromEntries(examples),
  };
}

function usedHeaders(): JsonObject {
  const names: HeaderName[] = [...ALWAYS, ...VALIDATORS, 'RateLimit-Policy', ...WINDOW, 'Retry-After'];
  return Object.fromEntries(names.map((name) => [name, HEADERS[name]]));
}

function statuses(): number[] {
  return [...new Set(OF_EVERY_ACT.map((code) => PROBLEMS[code].status))];
}

function nameOf(status: number): string {
  return `problem_${status}`;
}

function problemsOfActs(status: number): JsonObject {
  const codes = OF_EVERY_ACT.filter((code) => PROBLEMS[code].status === status);
  const isOfConnection = codes.some((code) => CONNECTION_PROBLEMS.includes(code));
  const limits: HeaderName[] = isOfConnection ? [] : ['RateLimit-Policy'];
  return problemResponse(status, codes, status === 429 ? [...limits, ...WINDOW] : limits);
}

/** A response with one of these problems; `limits` are its headers about a limit. */
export function problemResponse(
  status: number,
  codes: readonly ProblemCode[],
  limits: readonly HeaderName[],
): JsonObject {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  const names: HeaderName[] = [...ALWAYS, ...limits];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].detail}`).join('\n\n'),
    headers: headerReferences(names),
    content: {
      'application/problem+json': { schema: writeSchema(Problem), examples: Object.fromEntries(examples) },
    },
  };
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The named schemas that a part of the document refers to, directly or through others. */
function usedSchemas(part: object): JsonObject {
  const all = componentSchemas();
  const used: JsonObject = {};
  const waiting = [JSON.stringify(part)];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, name] of text.matchAll(REFERENCE)) {
      if (used[name!] !== undefined) continue;
      used[name!] = all[name!]!;
      waiting.push(JSON.stringify(all[name!]));
    }
  }
  return used;
}
