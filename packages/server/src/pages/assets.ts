// Files that pages are made with. Nothing comes from another host.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { type Body, prepareBody } from '../indicators/body.ts';
import { respondPage } from './respond-page.ts';

interface Asset {
  path: string;
  file: URL;
  mediaType: string;
}

const FONT = 'font/woff2';

const ASSETS: readonly Asset[] = [
  { path: '/assets/pages.css', file: own('pages.css'), mediaType: 'text/css; charset=utf-8' },
  { path: '/assets/api-reference.css', file: own('api-reference.css'), mediaType: 'text/css; charset=utf-8' },
  {
    path: '/assets/api-reference.js',
    file: own('api-reference.js'),
    mediaType: 'text/javascript; charset=utf-8',
  },
  { path: '/favicon.svg', file: own('favicon.svg'), mediaType: 'image/svg+xml' },
  { path: '/robots.txt', file: own('robots.txt'), mediaType: 'text/plain; charset=utf-8' },
  font('inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  font('plex-mono', '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
];

function own(name: string): URL {
  return new URL(`./assets/${name}`, import.meta.url);
}

function font(name: string, file: string): Asset {
  return {
    path: `/assets/${name}.woff2`,
    file: new URL(import.meta.resolve(file)),
    mediaType: FONT,
  };
}

export function addAssets(app: FastifyInstance, { standing }: AppDependencies): void {
  for (const { path, file, mediaType } of ASSETS) {
    let body: Promise<Body> | null = null;
    const load = async () => {
      const options = { lastModified: standing().startedAt, mediaType, hot: true };
      const prepared = await prepareBody(await readFile(file), options);
      // A font is compressed as it is.
      return mediaType === FONT ? { ...prepared, gzip: null, brotli: null } : prepared;
    };
    app.get(path, async (request, reply) => {
      body ??= load();
      respondPage(request, reply, await body);
    });
  }
}
