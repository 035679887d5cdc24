// Style sheets, scripts, fonts and icons of the pages. All of them are served from this host.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Body, prepareBody } from '../rendering/body.ts';
import { LOGO_TYPES } from '../rendering/pages/site.ts';
import { builtFiles, FILE_NAME } from './built-files.ts';
import type { PageDependencies } from './dependencies.ts';
import { respondNotFound } from './not-found.ts';
import { PLAIN_POLICY, respondPage } from './respond-page.ts';

interface Asset {
  path: string;
  /** Concatenated in this order. */
  files: readonly URL[];
  mediaType: string;
}

/** The order matters: a later style sheet may override an earlier one. */
const SHELL_STYLES = ['fonts', 'tokens', 'base', 'fields', 'shell', 'header'];
const TEXT_STYLES = [
  'text',
  'tables',
  'bands',
  'verify',
  'verify-tools',
  'why',
  'methodology',
  'errors',
  'prose',
  'guides',
  'reference',
  'reference-side',
  'search',
  'scores',
  'scores-narrow',
  'scores-switch',
  'changelog',
  'compare',
  'access',
  'status',
  'request',
  'provider',
  'provider-side',
  'provider-peers',
  'history-chart',
  'report',
  'issuances',
  'entitled',
  'waterfall',
  'entitled-tables',
  'what-if',
  'date-field',
  'report-parts',
  'narrow',
  'paper',
  'print',
];

const FONT = 'font/woff2';

/** fonts.css names them by their addresses; a kept file contains them. */
export const FONTS = [
  {
    ...{ name: 'inter', family: 'Inter', weight: '100 900' },
    file: new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  },
  {
    ...{ name: 'plex-mono', family: 'IBM Plex Mono', weight: '400' },
    file: new URL(
      import.meta.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
    ),
  },
] as const;

const ASSETS: readonly Asset[] = [
  styles('pages', [...SHELL_STYLES, ...TEXT_STYLES]),
  // Only the pages that name them load these.
  styles('views', ['score-map', 'timeline']),
  // The application has the header of the site on pages without a rail.
  styles('app', [
    ...SHELL_STYLES,
    'search',
    'bands',
    'history-chart',
    'waterfall',
    'date-field',
    'app',
    'paper',
  ]),
  script('theme'),
  script('site'),
  styles('feed', ['feed']),
  styles('embed', ['fonts', 'tokens', 'bands', 'embed']),
  { path: '/favicon.svg', files: [own('favicon.svg')], mediaType: 'image/svg+xml' },
  ...FONTS.map(({ name, file }) => ({ path: `/assets/${name}.woff2`, files: [file], mediaType: FONT })),
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

/** The logo and the colour that a self-hoster set. */
export function addBrand(app: FastifyInstance, { site, startedAt }: PageDependencies): void {
  const { colour, logoFile } = site;
  if (colour !== null) {
    const text = `.site-header { border-top: 3px solid ${colour}; }\n`;
    const body = prepareBody(text, { lastModified: startedAt, mediaType: 'text/css; charset=utf-8' });
    app.get('/assets/brand.css', (request, reply) => respondPage(request, reply, body));
  }
  if (logoFile !== null) {
    let body: Promise<Body> | null = null;
    app.get('/assets/logo', async (request, reply) => {
      body ??= readFile(logoFile).then((bytes) =>
        prepareBody(bytes, { lastModified: startedAt, mediaType: LOGO_TYPES[path.extname(logoFile)]! }),
      );
      return respondPage(request, reply, await body);
    });
  }
}

type Named = { Params: { name: string } };

/** The scripts of the public pages, as they were built from packages/web/src/site. A page names its script by a plain name; what that script loads later has a hash in its name and never changes. */
export function addSiteScripts(app: FastifyInstance, dependencies: PageDependencies): void {
  const fileOf = builtFiles(dependencies.startedAt);
  const respond = async (
    request: FastifyRequest<Named>,
    reply: FastifyReply,
    folder: string,
    caching: 'public' | 'immutable',
  ) => {
    const { name } = request.params;
    const body = FILE_NAME.test(name) ? await fileOf(folder + name) : null;
    if (body === null) respondNotFound(request, reply, dependencies);
    else return respondPage(request, reply, body, PLAIN_POLICY, caching);
  };
  app.get<Named>('/assets/site/:name', (request, reply) => respond(request, reply, 'site/', 'public'));
  app.get<Named>('/assets/site/chunks/:name', (request, reply) =>
    respond(request, reply, 'site/chunks/', 'immutable'),
  );
}
