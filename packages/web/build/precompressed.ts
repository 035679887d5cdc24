// Writes each file of the build also in gzip and Brotli, so that the server compresses nothing.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(?:m?js|css|svg|html|bcmap|pfb|ttf)$/;
/** The best takes many seconds for megabytes of fonts and decoders, and gains little. */
const LARGE = 500_000;

export function precompressed(): Plugin {
  return {
    name: 'rf-precompressed',
    apply: 'build',
    // The bundler still changes files while it generates the bundle, so they are read as they were written.
    async writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => COMPRESSED.test(file))) {
        const file = path.join(dir!, name);
        const bytes = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(bytes, brotli(bytes.length)));
        await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

function brotli(size: number) {
  const quality = size > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
