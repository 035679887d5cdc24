import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OPERATIONS, openApiDocument } from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { EXAMPLE_BASE_URL, publishedExamples } from '../scripts/openapi/examples.ts';

const HINT = 'run npm run openapi to regenerate it';

test('docs/openapi.json is the contract with its examples', () => {
  const committed = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  assert.deepEqual(committed, openApiDocument({ baseUrl: EXAMPLE_BASE_URL, examples }), HINT);
});

test('the examples of published data are the responses of the code', async () => {
  const made = await publishedExamples(EXAMPLE_BASE_URL);
  for (const [operation, example] of Object.entries(made)) {
    assert.deepEqual((examples as Record<string, unknown>)[operation], example, `${operation}: ${HINT}`);
  }
});

test('every operation has an example, except for binary data and the OpenAPI document itself', () => {
  const without = Object.keys(OPERATIONS).filter((id) => !(id in examples));
  assert.deepEqual(without, ['getOpenApi', 'getOpenApiYaml', 'getTile']);
});
