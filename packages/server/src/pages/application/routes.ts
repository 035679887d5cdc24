// The web application: one page for all its addresses, and its files, which have a hash in their name and never change.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtFiles, FILE_NAME } from '../built-files.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { contentPolicy, respondPage } from '../respond-page.ts';

/** Scripts, styles and requests of this host only. */
const POLICY = contentPolicy({ 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self'" });

const PAGES = ['/components', '/sign-in', '/sign-in/*', '/console', '/console/*', '/desk', '/desk/*'];
/** Other addresses below /console: documents, lists as CSV, live news. They have routes of their own. */
const FILES_OF_THE_CONSOLE = /^\/console\/(?:documents\/|events(?:\?|$)|[\w-]+\.csv(?:\?|$))/;
export function addApplication(app: FastifyInstance, dependencies: PageDependencies): void {
  const fileOf = builtFiles(dependencies.startedAt);
  const respond = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const body = await fileOf(name);
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
}
