// The web application: one page for all its addresses, and its files, which have a hash in their name and never change.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Body, prepareBody } from '../../rendering/body.ts';
import { escapeHtml } from '../../rendering/pages/html.ts';
import { SITE_SCRIPTS, siteHeader } from '../../rendering/pages/layout.ts';
import { NO_BRANDING, type Site } from '../../rendering/pages/site.ts';
import { builtFiles, FILE_NAME, PDFJS_FOLDER } from '../built-files.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { contentPolicy, respondPage } from '../respond-page.ts';

/** Scripts, styles and requests of this host only. */
const POLICY = contentPolicy({ 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self'" });

const PAGES = ['/components', '/sign-in', '/sign-in/*', '/console', '/console/*', '/desk', '/desk/*'];
const APPLICATION = '<div id="app">';

function applicationPage(built: string, site: Site): string {
  const brand = site.colour === null ? '' : '<link rel="stylesheet" href="/assets/brand.css">';
  return built
    .replaceAll(NO_BRANDING.name, escapeHtml(site.name))
    .replace('</head>', `${brand}${SITE_SCRIPTS.text}</head>`)
    .replace(
      APPLICATION,
      `<template id="site-header">${siteHeader(site, '/sign-in').text}</template>${APPLICATION}`,
    );
}

/** Other addresses below /console: documents, lists as CSV, live news. They have routes of their own. */
const FILES_OF_THE_CONSOLE = /^\/console\/(?:documents\/|events(?:\?|$)|[\w-]+\.csv(?:\?|$))/;

export function addApplication(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  const fileOf = builtFiles(startedAt);
  let prepared: Body | null = null;
  /** The page of the application, with the name that was set, and the header of the site for pages without a rail. */
  const indexPage = async () => {
    const page = await fileOf('index.html');
    if (page === null) return null;
    prepared ??= prepareBody(applicationPage(Buffer.from(page.identity).toString(), site), {
      ...page,
      hot: true,
    });
    return prepared;
  };
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
