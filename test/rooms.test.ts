// Checks imports between the folders ("rooms") of a package, and that no files import each other in a circle. Type imports
// count.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Each room, with the rooms of the same package that it may import. */
const ROOMS: Record<string, Rooms> = {
  core: {
    store: ['secrets'],
    nodes: ['store'],
    context: ['store'],
    secrets: [],
    events: ['context', 'store'],
    accounts: ['context', 'secrets', 'store'],
    identity: ['accounts', 'context', 'secrets', 'store'],
    policies: ['accounts', 'context', 'store'],
    'books/figures': [],
    // Reads uploaded files; it writes nothing.
    'books/files': ['books', 'books/figures', 'context'],
    log: ['context', 'secrets', 'store'],
    'desk/facts': ['context', 'store'],
    'desk/methodology': ['accounts', 'context', 'desk/facts', 'events', 'store'],
    'desk/import': ['context'],
    'desk/providers': ['context', 'desk/import', 'log', 'store'],
    'desk/due': [
      'accounts',
      'context',
      'desk/facts',
      'desk/inputs',
      'desk/methodology',
      'desk/providers',
      'store',
    ],
    'desk/inputs': ['context', 'desk/facts', 'desk/import', 'desk/methodology', 'desk/providers', 'store'],
    'desk/packages': ['store'],
    // The votes of a committee and what follows from them; it knows nothing of drafts.
    'desk/matters': ['accounts', 'context', 'desk/facts', 'store'],
    'desk/runs': [
      'accounts',
      'context',
      'desk/facts',
      'desk/inputs',
      'desk/matters',
      'desk/methodology',
      'desk/packages',
      'desk/providers',
      'store',
    ],
    'desk/committee': [
      'accounts',
      'context',
      'desk/facts',
      'desk/inputs',
      'desk/matters',
      'desk/methodology',
      'desk/packages',
      'desk/providers',
      'desk/rationales',
      'desk/runs',
      'store',
    ],
    'desk/doctor': [
      'accounts',
      'context',
      'desk/disclosures',
      'desk/methodology',
      'log',
      'nodes',
      'resealing',
      'secrets',
      'store',
    ],
    'desk/presence.ts': ['context', 'store'],
    'desk/home': [
      'accounts',
      'context',
      'desk/committee',
      'desk/inputs',
      'desk/methodology',
      'desk/presence.ts',
      'desk/runs',
      'desk/served',
      'store',
    ],
    'desk/mails': [
      'accounts',
      'context',
      'desk/home',
      'desk/inputs',
      'desk/methodology',
      'identity',
      'store',
    ],
    'desk/market': ['context', 'desk/facts', 'desk/import', 'desk/providers', 'events', 'store'],
    'desk/served': ['context', 'desk/facts', 'store'],
    'desk/rationales': [
      'context',
      'desk/methodology',
      'desk/packages',
      'desk/providers',
      'desk/runs',
      'desk/served',
      'log',
      'store',
    ],
    'desk/disclosures': [
      'accounts',
      'context',
      'desk/committee',
      'desk/matters',
      'desk/providers',
      'desk/runs',
      'desk/served',
      'log',
      'store',
    ],
    'desk/reviews': ['context', 'desk/committee', 'desk/served', 'events', 'log', 'store'],
    'desk/snapshots': [
      'context',
      'desk/facts',
      'desk/methodology',
      'desk/packages',
      'desk/runs',
      'desk/served',
      'store',
    ],
    'desk/publication': [
      'context',
      'desk/committee',
      'desk/disclosures',
      'desk/facts',
      'desk/inputs',
      'desk/matters',
      'desk/methodology',
      'desk/packages',
      'desk/providers',
      'desk/rationales',
      'desk/reviews',
      'desk/runs',
      'desk/served',
      'desk/snapshots',
      'events',
      'log',
      'secrets',
      'store',
    ],
    'desk/provider-file': [
      'accounts',
      'context',
      'desk/committee',
      'desk/due',
      'desk/facts',
      'desk/import',
      'desk/inputs',
      'desk/methodology',
      'desk/packages',
      'desk/providers',
      'desk/publication',
      'desk/runs',
      'desk/served',
      'events',
      'store',
    ],
    'desk/search': ['context', 'desk/facts', 'desk/methodology', 'desk/providers', 'store'],
    'desk/status': ['context', 'store'],
    'desk/datasets': ['context', 'log', 'secrets', 'store'],
    'desk/verification': [
      'context',
      'desk/committee',
      'desk/datasets',
      'desk/matters',
      'desk/methodology',
      'desk/packages',
      'desk/providers',
      'desk/publication',
      'desk/runs',
      'desk/served',
      'desk/snapshots',
      'log',
      'store',
    ],
    'desk/initialise.ts': ['accounts', 'context', 'desk/methodology', 'log', 'secrets', 'store'],
    decisions: [
      'context',
      'desk/methodology',
      'desk/packages',
      'desk/runs',
      'desk/served',
      'events',
      'policies',
      'store',
    ],
    'watch/due': ['store'],
    books: [
      'accounts',
      'books/figures',
      'context',
      'decisions',
      'desk/methodology',
      'desk/runs',
      'desk/served',
      'policies',
      'secrets',
      'store',
      'watch/due',
    ],
    webhooks: ['accounts', 'context', 'desk/providers', 'events', 'secrets', 'store'],
    watch: [
      'accounts',
      'books',
      'books/figures',
      'context',
      'desk/facts',
      'desk/methodology',
      'desk/providers',
      'desk/publication',
      'desk/runs',
      'desk/served',
      'events',
      'identity',
      'policies',
      'secrets',
      'store',
      'watch/due',
      'webhooks',
    ],
    resealing: [
      'accounts',
      'books',
      'context',
      'identity',
      'log',
      'nodes',
      'secrets',
      'store',
      'watch',
      'webhooks',
    ],
    // An act that takes two people opens its transaction itself, together with the approval.
    acts: [
      'accounts',
      'books',
      'context',
      'decisions',
      'desk/committee',
      'desk/disclosures',
      'desk/doctor',
      'desk/due',
      'desk/facts',
      'desk/home',
      'desk/import',
      'desk/inputs',
      'desk/mails',
      'desk/market',
      'desk/matters',
      'desk/methodology',
      'desk/provider-file',
      'desk/providers',
      'desk/publication',
      'desk/rationales',
      'desk/reviews',
      'desk/runs',
      'desk/search',
      'desk/status',
      'desk/verification',
      'identity',
      'log',
      'nodes',
      'policies',
      'resealing',
      'secrets',
      'store',
      'watch',
      'webhooks',
    ],
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
    demo: ['rendering', 'webhooks'],
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
    cli: ['agent', 'console', 'demo', 'identity', 'rendering', 'service', 'webhooks', 'workers'],
    'main.ts': ['cli'],
  },
  web: {
    api: [],
    charts: [],
    ui: ['api', 'charts'],
    frame: ['api', 'charts', 'ui'],
    'pages.ts': ['frame', 'ui'],
    'sign-in': ['api', 'frame', 'ui'],
    account: ['api', 'frame', 'sign-in', 'ui'],
    components: ['api', 'frame', 'ui'],
    console: ['api', 'frame', 'pages.ts', 'ui'],
    desk: ['api', 'charts', 'frame', 'pages.ts', 'ui'],
    // The scripts of the public pages.
    site: ['api', 'charts', 'ui'],
    'router.tsx': ['account', 'api', 'components', 'console', 'desk', 'frame', 'pages.ts', 'sign-in', 'ui'],
    'main.tsx': ['api', 'router.tsx', 'sign-in'],
  },
  scripts: {
    clients: ['generate'],
    examples: [],
    faults: ['mutations'],
    generate: ['examples', 'inspector'],
    guides: [],
    inspector: [],
    mutations: [],
    reference: ['examples', 'generate'],
    testing: [],
    vectors: [],
    'build-clients.ts': ['clients'],
    'build-guides.ts': ['clients', 'guides'],
    'build-reference.ts': ['clients', 'reference'],
    'examples.ts': ['examples'],
    'faults.ts': ['faults', 'testing'],
    'generate.ts': ['clients', 'generate'],
    'house.ts': [],
    'inspector.ts': ['inspector'],
    'make-vectors.ts': ['vectors'],
    'mutations.ts': ['mutations'],
    'test.ts': ['build-clients.ts', 'build-guides.ts', 'build-reference.ts', 'testing'],
  },
};

