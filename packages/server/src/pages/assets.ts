// Style sheets, scripts, fonts and icons of the pages. All of them are served from this host.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { PageDependencies } from './dependencies.ts';
import { respondPage } from './respond-page.ts';

interface Asset {
  path: string;
  /** Concatenated in this order. */
  files: readonly URL[];
  mediaType: string;
}

/** The order matters: a later style sheet may override an earlier one. */
const SHELL_STYLES = ['fonts', 'tokens', 'base', 'shell'];
const TEXT_STYLES = [
  'text',
  'tables',
  'bands',
  'verify',
  'verify-tools',
  'methodology',
  'errors',
  'prose',
  'guides',
  'scores',
  'scores-narrow',
  'changelog',
  'compare',
  'access',
  'status',
  'request',
  'provider',
  'provider-side',
  'history-chart',
  'report',
  'report-entitled',
  'issuances',
  'entitled',
  'waterfall',
  'entitled-tables',
  'what-if',
  'report-parts',
  'narrow',
  'print',
];

const FONT = 'font/woff2';

const ASSETS: readonly Asset[] = [
  styles('shell', SHELL_STYLES),
  styles('pages', [...SHELL_STYLES, ...TEXT_STYLES]),
  styles('app', ['fonts', 'tokens', 'base', 'bands', 'history-chart', 'waterfall', 'app']),
  {
    path: '/assets/api-reference.css',
    files: [own('api-reference.css')],
    mediaType: 'text/css; charset=utf-8',
  },
  script('api-reference'),
  script('theme'),
  script('site'),
  { path: '/favicon.svg', files: [own('favicon.svg')], mediaType: 'image/svg+xml' },
  font('inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  font('plex-mono', '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
];

export const ASSET_PATHS: readonly string[] = ASSETS.map(({ path }) => path);

function own(name: string): URL {
  return new URL(`./assets/${name}`, import.meta.url);
}

function styles(name: string, parts: readonly string[]): Asset {
  return {
    path: `/assets/${name}.css`,
    files: parts.map((part) => own(`styles/${part}.css`)),
    mediaType: 'text/css; charset=utf-8',
  };
}

function script(name: string): Asset {
  const mediaType = 'text/javascript; charset=utf-8';
  return { path: `/assets/${name}.js`, files: [own(`${name}.js`)], mediaType };
}

function font(name: string, file: string): Asset {
  return {
    path: `/assets/${name}.woff2`,
    files: [new URL(import.meta.resolve(file))],
    mediaType: FONT,
  };
}

export function addAssets(app: FastifyInstance, { startedAt }: PageDependencies): void {
  for (const { path, files, mediaType } of ASSETS) {
    let body: Promise<Body> | null = null;
    const load = async () => {
      const options = { lastModified: startedAt, mediaType, hot: true };
      const contents = await Promise.all(files.map((file) => readFile(file)));
      const prepared = prepareBody(Buffer.concat(contents), options);
      // WOFF2 is compressed already.
      return mediaType === FONT ? { ...prepared, compressions: [] } : prepared;
    };
    app.get(path, async (request, reply) => {
      body ??= load();
      return respondPage(request, reply, await body);
    });
  }
}
