// npm run examples: records real answers of the demo as the examples of the OpenAPI document and of the prompt templates.
//   npm run examples -- --all    also asks a running server for the answers that depend on the time of the request

import { writeFileSync } from 'node:fs';
import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import committed from '@rf-indicators/contract/examples' with { type: 'json' };
import { momentaryExamples, publishedExamples } from './examples/answers.ts';
import { EXAMPLE_BASE_URL } from './examples/base-url.ts';

const EXAMPLES_FILE = new URL('../packages/contract/examples.json', import.meta.url);

const PROMPT_EXAMPLES = new URL('../prompts/examples/', import.meta.url);

const { examples: published, ofPrompts } = await publishedExamples(EXAMPLE_BASE_URL);
const momentary = process.argv.includes('--all') ? await momentaryExamples(EXAMPLE_BASE_URL) : committed;
const examples = inOrder({ ...momentary, ...published });
writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
for (const [name, answer] of Object.entries(ofPrompts))
  writeFileSync(new URL(`${name}.json`, PROMPT_EXAMPLES), `${JSON.stringify(answer, null, 2)}\n`);
console.log(`${Object.keys(examples).length} examples written. Run "npm run generate" next.`);

/** In the order of the operations in the contract. */
function inOrder(examplesById: Partial<Record<OperationId, unknown>>): Partial<Record<OperationId, unknown>> {
  const ids = Object.keys(OPERATIONS) as OperationId[];
  return Object.fromEntries(ids.filter((id) => id in examplesById).map((id) => [id, examplesById[id]]));
}
