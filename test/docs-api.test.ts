// The example of an error in docs/use/api.md is a problem document as the service sends it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { problemExample } from '@rf-indicators/contract';

test('the error in docs/use/api.md has the members and words of the catalogue', () => {
  const page = readFileSync(new URL('../docs/use/api.md', import.meta.url), 'utf8');
  const [, block] = /^```json\n(.*?)^```$/ms.exec(page)!;
  assert.deepEqual(JSON.parse(block!), problemExample('https://indicators.rf.test', 'invalid_parameter'));
});
