// Copies what pdf.js loads while it runs into the build: its worker, decoders in plain JavaScript (our policy allows no
// WebAssembly), character maps and the standard fonts. Colour profiles and the sandbox for scripts are left out: without
// them colours are approximate, and scripts of a PDF file never run. The worker begins with limits of our own.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const require = createRequire(import.meta.url);
const root = path.dirname(require.resolve('pdfjs-dist/package.json'));
const { version } = require('pdfjs-dist/package.json') as { version: string };

/** Counts changes of our own files. Both versions are in the path, so that browsers may keep the files for ever. */
const OWN_VERSION = 1;
const FOLDER = `assets/pdfjs-${version}.${OWN_VERSION}`;
const LIMITS = path.join(import.meta.dirname, '../src/desk/document/pdf-limits.ts');
export const PDFJS_FILES = `/app/${FOLDER}/`;

function filesOf(folder: string, wanted: RegExp): [string, string][] {
  return readdirSync(path.join(root, folder))
    .filter((name) => wanted.test(name))
    .map((name) => [name, path.join(root, folder, name)]);
}

function files(): Map<string, string> {
  return new Map([
    ...filesOf('build', /^pdf\.worker\.min\.mjs$/),
    ...filesOf('wasm', /_nowasm_fallback\.js$/),
    ...filesOf('cmaps', /\.bcmap$/),
    ...filesOf('standard_fonts', /\.(?:pfb|ttf)$/),
  ]);
}

/** The limits are in force before anything of pdf.js runs. */
async function ownFiles(): Promise<Map<string, string>> {
  const { code } = await transformWithOxc(readFileSync(LIMITS, 'utf8'), LIMITS, { target: 'es2023' });
  return new Map([
    ['pdf.worker.limited.mjs', "import './pdf-limits.mjs';\nimport './pdf.worker.min.mjs';\n"],
    ['pdf-limits.mjs', code],
  ]);
}

export function pdfjsFiles(): Plugin {
  return {
    name: 'rf-pdfjs-files',
    async generateBundle() {
      for (const [name, file] of files())
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source: readFileSync(file) });
      for (const [name, source] of await ownFiles())
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source });
    },
    configureServer({ middlewares }) {
      const known = files();
      middlewares.use(PDFJS_FILES, async (request, response, next) => {
        const name = (request.url ?? '').slice(1).split('?')[0]!;
        const file = known.get(name);
        const content = (await ownFiles()).get(name) ?? (file === undefined ? undefined : readFileSync(file));
        if (content === undefined) return next();
        if (/\.m?js$/.test(name)) response.setHeader('content-type', 'text/javascript');
        response.end(content);
      });
    },
  };
}
