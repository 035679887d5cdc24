// The scripts of the public pages, as they were built from packages/web/src/site. A page names its script by a plain
// name; what that script loads later has a hash in its name and never changes.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtFiles, FILE_NAME } from './built-files.ts';
import type { PageDependencies } from './dependencies.ts';
import { respondNotFound } from './not-found.ts';
import { PLAIN_POLICY, respondPage } from './respond-page.ts';

type Named = { Params: { name: string } };

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
