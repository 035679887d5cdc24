// GET /clients/: the client packages that `npm run build` made, so that they can be installed without a public registry.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Body, prepareBody } from '../../rendering/body.ts';
import { type ClientPackage, clientsPage } from '../../rendering/pages/clients-page.ts';
import { REPOSITORY } from '../../rendering/repository.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { pageBody, respondPage, respondRedirect } from '../respond-page.ts';

const FOLDER = new URL('dist/clients/', REPOSITORY);

export function addClients(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  let packages: Promise<ClientPackage[]> | null = null;
  const bodies = new Map<string, Promise<Body>>();
  const load = async (file: string): Promise<Body> => {
    const options = { lastModified: startedAt, mediaType: 'application/octet-stream' };
    const body = prepareBody(await readFile(new URL(file, FOLDER)), options);
    // Both kinds of archive are compressed.
    return { ...body, compressions: [] };
  };

  app.get('/clients', async (request, reply) => respondRedirect(request, reply, '/clients/'));
  app.get('/clients/', async (request, reply) => {
    packages ??= readPackages();
    return respondPage(request, reply, pageBody(clientsPage(site, await packages), startedAt));
  });
  app.get<{ Params: { file: string } }>('/clients/:file', async (request, reply) => {
    packages ??= readPackages();
    const { file } = request.params;
    // Only what is listed is served.
    if (!(await packages).some((each) => each.file === file))
      return respondNotFound(request, reply, dependencies);
    const body = bodies.get(file) ?? load(file);
    bodies.set(file, body);
    return respondPage(request, reply, await body);
  });
}

/** None if they were not built. */
export async function readPackages(): Promise<ClientPackage[]> {
  try {
    return JSON.parse(await readFile(new URL('packages.json', FOLDER), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
