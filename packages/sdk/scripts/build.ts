// dist/: the client and its verifier as ESM and CommonJS, with types that need nothing else. `npm pack` runs it.

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
import { rolldown } from 'rolldown';
import { wireTypes } from './wire-types.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const repository = path.join(folder, '../..');
const RELATIVE_IMPORT = /from '(\.[^']*)\.ts'/g;
const ENTRIES = { index: 'src/index.ts', verify: 'src/verify/index.ts' };

// Made aside and put in place whole: nobody who packs at the same time finds half of it.
mkdirSync(path.join(folder, '.cache'), { recursive: true });
const made = mkdtempSync(path.join(folder, '.cache/build-'));
await bundle();
declareTypes();
copyFileSync(path.join(repository, 'LICENSE'), path.join(made, 'LICENSE'));
rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
renameSync(made, path.join(folder, 'dist'));

/** Each entry is one file of its own, so that the plain client never loads a byte of the engine. */
async function bundle(): Promise<void> {
  for (const [name, input] of Object.entries(ENTRIES)) {
    const build = await rolldown({ input: path.join(folder, input), platform: 'neutral', logLevel: 'warn' });
    for (const [format, extension] of [
      ['esm', 'js'],
      ['cjs', 'cjs'],
    ] as const) {
      await build.write({ file: path.join(made, `${name}.${extension}`), format, comments: false });
    }
    await build.close();
  }
}

/** The compiler writes one declaration file for each source; importers of either kind get their own copies. */
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
  if (status !== 0) throw new Error(`The types could not be written.\n${stdout}`);
  writeFileSync(path.join(types, 'wire.d.ts'), wireTypes(wireNames()));
  const published = new Set(['index.d.ts', 'verify/index.d.ts']);
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
  // What no entry leads to is of use to nobody, and would name the engine.
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (/\.d\.c?ts$/.test(name) && !published.has(name.replace('.cts', '.ts')))
      rmSync(path.join(types, name));
  }
}

/** What src/wire.ts takes from the contract. */
function wireNames(): string[] {
  const source = readFileSync(path.join(folder, 'src/wire.ts'), 'utf8');
  return [...source.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name!);
}
