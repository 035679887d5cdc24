// The web application: one page for all its addresses, and its files, which have a hash in their name and never change.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainBytes, prepareBody } from '../../rendering/body.ts';
import { siteHeader } from '../../rendering/pages/header.ts';
import { escapeHtml } from '../../rendering/pages/html.ts';
import { lazily } from '../../rendering/pages/lazily.ts';
import { NO_BRANDING } from '../../rendering/pages/site.ts';
import { builtFiles, FILE_NAME, PDFJS_FOLDER } from '../built-files.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { contentPolicy, respondPage } from '../respond-page.ts';

/** Scripts, styles and requests of this host only. */
const POLICY = contentPolicy({ 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self'" });

/** Comments of index.html, which the server replaces. */
const HEAD_MARK = '<!-- styles of the site -->';
const HEADER_MARK = '<!-- header of the site -->';
/** A browser that draws the header before it has read all of it moves its first parts when the last ones come. */
const DRAWN_WHOLE = '<link rel="expect" href="#app" blocking="render">';
const BRAND_STYLES = '<link rel="stylesheet" href="/assets/brand.css">';
/** The search field of the header. The application itself does the rest. */
const SEARCH_SCRIPT = '<script src="/assets/site/search.js" type="module"></script>';

const PAGES = ['/components', '/sign-in', '/sign-in/*', '/console', '/console/*', '/desk', '/desk/*'];

/** Other addresses below /console: documents, lists as CSV, live news. They have routes of their own. */
const FILES_OF_THE_CONSOLE = /^\/console\/(?:documents\/|events(?:\?|$)|[\w-]+\.csv(?:\?|$))/;

export function addApplication(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  const fileOf = builtFiles(startedAt);
  /** The page of the application, with the header and the name of the site. */
  const indexPage = lazily(async () => {
    const page = await fileOf('index.html');
    if (page === null) return null;
    const text = Buffer.from(plainBytes(page))
      .toString()
      .replaceAll(NO_BRANDING.name, escapeHtml(site.name))
      .replace(HEAD_MARK, () => `${DRAWN_WHOLE}${site.colour === null ? '' : BRAND_STYLES}${SEARCH_SCRIPT}`)
      .replace(HEADER_MARK, () => siteHeader(site).text);
    return prepareBody(text, { lastModified: startedAt, mediaType: page.mediaType, hot: true });
  });
  const respond = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const body = await (name === 'index.html' ? indexPage() : fileOf(name));
    if (body === null) respondNotFound(request, reply, dependencies);
    else return respondPage(request, reply, body, POLICY, name === 'index.html' ? 'none' : 'immutable');
  };
  for (const url of PAGES) {
    app.get(url, (request, reply) =>
      FILES_OF_THE_CONSOLE.test(request.url)
        ? respondNotFound(request, reply, dependencies)
        : respond(request, reply, 'index.html'),
    );
  }
  app.get<{ Params: { name: string } }>('/app/assets/:name', async (request, reply) => {
    const { name } = request.params;
    if (FILE_NAME.test(name)) await respond(request, reply, `assets/${name}`);
    else respondNotFound(request, reply, dependencies);
  });
  app.get<{ Params: { folder: string; name: string } }>(
    '/app/assets/:folder/:name',
    async (request, reply) => {
      const { folder, name } = request.params;
      if (PDFJS_FOLDER.test(folder) && FILE_NAME.test(name))
        await respond(request, reply, `assets/${folder}/${name}`);
      else respondNotFound(request, reply, dependencies);
    },
  );
}
