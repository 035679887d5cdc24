// Builds the program inside the file that a reader keeps: one script without imports, which the server puts into the file.

import path from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist/kept',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    lib: {
      entry: path.join(import.meta.dirname, 'src/site/verify/kept/main.ts'),
      formats: ['iife'],
      name: 'kept',
      fileName: () => 'checker.js',
    },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
