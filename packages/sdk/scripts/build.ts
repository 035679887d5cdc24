// Builds dist/, or the folder that is named, which must not exist: the client and its verifier as ESM and CommonJS, with type
// declarations. `npm pack` runs it.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('..', import.meta.url));
const repository = path.join(folder, '../..');
const RELATIVE_IMPORT = /from '(\.[^']*)\.ts'/g;
/** Small enough for a page to load as it is; the names of classes stay readable in traces. */
const MINIFY = {
  compress: true,
  mangle: { keepNames: { class: true, function: false } },
  codegen: { removeWhitespace: true },
} as const;
const target = process.argv[2] ?? path.join(folder, 'dist');
const ENTRIES = {
  index: 'src/index.ts',
  policy: 'src/policy/index.ts',
  prompts: 'src/prompts.ts',
  verify: 'src/verify/index.ts',
};

// Built in another folder and then renamed, so that a second build at the same time never finds half of it.
const workshop = process.argv[2] === undefined ? path.join(folder, '.cache') : path.dirname(target);
mkdirSync(workshop, { recursive: true });
const made = mkdtempSync(path.join(workshop, 'build-'));
await bundle();
declareTypes();
copyFileSync(path.join(repository, 'LICENSE'), path.join(made, 'LICENSE'));
rmSync(target, { recursive: true, force: true });
renameSync(made, target);

/** Each entry is one file, so that the plain client never loads the engine. */
async function bundle(): Promise<void> {
  for (const [name, input] of Object.entries(ENTRIES)) {
    for (const [format, extension] of [
      ['esm', 'js'],
      ['cjs', 'cjs'],
    ] as const) {
      const build = await rolldown({
        input: path.join(folder, input),
        platform: 'neutral',
        logLevel: 'warn',
        plugins: name === 'index' ? [] : [sharedErrors(`./index.${extension}`)],
      });
      await build.write({
        file: path.join(made, `${name}.${extension}`),
        format,
        sourcemap: true,
        minify: MINIFY,
      });
      await build.close();
    }
  }
}

/** Other entries throw the client's error classes, not copies of them: `instanceof RfError` must hold for all. */
function sharedErrors(client: string): Plugin {
  const errors = path.join(folder, 'src/errors.ts');
  return {
    name: 'shared-errors',
    resolveId: (source, importer) =>
      importer && path.resolve(path.dirname(importer), source) === errors
        ? { id: client, external: true }
        : null,
  };
}

/** The compiler writes one declaration file for each source file; ESM and CommonJS each get a copy. */
function declareTypes(): void {
  const types = path.join(made, 'types');
  const { status, stdout } = spawnSync(
    path.join(repository, 'node_modules/.bin/tsc'),
    [
      '-p',
      folder,
      '--noEmit',
      'false',
      '--emitDeclarationOnly',
      '--declaration',
      '--rootDir',
      path.join(folder, 'src'),
      '--outDir',
      types,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The type declarations could not be written.\n${stdout}`);
  const published = new Set(['index.d.ts', 'policy/index.d.ts', 'prompts.d.ts', 'verify/index.d.ts']);
  for (const name of published) {
    const file = path.join(types, name);
    const text = readFileSync(file, 'utf8');
    for (const [, other] of text.matchAll(RELATIVE_IMPORT)) {
      published.add(path.join(path.dirname(name), `${other}.d.ts`));
    }
    const importing = (extension: string) => text.replace(RELATIVE_IMPORT, `from '$1.${extension}'`);
    writeFileSync(file, importing('js'));
    writeFileSync(file.replace(/ts$/, 'cts'), importing('cjs'));
  }
  // Files that no entry imports are of no use, and some of them import the engine.
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (/\.d\.c?ts$/.test(name) && !published.has(name.replace('.cts', '.ts')))
      rmSync(path.join(types, name));
  }
}
