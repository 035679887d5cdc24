// Builds the scripts of the public pages: one module for each page that has one, and what it loads later.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { precompressed } from './build/precompressed.ts';

const FOLDER = path.join(import.meta.dirname, 'src/site');

/** The files of the folder itself; its own folders hold their parts. */
const ENTRIES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));

export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/site/',
  publicDir: false,
  plugins: [precompressed()],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: Object.fromEntries(ENTRIES.map((name) => [path.parse(name).name, path.join(FOLDER, name)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
