import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actFiles } from '../scripts/generate/acts.ts';

test('docs/acts.md is what the table of acts says', async () => {
  for (const { path, text } of await actFiles()) {
    assert.equal(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), text);
  }
});
