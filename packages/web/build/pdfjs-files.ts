// Copies what pdf.js loads while it runs into the build: its worker, decoders in plain JavaScript (our policy allows no
// WebAssembly), character maps and the standard fonts. Colour profiles and the sandbox for scripts are left out: without
// them colours are approximate, and scripts of a PDF file never run.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const root = path.dirname(require.resolve('pdfjs-dist/package.json'));
const { version } = require('pdfjs-dist/package.json') as { version: string };

/** The version is in the path, so that browsers may keep the files for ever. */
const FOLDER = `assets/pdfjs-${version}`;
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

export function pdfjsFiles(): Plugin {
  return {
    name: 'rf-pdfjs-files',
    generateBundle() {
      for (const [name, file] of files())
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source: readFileSync(file) });
    },
    configureServer({ middlewares }) {
      const known = files();
      middlewares.use(PDFJS_FILES, (request, response, next) => {
        const file = known.get((request.url ?? '').slice(1).split('?')[0]!);
        if (file === undefined) return next();
        if (/\.m?js$/.test(file)) response.setHeader('content-type', 'text/javascript');
        response.end(readFileSync(file));
      });
    },
  };
}
