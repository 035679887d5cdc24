// Which packages each thread loads when it starts, and which files of ours it does not. A package of hundreds of files
// takes a tenth of a second and ten megabytes in each thread, so an import that a thread does not need is noticed here.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
const server = path.join(packages, 'server/src');

const STORE = ['kysely', 'kysely/migration'];

/** Without `import()`: what is loaded later is loaded where it is needed. */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  'cli/rf.ts': ['commander'],
  'cli/service/serve.ts': ['commander'],
  // Validation takes the schema part of TypeBox; the builder of schemas is in the contract.
  'service/service.ts': ['fastify', 'typebox/format', 'typebox/schema'],
  'workers/background/worker.ts': STORE,
  'workers/bookkeeping/worker.ts': STORE,
  // The renderer is loaded with the first card.
  'workers/cards/worker.ts': ['uqr'],
  // Sign-in, and what sends mail, is loaded with its first use.
  'workers/console/worker.ts': [...STORE, 'typebox/format', 'typebox/schema'],
  'workers/decisions/worker.ts': STORE,
  // The page of a provider has a QR code.
  'workers/reading/worker.ts': [...STORE, 'uqr'],
  // What writes XLSX is loaded with the first file.
  'workers/spreadsheets/worker.ts': [],
  'workers/webhooks/worker.ts': STORE,
};

/** The beginnings of names of files and of modules of Node that are loaded later, where they are needed, or by other threads alone. */
const NOT_LOADED: Readonly<Record<string, readonly string[]>> = {
  // `http/node-http.ts` says why.
  'service/service.ts': ['core/src/store/tables/create.ts', 'node:http'],
  // The code of acts and of verifications is loaded with the first one.
  'workers/background/worker.ts': ['core/src/acts/', 'core/src/desk/verification/verify-all'],
  'workers/bookkeeping/worker.ts': [
    'contract/src/acts/',
    'contract/src/index.ts',
    'core/src/store/tables/create.ts',
  ],
  // The charts of the web application are drawn here too; the container has no other source of it.
  'workers/reading/worker.ts': ['contract/src/acts/', 'core/src/store/tables/create.ts', 'web/src/ui/'],
  // A command that uses a server needs no store.
  'cli/acts/group.ts': ['core/'],
  // The code of an act is loaded with it.
  'cli/local-acts.ts': [
    'core/src/desk/inputs/',
    'core/src/desk/publication/',
    'core/src/store/tables/create.ts',
  ],
};

/** Static imports and re-exports, without those of types alone, which are erased. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\bfrom\s*)?'([^']+)'/gm;

/** The file that a specifier names; null for packages that are not ours. */
function fileOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  const [, name, rest] = /^@rf-indicators\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const folder = path.join(packages, name);
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const target = exports[rest === undefined ? '.' : `./${rest}`] ?? exports['./*'].replace('*', rest);
  return path.join(folder, target);
}

interface Loaded {
  /** Packages that are not ours, and modules of Node. */
  packages: string[];
  /** Our files, from the folder of the packages on. */
  files: string[];
}

function loadedBy(entry: string): Loaded {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    assert.ok(existsSync(file), file);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const next = fileOf(file, specifier!);
      if (next === null) found.add(specifier!);
      else if (next.endsWith('.ts')) visit(next);
    }
  };
  visit(path.join(server, entry));
  return { packages: [...found].sort(), files: [...seen].map((file) => path.relative(packages, file)) };
}

function packagesOf(entry: string): string[] {
  return loadedBy(entry).packages.filter((name) => !name.startsWith('node:'));
}

for (const [entry, expected] of Object.entries(LOADED)) {
  test(`${entry} loads ${expected.join(', ')} and no other package`, () => {
    assert.deepEqual(packagesOf(entry), [...expected].sort());
  });
}

for (const [entry, others] of Object.entries(NOT_LOADED)) {
  test(`${entry} does not load ${others.join(', ')}`, () => {
    const loaded = loadedBy(entry);
    const names = [...loaded.files, ...loaded.packages];
    for (const other of others) {
      assert.deepEqual(
        names.filter((name) => name.startsWith(other)),
        [],
      );
    }
  });
}

test('the contract loads no package', () => {
  for (const entry of ['index.ts', 'acts/index.ts', 'console/index.ts']) {
    assert.deepEqual(packagesOf(`../../contract/src/${entry}`), [], entry);
  }
});
