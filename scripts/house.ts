// How large the house is and what adding to it costs, counted: `node scripts/house.ts [FOLDER]`, where FOLDER is a checkout
// of another commit to count instead of this one.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const linesOf = (file: string) => read(file).split('\n').length - 1;

/** A fragment: too short for a subject of its own, and used in one place. */
const FRAGMENT_LINES = 40;
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'([^']+)'/g;

const sources = globSync('packages/*/src/**/*.{ts,tsx,css,js,svg}', { cwd: root })
  .filter((file) => !file.includes('/generated/'))
  .sort();
const modules = new Set(sources.filter((file) => /\.tsx?$/.test(file)));

/** The module that a specifier names: by its path, or through the exports of one of our packages. */
function moduleOf(from: string, specifier: string): string | undefined {
  const ours = /^@rf-indicators\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  const named = specifier.startsWith('.')
    ? path.join(path.dirname(from), specifier)
    : ours === null
      ? null
      : path.join('packages', ours[1]!, 'src', ours[2] ?? 'index');
  if (named === null) return undefined;
  return [named, `${named}.ts`, `${named}.tsx`, `${named}/index.ts`].find((file) => modules.has(file));
}

const importers = new Map<string, Set<string>>();
for (const from of modules) {
  for (const [, specifier] of read(from).matchAll(IMPORTED)) {
    const to = moduleOf(from, specifier!);
    if (to !== undefined) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
}
const usedOnce = [...modules].filter((file) => importers.get(file)?.size === 1);
const fragments = usedOnce.filter((file) => linesOf(file) <= FRAGMENT_LINES);

/** Files that run as a thread of their own, or are given to the function that starts one. */
const threads = new Set(
  [...modules].flatMap((from) =>
    [...read(from).matchAll(/new URL\('([^']*worker[^']*\.ts)'/g)].map(([, to]) =>
      path.join(path.dirname(from), to!),
    ),
  ),
);
threads.delete('packages/server/src/workers/rpc/worker-entry.ts');

/** The recipes of CONTRIBUTING with the number of files that each takes. */
const recipes = [...read('CONTRIBUTING.md').matchAll(/^### … (.+) \((\d+)\)$/gm)];

const sum = (files: Iterable<string>) => [...files].reduce((lines, file) => lines + linesOf(file), 0);
const count = (number: number) => number.toLocaleString('en-GB');
const rows: [what: string, counted: string][] = [
  ['source lines under packages/*/src', count(sum(sources))],
  ['source files', count(sources.length)],
  ...[...new Set(sources.map((file) => file.split('/')[1]!))].map((name): [string, string] => {
    const own = sources.filter((file) => file.startsWith(`packages/${name}/`));
    return [`  ${name}`, `${count(sum(own))} lines, ${count(own.length)} files`];
  }),
  ['modules with exactly one importer', count(usedOnce.length)],
  [`  of them at most ${FRAGMENT_LINES} lines`, count(fragments.length)],
  ['kinds of threads beside the serving one', count(threads.size)],
  ...[...threads].sort().map((file): [string, string] => [`  ${file}`, '']),
  ...recipes.map(([, what, files]): [string, string] => [`files to add ${what}`, files!]),
];
const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, counted] of rows) console.log(`${what.padEnd(width)}  ${counted}`.trimEnd());
