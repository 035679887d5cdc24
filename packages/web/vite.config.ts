// Builds the web application: hashed names, no inline script or style, and files compressed once.

import { AGENT_TOOLS, EVENT_DEFINITIONS, OPERATIONS } from '@rf-indicators/contract';
import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { PDFJS_FILES, pdfjsFiles } from './build/pdfjs-files.ts';
import { precompressed } from './build/precompressed.ts';
import { serverFiles } from './build/server-files.ts';

/** The server that `npm run dev` passes requests on to. */
const SERVER = process.env.RF_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), serverFiles(), pdfjsFiles(), precompressed()],
  define: {
    __PDFJS_FILES__: JSON.stringify(PDFJS_FILES),
    // The schemas stay on the server: the browser only needs to know which acts are reads with a query.
    __QUERY_ACTS__: JSON.stringify(
      CONSOLE_OPERATIONS.filter(({ method }) => method === 'GET').map(({ act }) => act),
    ),
    __REQUESTS__: JSON.stringify(
      Object.fromEntries(Object.entries(ACTS).map(([name, { request }]: [string, Act]) => [name, request])),
    ),
    __MEMBER_ROLES__: JSON.stringify(
      Object.fromEntries(
        Object.entries(ACTS).map(([name, { who }]: [string, Act]) => [name, who.member ?? []]),
      ),
    ),
    __EVENT_TYPES__: JSON.stringify(
      Object.entries(EVENT_DEFINITIONS).map(([type, { delivery, description }]) => ({
        type,
        delivery,
        description,
      })),
    ),
    __AGENT_TOOLS__: JSON.stringify(AGENT_TOOLS),
    __OPERATIONS__: JSON.stringify(
      Object.fromEntries(Object.values(OPERATIONS).map(({ id, method, path }) => [id, `${method} ${path}`])),
    ),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // One file for all that every page needs. Otherwise parts that some pages share with it become files of their own, of which a
      // browser fetches six at a time.
      output: {
        codeSplitting: {
          // Not their dependencies, which would bring parts of libraries that only other pages use: what the entry needs is there anyway.
          groups: [{ name: 'application', tags: ['$initial'], includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/assets',
        '/console/documents',
        '/console/events',
        '/console/desk',
        '/favicon.svg',
        '^/console/[^/]+\\.csv',
      ].map((path) => [path, { target: SERVER, changeOrigin: true, headers: { origin: SERVER } }]),
    ),
  },
});
