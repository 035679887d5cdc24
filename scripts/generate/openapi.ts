// docs/openapi.json: the contract as an OpenAPI document, with the committed examples.

import { openApiDocument } from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { EXAMPLE_BASE_URL } from '../examples/base-url.ts';
import type { GeneratedFile } from './generated-file.ts';

export async function openApiFiles(): Promise<GeneratedFile[]> {
  const document = openApiDocument({ baseUrl: EXAMPLE_BASE_URL, examples });
  return [{ path: 'docs/openapi.json', text: `${JSON.stringify(document, null, 2)}\n` }];
}
