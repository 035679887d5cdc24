// The mutations of npm run mutations fit the code: each can be made, and the tests that must catch it exist.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { COPIED } from '../scripts/mutations/copy.ts';
import { ENGINE_MUTATIONS } from '../scripts/mutations/engine-mutations.ts';
import { ROOM_MUTATIONS } from '../scripts/mutations/room-mutations.ts';
import { importedFile, STATIC_IMPORT } from '../scripts/testing/import-graph.ts';
import { repository } from './support/repository.ts';

const MUTATIONS = [...ENGINE_MUTATIONS, ...ROOM_MUTATIONS];

test('the text that a mutation replaces occurs exactly once in its file', () => {
  for (const { name, file, find, replacement } of MUTATIONS) {
    const text = readFileSync(path.join(repository, file), 'utf8');
    assert.equal(text.split(find).length - 1, 1, `${name}: ${file}`);
    assert.notEqual(find, replacement, name);
  }
});

test('the test files that must catch a mutation exist', () => {
  for (const { name, tests } of ROOM_MUTATIONS) {
    assert.ok(tests.length > 0, name);
    for (const file of tests) assert.ok(existsSync(path.join(repository, file)), `${name}: ${file}`);
  }
});

test('a copy of the repository has every file that these tests import', () => {
  const files = new Set(ROOM_MUTATIONS.flatMap(({ tests }) => tests));
  for (const file of files) {
    assert.ok(
      COPIED.some((folder) => file.startsWith(`${folder}/`)),
      file,
    );
    // The build makes some of them.
    if (!existsSync(path.join(repository, file))) continue;
    for (const [, specifier] of readFileSync(path.join(repository, file), 'utf8').matchAll(STATIC_IMPORT)) {
      const imported = importedFile(file, specifier!);
      if (imported !== null) files.add(imported);
    }
  }
});

test('every mutation has a name of its own', () => {
  const names = MUTATIONS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});
