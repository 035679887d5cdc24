// Which test files a change can reach: those that import a changed file, directly or through others.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importedFile, isFile, REFERENCE } from './import-graph.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = '{packages,test,scripts,examples,bench}/**/*.{ts,tsx,mjs}';

/** Every test depends on these. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|\.npmrc|packages\/[^/]+\/package\.json|scripts\/test(?:ing\/.*|\.ts))$/;

/** What tests read without naming each file: a change of the first is a change of the second. */
const READ_AS_A_WHOLE: readonly [RegExp, RegExp][] = [
  // The built application is served to browsers.
  [/^packages\/web\//, /^test\/support\/chromium\.ts$/],
  [/^docs\/|\.md$/, /^test\/docs-.*|^test\/readme\.system|^packages\/server\/test\/pages\/guide/],
  [/^ops\//, /^test\/(?:runbook|deploying)/],
  [/^prompts\//, /^packages\/server\/test\/agent\/prompts/],
  [/^conformance\//, /^packages\/(?:sdk|engine)\/test\//],
  [/^methodology\//, /^packages\/(?:engine|core|server)\/test\//],
  [/^packages\/.*\/src\//, /^test\/(?:rooms|architecture|loaded-packages)/],
  // Checked by other commands than the tests.
  [/^python\/|^tsconfig.*\.json$|^biome\.json$|^\./, /^$/],
];

/** A text that could be a path from the root of the repository. */
const PATH = /'([\w.-]+(?:\/[\w.-]+)+)'/g;

/** Changed since the commit, with files that are not in the repository yet. */
export function changedFiles(since: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '-z'], { cwd: ROOT, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
  return [
    ...git('diff', '--name-only', '--relative', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** Null if a change could reach all of them. */
export function reachedTests(changed: readonly string[], tests: readonly string[]): string[] | null {
  const importers = importersByFile();
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const importer of importers.get(file) ?? []) visit(importer);
  };
  for (const file of changed) {
    if (EVERYTHING.test(file)) return null;
    const rules = READ_AS_A_WHOLE.filter(([pattern]) => pattern.test(file));
    const isKnown = importers.has(file) || isSource(file) || rules.length > 0;
    if (!isKnown) return null;
    visit(file);
    for (const [, readers] of rules)
      for (const reader of [...importers.keys(), ...tests].filter((name) => readers.test(name)))
        visit(reader);
  }
  return tests.filter((test) => reached.has(test));
}

const isSource = (file: string) => path.matchesGlob(file, SOURCES);

function importersByFile(): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] });
  for (const file of files) {
    for (const used of usedBy(file)) {
      const known = importers.get(used) ?? new Set();
      importers.set(used, known.add(file));
    }
  }
  return importers;
}

function usedBy(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const imported = [...text.matchAll(REFERENCE)].map(([, name]) => importedFile(file, name!));
  const named = [...text.matchAll(PATH)].map(([, name]) => (isFile(name!) ? name! : null));
  return [...imported, ...named].filter((used) => used !== null);
}
