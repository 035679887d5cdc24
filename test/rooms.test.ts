// Checks imports between the top-level folders ("rooms") of core and server, and that no files import each other in a
// circle. Type imports count.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Each room, with the rooms of the same package that it may import. */
const ROOMS: Record<string, Record<string, string[]>> = {
  core: {
    store: [],
    nodes: ['store'],
    context: ['store'],
    secrets: [],
    events: ['context', 'store'],
    accounts: ['context', 'secrets', 'store'],
    identity: ['accounts', 'context', 'secrets', 'store'],
    desk: ['accounts', 'context', 'events', 'nodes', 'secrets', 'store'],
    webhooks: ['accounts', 'context', 'desk', 'events', 'secrets', 'store'],
    // An act that takes two people opens its transaction itself, together with the approval.
    acts: ['accounts', 'context', 'desk', 'identity', 'nodes', 'secrets', 'store', 'webhooks'],
  },
  server: {
    clock: [],
    rendering: [],
    http: ['rendering'],
    api: ['http', 'rendering'],
    pages: ['http', 'rendering'],
    agent: ['http', 'rendering'],
    identity: ['http'],
    console: ['demo', 'http', 'identity', 'rendering', 'webhooks'],
    webhooks: ['rendering'],
    demo: [],
    tracing: ['http', 'webhooks'],
    workers: [
      'agent',
      'api',
      'clock',
      'console',
      'demo',
      'http',
      'identity',
      'rendering',
      'tracing',
      'webhooks',
    ],
    service: [
      'agent',
      'api',
      'clock',
      'console',
      'demo',
      'http',
      'identity',
      'pages',
      'rendering',
      'tracing',
      'workers',
    ],
    cli: ['agent', 'console', 'demo', 'rendering', 'service', 'webhooks', 'workers'],
    'main.ts': ['cli'],
  },
};

/** The specifiers of static imports and re-exports, of `import()` and of worker files. */
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^']+\.ts)'/g;

interface Source {
  file: string;
  imports: string[];
}

function sourcesOf(name: string): Source[] {
  const root = path.join(repository, 'packages', name, 'src');
  return globSync('**/*.ts', { cwd: root }).map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const imports = [...text.matchAll(SPECIFIER)].map(([, to]) => path.join(path.dirname(file), to!));
    return { file, imports };
  });
}

function roomOf(file: string): string {
  return file.split(path.sep)[0]!;
}

function forbiddenArrows(sources: readonly Source[], rooms: Record<string, string[]>): string[] {
  return sources.flatMap(({ file, imports }) => {
    const room = roomOf(file);
    if (!(room in rooms)) return [`${file} is in no listed room`];
    return imports
      .filter((to) => roomOf(to) !== room && !rooms[room]!.includes(roomOf(to)))
      .map((to) => `${file} -> ${to}`);
  });
}

/** Circular imports, found by a depth-first search. */
function circles(sources: readonly Source[]): string[] {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]) => {
    const at = trail.indexOf(file);
    if (at !== -1) found.push([...trail.slice(at), file].join(' -> '));
    if (at !== -1 || done.has(file)) return;
    for (const next of importsOf.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const { file } of sources) visit(file, []);
  return found;
}

for (const [name, rooms] of Object.entries(ROOMS)) {
  const sources = sourcesOf(name);

  test(`${name}: rooms import only the rooms listed for them`, () => {
    assert.deepEqual(forbiddenArrows(sources, rooms), []);
  });

  test(`${name}: every listed import is used`, () => {
    const used = new Set(
      sources.flatMap(({ file, imports }) => imports.map((to) => `${roomOf(file)} -> ${roomOf(to)}`)),
    );
    const listed = Object.entries(rooms).flatMap(([from, tos]) => tos.map((to) => `${from} -> ${to}`));
    assert.deepEqual(
      listed.filter((arrow) => !used.has(arrow)),
      [],
    );
  });

  test(`${name}: there are no circular imports of rooms or files`, () => {
    const asSources = Object.entries(rooms).map(([file, imports]) => ({ file, imports }));
    assert.deepEqual(circles(asSources), []);
    assert.deepEqual(circles(sources), []);
  });
}

test('the checks detect a forbidden import, an unlisted room and a circle', () => {
  const sources = [
    { file: 'store/a.ts', imports: ['desk/b.ts'] },
    { file: 'desk/b.ts', imports: ['store/a.ts'] },
    { file: 'attic/c.ts', imports: [] },
  ];
  assert.deepEqual(forbiddenArrows(sources, { store: [], desk: ['store'] }), [
    'store/a.ts -> desk/b.ts',
    'attic/c.ts is in no listed room',
  ]);
  assert.deepEqual(circles(sources), ['store/a.ts -> desk/b.ts -> store/a.ts']);
});
