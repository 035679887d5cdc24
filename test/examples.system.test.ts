// The examples in the OpenAPI document are what the code answers. They take a world of their own, which takes seconds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { publishedExamples } from '../scripts/examples/answers.ts';
import { EXAMPLE_BASE_URL } from '../scripts/examples/base-url.ts';

test('the examples of published data are what the code answers', async () => {
  const made = await publishedExamples(EXAMPLE_BASE_URL);
  for (const [operation, example] of Object.entries(made)) {
    const committed = (examples as Record<string, unknown>)[operation];
    assert.deepEqual(committed, example, `${operation}: run npm run examples`);
  }
});
