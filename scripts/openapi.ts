// npm run openapi: generates the examples of the contract from real responses, and docs/openapi.json with them.
//   npm run openapi -- --all    also regenerates examples that differ each time, such as usage and status

import { writeFileSync } from 'node:fs';
import { OPERATIONS, type OperationId, openApiDocument } from '@rf-indicators/contract';
import committed from '@rf-indicators/contract/examples' with { type: 'json' };
import { EXAMPLE_BASE_URL, momentaryExamples, publishedExamples } from './openapi/examples.ts';

const EXAMPLES_FILE = new URL('../packages/contract/examples.json', import.meta.url);
const DOCUMENT_FILE = new URL('../docs/openapi.json', import.meta.url);

const all = process.argv.includes('--all');
const published = await publishedExamples(EXAMPLE_BASE_URL);
const momentary = all ? await momentaryExamples(EXAMPLE_BASE_URL) : committed;
const examples = inOrder({ ...momentary, ...published });
writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
const document = openApiDocument({ baseUrl: EXAMPLE_BASE_URL, examples });
writeFileSync(DOCUMENT_FILE, `${JSON.stringify(document, null, 2)}\n`);
console.log(`${Object.keys(examples).length} examples, ${Object.keys(document.paths).length} paths`);

/** In the order of the operations in the contract. */
function inOrder(examplesById: Partial<Record<OperationId, unknown>>): Partial<Record<OperationId, unknown>> {
  const ids = Object.keys(OPERATIONS) as OperationId[];
  return Object.fromEntries(ids.filter((id) => id in examplesById).map((id) => [id, examplesById[id]]));
}
