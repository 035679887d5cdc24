import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OPERATIONS, openApiDocument } from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { EXAMPLE_BASE_URL, publishedExamples } from '../scripts/openapi/examples.ts';

const MEND = 'npm run openapi writes it anew';

test('docs/openapi.json is the contract with its examples', () => {
  const committed = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
  assert.deepEqual(committed, openApiDocument({ baseUrl: EXAMPLE_BASE_URL, examples }), MEND);
});

test('the examples of what is published are what the code answers', async () => {
  const made = await publishedExamples(EXAMPLE_BASE_URL);
  for (const [operation, example] of Object.entries(made)) {
    assert.deepEqual((examples as Record<string, unknown>)[operation], example, `${operation}: ${MEND}`);
  }
});

test('every operation has an example, but for bytes and for the document itself', () => {
  const without = Object.keys(OPERATIONS).filter((id) => !(id in examples));
  assert.deepEqual(without, ['getOpenApi', 'getOpenApiYaml', 'getTile']);
});
