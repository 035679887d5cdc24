// Writes the pages of the API reference into dist/reference, from the OpenAPI documents of the API and of the console, unless
// what is there was made from the same sources. The service frames and sends them. `npm ci`, `npm start` and `npm test` run
// this.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { digestOf } from './clients/generated-parts.ts';

const repository = path.resolve(import.meta.dirname, '..');
const folder = path.join(repository, 'dist/reference');
const mark = path.join(folder, 'sources.sha256');

const SOURCES = [
  'package-lock.json',
  'packages/contract/{package.json,examples.json}',
  'packages/contract/src/**/*.ts',
  'packages/server/src/cli/acts/*.ts',
  'packages/server/src/rendering/pages/{code-in-text,html}.ts',
  'packages/server/src/rendering/reference/*.ts',
  'scripts/generate/{python,sdk}/*.ts',
  'scripts/{build-reference.ts,reference/*,examples/base-url.ts}',
];

const digest = digestOf(SOURCES);
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== digest) {
  // Loaded only if it is needed: it takes longer than to see that nothing changed.
  const { referenceFiles } = await import('./reference/files.ts');
  replaceFolder(referenceFiles());
}

/** In another folder, which is then renamed, so that nobody finds half of it. */
function replaceFolder(files: Readonly<Record<string, string>>): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const made = mkdtempSync(path.join(path.dirname(folder), 'reference-'));
  for (const [name, text] of Object.entries({ ...files, 'sources.sha256': digest })) {
    mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    writeFileSync(path.join(made, name), text);
  }
  // A temporary folder is for its owner alone; another user may run the service.
  chmodSync(made, 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}
