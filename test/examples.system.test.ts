// The examples in the OpenAPI document, and those of the prompt templates, are what the code answers. They take a world of
// their own, which takes seconds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { type PublishedExamples, publishedExamples } from '../scripts/examples/answers.ts';
import { EXAMPLE_BASE_URL } from '../scripts/examples/base-url.ts';

let made: PublishedExamples;

before(async () => {
  made = await publishedExamples(EXAMPLE_BASE_URL);
});

test('the examples of published data are what the code answers', () => {
  for (const [operation, example] of Object.entries(made.examples)) {
    const committed = (examples as Record<string, unknown>)[operation];
    assert.deepEqual(committed, example, `${operation}: run npm run examples`);
  }
});

test('the examples of the prompt templates are what the code answers', () => {
  for (const [name, answer] of Object.entries(made.ofPrompts)) {
    const file = new URL(`../prompts/examples/${name}.json`, import.meta.url);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), answer, `${name}: run npm run examples`);
  }
});
