// The OpenAPI document is one that other people's tools take.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  OPERATIONS,
  type OpenApiDocument,
  openApiDocument,
  PROBLEMS,
  problemsOf,
} from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };

/** What these tests use of the linter. Its own types take as long to check as a fifth of the repository. */
interface Linter {
  createConfig(settings: { extends: string[] }): Promise<object>;
  lintFromString(given: {
    source: string;
    absoluteRef: string;
    config: object;
  }): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>;
}

// As an expression, so that the compiler does not read them.
const LINTER = '@redocly/openapi-core';
const { createConfig, lintFromString }: Linter = await import(`${LINTER}`);

const baseUrl = 'https://indicators.rf.test';
const document = openApiDocument({ baseUrl });
const exampled = openApiDocument({ baseUrl, examples });

/** Every error and every warning of the linter's recommended rules, none of them switched off. */
async function faults(linted: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({
    source: JSON.stringify(linted),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

test('the linter finds nothing to say, with the examples and without', async () => {
  assert.deepEqual(await faults(document), []);
  assert.deepEqual(await faults(exampled), []);
});

test('the linter does look: a broken document, a dead reference and a wrong example are told', async () => {
  const untitled = structuredClone(document);
  delete untitled.info.title;
  assert.match((await faults(untitled)).join(), /struct at #\/info/);

  const dangling = structuredClone(document);
  delete dangling.components.schemas!.Band;
  assert.match((await faults(dangling)).join(), /no-unresolved-refs/);

  const wrong = openApiDocument({ baseUrl, examples: { getHealth: { status: 'poorly' } } });
  assert.match((await faults(wrong)).join(), /no-invalid-media-type-examples at #\/paths\/~1api~1health/);
});

test('an example stands with its operation, and nothing where there is none', () => {
  const health = { status: 'ok', time: '2026-04-26T12:00:00Z' };
  const { paths } = openApiDocument({ baseUrl, examples: { getHealth: health } });
  assert.deepEqual(at(paths['/api/health'], 'get', 'responses', '200', 'content', 'application/json'), {
    schema: { $ref: '#/components/schemas/Health' },
    example: health,
  });
  const status = at(paths['/api/v1/status'], 'get', 'responses', '200', 'content', 'application/json');
  assert.deepEqual(status, { schema: { $ref: '#/components/schemas/Status' } });
});

test('it names its version, licence and server', () => {
  assert.equal(document.openapi, '3.1.1');
  assert.deepEqual(document.info.license, { name: 'Apache-2.0', identifier: 'Apache-2.0' });
  assert.deepEqual(document.servers, [{ url: baseUrl }]);
});

test('a keyed operation says what the key must have; a public one takes none', () => {
  const computation = at(document.paths['/api/v1/computation/{id}'], 'get') as Record<string, unknown>;
  assert.deepEqual(computation.security, [{ apiKey: [] }]);
  assert.equal(computation['x-access'], 'computation');
  assert.equal(computation['x-required-entitlement'], 'computation');
  assert.equal(computation['x-required-tier'], 'ENTERPRISE');
  assert.deepEqual(at(document.paths['/api/public/scores'], 'get', 'security'), []);
  assert.deepEqual(at(document.components.securitySchemes, 'apiKey', 'name'), 'x-api-key');
});

test('every operation has its answers: each problem under its status with an example, 304 if it is cached', () => {
  for (const operation of Object.values(OPERATIONS)) {
    const responses = at(
      document.paths[operation.path],
      operation.method.toLowerCase(),
      'responses',
    ) as object;
    assert.ok(String(operation.success.status) in responses, operation.id);
    assert.equal('304' in responses, operation.caching !== 'none', operation.id);
    for (const code of problemsOf(operation)) {
      const response = at(responses, String(PROBLEMS[code].status)) as { $ref?: string };
      const shared = document.components.responses![response.$ref?.split('/').at(-1) ?? ''];
      const media = at(shared ?? response, 'content', 'application/problem+json');
      assert.deepEqual(at(media, 'examples', code), { $ref: `#/components/examples/${code}` }, operation.id);
    }
  }
});

test('operations that can return 304 declare both conditional request headers', () => {
  const conditional = ['If-None-Match', 'If-Modified-Since'];
  assert.deepEqual(Object.keys(document.components.parameters!), conditional);
  const expected = conditional.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  for (const operation of Object.values(OPERATIONS)) {
    const object = at(document.paths[operation.path], operation.method.toLowerCase()) as {
      parameters?: { $ref?: string }[];
    };
    const declared = (object.parameters ?? []).filter(({ $ref }) => $ref !== undefined);
    assert.deepEqual(declared, operation.caching === 'none' ? [] : expected, operation.id);
  }
});

test('responses declare the headers of limits, caches and refusals', () => {
  const list = at(document.paths['/api/v1/scores'], 'get', 'responses');
  const window = [
    'RateLimit-Policy',
    'RateLimit',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ];
  const always = ['x-request-id', 'Cache-Control'];
  const kept = [...always, 'Vary', 'ETag'];
  assert.deepEqual(headers(list, '200'), [...kept, 'Last-Modified', ...window]);
  assert.deepEqual(headers(list, '304'), [...kept, ...window]);
  assert.deepEqual(headers(list, '401'), [...always, 'WWW-Authenticate']);
  assert.deepEqual(headers(list, '403'), [...always, ...window]);
  assert.deepEqual(headers(list, '429'), [...always, 'Retry-After', ...window]);
  assert.deepEqual(headers(list, '503'), [...always, 'Retry-After', ...window]);
  const open = at(document.paths['/api/public/scores'], 'get', 'responses');
  assert.deepEqual(headers(open, '200'), [...kept, 'Last-Modified', 'RateLimit-Policy']);
  assert.deepEqual(headers(open, '429'), [...always, 'Retry-After', ...window]);
  const request = at(document.paths['/api/public/score-request'], 'post', 'responses');
  assert.deepEqual(headers(request, '409'), [...always, 'RateLimit-Policy']);
  const manifest = at(document.paths['/api/mcp'], 'get', 'responses');
  assert.deepEqual(headers(manifest, '405'), [...always, 'Allow']);
  const tool = at(document.paths['/api/mcp'], 'post', 'responses');
  for (const status of ['202', '406']) assert.deepEqual(headers(tool, status), [...always, ...window]);
  const readiness = at(document.paths['/readyz'], 'get', 'responses');
  assert.deepEqual(headers(readiness, '503'), [...always, 'Retry-After']);
  for (const code of ['request_timeout', 'uri_too_long', 'headers_too_large']) {
    assert.deepEqual(headers(document.components.responses, code), always);
  }
});

function headers(responses: unknown, status: string): string[] {
  return Object.keys(at(responses, status, 'headers') as object);
}

function at(value: unknown, ...names: string[]): unknown {
  return names.reduce((part, name) => (part as Record<string, unknown>)[name], value);
}
