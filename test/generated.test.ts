// Committed files that follow from the contract, the engine or the framework are what the generator writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { committedText, generatedFiles } from '../scripts/generate.ts';

const files = await generatedFiles();

for (const file of files) {
  test(`${file.path} is up to date`, () => {
    assert.equal(committedText(file), file.text, 'run npm run generate');
  });
}

test('no two generators write the same file', () => {
  const paths = files.map(({ path }) => path);
  assert.deepEqual(paths, [...new Set(paths)]);
});
