// Writes each text file of the build also in gzip and Brotli, so that the server compresses nothing.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg|html)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

export function precompressed(): Plugin {
  return {
    name: 'rf-precompressed',
    apply: 'build',
    // The bundler still changes files while it generates the bundle, so they are read as they were written.
    async writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => TEXT.test(file))) {
        const file = path.join(dir!, name);
        const bytes = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(bytes, BROTLI));
        await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
