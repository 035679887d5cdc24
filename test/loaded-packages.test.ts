// Which packages each thread loads when it starts. A package of hundreds of files takes a quarter of a second and ten
// megabytes in each thread, so an import that a thread does not need is noticed here.

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
  'service/service.ts': ['fastify', 'typebox/schema', 'uqr'],
  'workers/bookkeeping/worker.ts': STORE,
  'workers/desk/worker.ts': STORE,
  // The page of a provider has a QR code.
  'workers/reading/worker.ts': [...STORE, 'uqr'],
  'workers/webhooks/worker.ts': STORE,
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

function packagesOf(entry: string): string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    assert.ok(existsSync(file), file);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (specifier!.startsWith('node:')) continue;
      const next = fileOf(file, specifier!);
      if (next === null) found.add(specifier!);
      else if (next.endsWith('.ts')) visit(next);
    }
  };
  visit(path.join(server, entry));
  return [...found].sort();
}

for (const [entry, expected] of Object.entries(LOADED)) {
  test(`${entry} loads ${expected.join(', ')} and no other package`, () => {
    assert.deepEqual(packagesOf(entry), [...expected].sort());
  });
}

test('the contract loads no package', () => {
  for (const entry of ['index.ts', 'acts/index.ts', 'console/index.ts']) {
    assert.deepEqual(packagesOf(`../../contract/src/${entry}`), [], entry);
  }
});
