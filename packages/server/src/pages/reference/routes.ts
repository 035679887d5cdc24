// The API reference below /docs/api: lists of operations, and a page for each.

import type { FastifyInstance } from 'fastify';
import type { Body } from '../../rendering/body.ts';
import { BodyCache } from '../../rendering/body-cache.ts';
import { consoleHome, referenceHome } from '../../rendering/pages/reference/list-pages.ts';
import { operationPage } from '../../rendering/pages/reference/operation-page.ts';
import { listedOperations, type ReferenceContents } from '../../rendering/reference/contents.ts';
import { readParts, readReference } from '../../rendering/reference/files.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { pageBody, respondPage } from '../respond-page.ts';

/** A reader opens a few of the pages, and a crawler all of them once. */
const MOST_BYTES = 2 * 1024 * 1024;

export function addReference(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  const bodies = new BodyCache();
  let contents: Promise<ReferenceContents> | null = null;
  const load = () => {
    contents ??= readReference().catch((error) => {
      contents = null;
      throw error;
    });
    return contents;
  };

  const kept = async (address: string, make: () => Promise<Body | null>): Promise<Body | null> => {
    const known = bodies.find(address) ?? (await make());
    if (known === null) return null;
    bodies.add(address, known);
    bodies.shrinkTo(MOST_BYTES);
    return known;
  };

  for (const [address, page] of [
    ['/docs/api', referenceHome],
    ['/docs/api/console', consoleHome],
  ] as const)
    app.get(address, async (request, reply) => {
      const body = await kept(address, async () => pageBody(page(site, await load()), startedAt));
      return respondPage(request, reply, body!);
    });

  app.get<{ Params: { '*': string } }>('/docs/api/*', async (request, reply) => {
    const name = request.params['*'];
    const body = await kept(`/docs/api/${name}`, async () => {
      const all = await load();
      const operation = listedOperations(all).find((each) => each.name === name);
      if (operation === undefined) return null;
      return pageBody(operationPage(site, all, operation, await readParts(name)), startedAt);
    });
    if (body === null) return respondNotFound(request, reply, dependencies);
    return respondPage(request, reply, body);
  });
}
