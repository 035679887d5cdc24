// Relative links in the documentation lead to files and headings that exist, and every guide can be found.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../', import.meta.url));
const PAGES = globSync(
  ['*.md', 'docs/**/*.md', '{packages,python,prompts,conformance,methodology}/**/*.md'],
  {
    cwd: repository,
    exclude: (name) => name.split(path.sep).includes('node_modules'),
  },
).sort();

function read(page: string): string {
  return readFileSync(path.join(repository, page), 'utf8');
}

/** Links outside code; absolute addresses are left out. */
function relativeLinks(page: string): string[] {
  const prose = read(page)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of a page, as GitHub makes them. */
function anchors(page: string): Set<string> {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('relative links resolve', () => {
  assert.ok(PAGES.length > 20);
  for (const page of PAGES) {
    for (const target of relativeLinks(page)) {
      const [file, anchor] = target.split('#');
      const place = file === '' ? page : path.join(path.dirname(page), file!);
      assert.ok(existsSync(path.join(repository, place)), `${page} links to ${target}`);
      if (anchor === undefined || statSync(path.join(repository, place)).isDirectory()) continue;
      assert.ok(anchors(place).has(anchor), `${page} links to ${target}`);
    }
  }
});

test('docs/README.md links every page of the docs, and the README links it', () => {
  const linked = new Set(relativeLinks('docs/README.md').map((target) => path.join('docs', target)));
  const pages = globSync('docs/**/*.md', { cwd: repository }).filter((page) => page !== 'docs/README.md');
  assert.deepEqual(
    pages.filter((page) => !linked.has(page)),
    [],
  );
  assert.ok(relativeLinks('README.md').includes('docs/README.md'));
});

test('every page of the docs that code, settings or other pages name exists', () => {
  const files = globSync(['**/*.{ts,tsx,py,md,yml,service}', 'ops/container/*'], {
    cwd: repository,
    exclude: (name) => /(^|\/)(node_modules|dist|data|\.git|\.cache|CHANGELOG\.md)$/.test(name),
  });
  assert.ok(files.length > 1000);
  for (const file of files)
    for (const [, page] of read(file).matchAll(/(?<![\w/.-])(docs\/[\w/-]+\.md)\b/g))
      assert.ok(existsSync(path.join(repository, page!)), `${file} names ${page}`);
});

test('every test file that a guide names exists', () => {
  const tests = new Set(
    globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'python/tests/test_*.py'], {
      cwd: repository,
    }).map((file) => path.basename(file)),
  );
  for (const page of globSync('docs/{use,desk,operate,contribute}/*.md', { cwd: repository })) {
    for (const [, name] of read(page).matchAll(/`([\w-]+\.test\.ts|test_\w+\.py)`/g)) {
      assert.ok(tests.has(name!), `${page} names ${name}, which does not exist`);
    }
  }
});
