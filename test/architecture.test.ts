import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const manifests = globSync('packages/*/package.json', { cwd: repository });

/** The packages that each package may import. The linter compares every import with the manifest. */
const ARROWS = {
  '@rf-indicators/contract': [],
  '@rf-indicators/core': ['@rf-indicators/contract', '@rf-indicators/engine'],
  '@rf-indicators/engine': [],
  // Users of the SDK install nothing else: the contract's types and the engine are bundled into it.
  '@rf-indicators/sdk': [],
  '@rf-indicators/server': [
    '@rf-indicators/contract',
    '@rf-indicators/core',
    '@rf-indicators/engine',
    // The built files, which the service sends.
    '@rf-indicators/web',
  ],
  // Types alone: the schemas stay on the server.
  '@rf-indicators/web': [],
};

test('packages depend only on the packages listed here', () => {
  const arrows = manifests.map((file) => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(path.join(repository, file), 'utf8'));
    return [name, Object.keys(dependencies).filter((other) => other.startsWith('@rf-indicators/'))];
  });
  assert.deepEqual(Object.fromEntries(arrows), ARROWS);
});

test('the SDK bundles the contract and the engine and has no dependencies to install', () => {
  const manifest = JSON.parse(readFileSync(path.join(repository, 'packages/sdk/package.json'), 'utf8'));
  const ours = Object.keys(manifest.devDependencies).filter((name) => name.startsWith('@rf-indicators/'));
  assert.deepEqual(ours, ['@rf-indicators/contract', '@rf-indicators/engine']);
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    assert.equal(manifest[kind], undefined, kind);
  }
});

const VIOLATIONS: [what: string, folder: string, code: string, rule: string][] = [
  ['Node in the engine', 'packages/engine/src', "import 'node:fs';", 'noNodejsModules'],
  ['a dependency in the engine', 'packages/engine/src', "import 'typebox';", 'noRestrictedImports'],
  ['a clock in the engine', 'packages/engine/src', 'export const now = new Date();', 'noRestrictedGlobals'],
  [
    'the server in the contract',
    'packages/contract/src',
    "import '@rf-indicators/server';",
    'noUndeclaredDependencies',
  ],
  ['Node in the client', 'packages/sdk/src', "import 'node:fs';", 'noNodejsModules'],
  ['Node in the verifier', 'packages/sdk/src/verify', 'export const it = Buffer;', 'noRestrictedGlobals'],
  [
    'the engine in the plain client',
    'packages/sdk/src',
    "import '@rf-indicators/engine';",
    'noRestrictedImports',
  ],
  [
    'the server in the verifier',
    'packages/sdk/src/verify',
    "import '@rf-indicators/server';",
    'noUndeclaredDependencies',
  ],
  [
    'Node in decisions by policies',
    'packages/sdk/src/policy',
    'export const it = Buffer;',
    'noRestrictedGlobals',
  ],
  ['Node in the web application', 'packages/web/src', "import 'node:fs';", 'noNodejsModules'],
  [
    'the console in the desk',
    'packages/web/src/desk',
    "import '../console/keys/key.ts';",
    'noRestrictedImports',
  ],
  [
    'the store in the desk of the web application',
    'packages/web/src/desk',
    "import '@rf-indicators/core/desk/facts/facts';",
    'noRestrictedImports',
  ],
  [
    'the core in the pages of customers',
    'packages/web/src/console',
    "import '@rf-indicators/core/desk/inputs/in-browser';",
    'noRestrictedImports',
  ],
  [
    'an area in the shared components',
    'packages/web/src/ui',
    "import '../console/keys/key.ts';",
    'noRestrictedImports',
  ],
  [
    'another package’s files',
    'packages/server/src/cli',
    "import '../../../engine/src/index.ts';",
    'noRestrictedImports',
  ],
  [
    'an internal file of another package',
    'packages/server/src',
    "import '@rf-indicators/engine/src/index.ts';",
    'noRestrictedImports',
  ],
];

test('the linter refuses every forbidden import and global', (t) => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'rf-borders-'));
  t.after(() => rmSync(copy, { recursive: true }));
  for (const file of ['.gitignore', 'biome.json', 'package.json', ...manifests]) {
    mkdirSync(path.join(copy, path.dirname(file), 'src'), { recursive: true });
    copyFileSync(path.join(repository, file), path.join(copy, file));
  }
  symlinkSync(path.join(repository, 'node_modules'), path.join(copy, 'node_modules'));
  const files = VIOLATIONS.map(([what, folder, code, rule], index) => {
    const file = `${folder}/violation-${index}.ts`;
    mkdirSync(path.join(copy, folder), { recursive: true });
    writeFileSync(path.join(copy, file), `${code}\n`);
    return { what, file, rule };
  });
  const { stdout } = spawnSync('biome', ['lint', '--reporter=github', '.'], { cwd: copy, encoding: 'utf8' });
  for (const { what, file, rule } of files) {
    const reported = stdout.split('\n').some((line) => line.includes(file) && line.includes(rule));
    assert.ok(reported, `not reported: ${what}\n${stdout}`);
  }
});

test('what pages share with the desk reads no store, no file and no clock', () => {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(path.join(repository, file), 'utf8');
    assert.doesNotMatch(text, /Date\.now|new Date\(\)/, file);
    for (const [, from] of text.matchAll(/ from '([^']+)'/g)) {
      if (from!.startsWith('.')) visit(path.join(path.dirname(file), from!));
      else assert.equal(from, '@rf-indicators/engine', file);
    }
  };
  visit('packages/core/src/desk/inputs/in-browser.ts');
  assert.ok(seen.size > 10);
});

test('versions are pinned exactly, and the lockfile contains no download URLs', () => {
  for (const file of ['package.json', ...manifests]) {
    const manifest = JSON.parse(readFileSync(path.join(repository, file), 'utf8'));
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        assert.match(String(version), /^\d+\.\d+\.\d+$/, `${name} in ${file}`);
      }
    }
  }
  assert.doesNotMatch(readFileSync(`${repository}/package-lock.json`, 'utf8'), /"resolved": "http/);
});