/** The specifiers of static imports and re-exports, of `import()` and of worker files. */
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^']+\.tsx?)'/g;

interface Source {
  file: string;
  imports: string[];
}

function sourcesOf(name: string): Source[] {
  const root = path.join(repository, name === 'scripts' ? name : `packages/${name}/src`);
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));
  return files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const imports = [...text.matchAll(SPECIFIER)]
      .map(([, to]) => path.join(path.dirname(file), to!))
      // Files elsewhere are in no room of these; texts of code that is generated name files of another folder.
      .filter((to) => !to.startsWith('..') && existsSync(path.join(root, to)));
    return { file, imports };
  });
}

type Rooms = Readonly<Record<string, readonly string[]>>;

/** A room is a folder, or a file beside the folders; undefined if the file is in none. */
function roomOf(file: string, rooms: Rooms): string | undefined {
  const parts = file.split(path.sep);
  return [parts.slice(0, 2).join('/'), parts[0]!].find((room) => room in rooms);
}

function forbiddenArrows(sources: readonly Source[], rooms: Rooms): string[] {
  return sources.flatMap(({ file, imports }) => {
    const room = roomOf(file, rooms);
    if (room === undefined) return [`${file} is in no listed room`];
    return imports
      .filter((to) => roomOf(to, rooms) !== room && !rooms[room]!.includes(roomOf(to, rooms)!))
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
      sources.flatMap(({ file, imports }) =>
        imports.map((to) => `${roomOf(file, rooms)} -> ${roomOf(to, rooms)}`),
      ),
    );
    const listed = Object.entries(rooms).flatMap(([from, tos]) => tos.map((to) => `${from} -> ${to}`));
    assert.deepEqual(
      listed.filter((arrow) => !used.has(arrow)),
      [],
    );
  });

  test(`${name}: there are no circular imports of rooms or files`, () => {
    const asSources = Object.entries(rooms).map(([file, imports]) => ({ file, imports: [...imports] }));
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
