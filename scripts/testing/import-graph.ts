// What source files import, read from their text.

import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Static imports and re-exports, without those of types alone, which are erased. */
export const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\bfrom\s*)?'([^']+)'/gm;

/** Static imports, re-exports and `import()`, without those of types alone; and files that are named by an address. */
export const REFERENCE =
  /(?:^(?:import|export)\s(?!type\b)(?:[^'";]*?\bfrom\s*)?|\bimport\(\s*|\bnew URL\(\s*)'([^']+)'/gm;

/** These files and all that they load, from the root of the repository. */
export function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file) || !isFile(file)) return;
    reached.add(file);
    if (!/\.(?:tsx?|mjs)$/.test(file)) return;
    for (const [, name] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(REFERENCE)) {
      const used = importedFile(file, name!);
      if (used !== null) visit(used);
    }
  };
  for (const file of files) visit(file);
  return reached;
}

export const isFile = (name: string) =>
  statSync(path.join(ROOT, name), { throwIfNoEntry: false })?.isFile() === true;

/** The file that a specifier names, from the root of the repository; null for packages that are not ours. */
export function importedFile(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  const [, name, rest] = /^@rf-indicators\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const exports = exportsOf(name);
  const target = exports[rest === undefined ? '.' : `./${rest}`] ?? exports['./*'];
  // A package that is published from built files has other kinds of targets.
  const file = typeof target === 'string' ? target.replace('*', rest ?? '') : 'src/index.ts';
  return path.join('packages', name, file);
}

const knownExports = new Map<string, Record<string, unknown>>();

function exportsOf(name: string): Record<string, unknown> {
  const known = knownExports.get(name);
  if (known !== undefined) return known;
  const manifest = path.join(ROOT, 'packages', name, 'package.json');
  const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  knownExports.set(name, exports);
  return exports;
}
