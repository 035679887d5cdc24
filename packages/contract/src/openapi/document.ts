// Builds the OpenAPI document from the table of operations.

import type { TObject } from 'typebox';
import { OPERATIONS, type OperationId } from '../operations/index.ts';
import { type Operation, TAGS } from '../operations/operation.ts';
import { isKeyed, problemsOf } from '../operations/problems-of.ts';
import { PROBLEM_CODES, PROBLEMS } from '../problems.ts';
import { ENTITLEMENTS, requiredTier } from '../tiers.ts';
import { HEADERS } from './headers.ts';
import { problemExample } from './problem-example.ts';
import { componentSchemas, type Json, type JsonObject, parameterSchema, writeSchema } from './references.ts';
import { responses, sharedResponses } from './responses.ts';
import { webhooks } from './webhooks.ts';

export interface OpenApiOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  /** An example response by operation id; an operation without one has no example in the document. */
  examples?: { readonly [Id in OperationId]?: unknown };
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: JsonObject;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, JsonObject>;
  webhooks: Record<string, JsonObject>;
  components: Record<string, JsonObject>;
}

export function openApiDocument({ baseUrl, examples = {} }: OpenApiOptions): OpenApiDocument {
  const operations: Operation[] = Object.values(OPERATIONS);
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const example = examples[operation.id as OperationId] as Json | undefined;
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, example),
    };
  }
  const used = new Set(operations.flatMap(problemsOf));
  const codes = PROBLEM_CODES.filter((code) => used.has(code));
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [{ url: baseUrl }],
    tags: Object.entries({ ...TAGS, webhooks: WEBHOOKS_TAG }).map(([name, description]) => ({
      name,
      description,
    })),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      responses: sharedResponses(),
      parameters: CONDITIONAL_HEADERS,
      examples: Object.fromEntries(
        codes.map((code) => [
          code,
          { summary: PROBLEMS[code].title, value: problemExample(baseUrl, code) as unknown as JsonObject },
        ]),
      ),
      securitySchemes: { apiKey: API_KEY },
    },
  };
}

const WEBHOOKS_TAG = 'Signed requests that the service sends to the endpoints of a workspace.';

const API_KEY: JsonObject = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description:
    'An API key. Members of a workspace create keys after its Contract Admin has accepted the API terms.',
};

/** Request headers of conditional requests (RFC 9110, section 13). Operations that nobody may cache ignore them. */
const CONDITIONAL_HEADERS = {
  'If-None-Match': requestHeader(
    'If-None-Match',
    'The ETag of a stored response. If that response is still valid, the service answers 304 without a body.',
  ),
  'If-Modified-Since': requestHeader(
    'If-Modified-Since',
    'The Last-Modified date of a stored response. If the content has not changed since then, the service answers 304 without a body. Ignored if the request has If-None-Match.',
  ),
} satisfies JsonObject;

function requestHeader(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function operationObject(operation: Operation, example: Json | undefined): JsonObject {
  const { id, tag, summary, description, access, scopes, body, note, caching } = operation;
  const object: JsonObject = {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: isKeyed(operation) ? [{ apiKey: [] }] : [],
    'x-access': access,
    'x-caching': caching,
  };
  const entitlement = ENTITLEMENTS.find((name) => name === access);
  if (entitlement !== undefined) {
    object['x-required-entitlement'] = entitlement;
    object['x-required-tier'] = requiredTier(entitlement);
  }
  if (scopes !== undefined) object['x-key-scopes'] = [...scopes];
  if (note !== undefined) object['x-note'] = note;
  const parameters = parametersOf(operation);
  if (parameters.length > 0) object.parameters = parameters;
  if (body !== undefined) {
    object.requestBody = { required: true, content: { 'application/json': { schema: writeSchema(body) } } };
  }
  object.responses = responses(operation, example);
  return object;
}

function parametersOf({ params, query, headers, caching }: Operation): JsonObject[] {
  const all = [...listed('path', params), ...listed('query', query), ...listed('header', headers)];
  if (caching === 'none') return all;
  const conditional = Object.keys(CONDITIONAL_HEADERS).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  return [...all, ...conditional];
}

/** The parameters of an operation that are in one place. */
export function listed(place: 'path' | 'query' | 'header', object: TObject | undefined): JsonObject[] {
  const properties = object?.properties ?? {};
  const required: readonly string[] = object?.required ?? [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...parameterSchema(property),
  }));
}

// The introduction of the OpenAPI document.

const DESCRIPTION = `
Deterministic risk indicators for providers of digital-credit products. The same approved inputs, framework version and
configuration always produce the same indicator.

**API keys.** Operations with a security requirement need an API key in the \`x-api-key\` header.
\`x-required-entitlement\` names the entitlement that the key must have, and \`x-required-tier\` the lowest tier that
includes it. A key can be limited to a scope: it can then only call the operations whose \`x-key-scopes\` names it.

**Errors.** Errors are problem documents (RFC 9457). Programs should act on \`code\`. The service checks a request in
this order: path (404), method (405 with an \`Allow\` header), API key (401), rate limit (429), entitlement (403),
parameters and body (400, 413, 415, 422), resource (404).

**Methods and headers.** Wherever \`GET\` is supported, \`HEAD\` returns the same headers without a body. \`OPTIONS\`
returns 204. Every response has an \`x-request-id\` header, and pages of any origin may read it
(\`Access-Control-Allow-Origin: *\`).

**Versions.** The version of the API is part of the path. Within v1, members, parameters, operations and problem codes
may be added, but never removed, renamed or changed in type. Clients must ignore members that they do not know. The
framework has a version of its own, in \`framework_version\`.

**Deprecation.** The headers \`Deprecation\` and \`Sunset\` announce the end of an operation at least 12 months before it
is removed.
`;

export const INFO: JsonObject = {
  title: 'RF Risk Indicators',
  version: '1.0.0',
  summary: 'A read API for risk scores, risk bands and their proofs.',
  description: DESCRIPTION.trim(),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};
