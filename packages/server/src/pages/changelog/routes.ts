// GET /changelog: a public page of what the changelog's operation gives.

import type { Changelog } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import type { Body } from '../../rendering/body.ts';
import { readKinds, withKinds } from '../../rendering/pages/changelog/kinds.ts';
import { changelogPage } from '../../rendering/pages/changelog/page.ts';
import type { PageDependencies } from '../dependencies.ts';
import { cachePerBody } from '../page-cache.ts';
import { jsonOf, readPublished } from '../read-published.ts';
import { pageBody, respondPage, respondRedirect } from '../respond-page.ts';

const ROWS = 50;

export function addChangelog(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  /** By the kinds and the place in the list, which the body itself does not say. */
  const renderers = new Map<string, (source: Body) => Promise<Body>>();

  app.get<{ Querystring: Record<string, unknown> }>('/changelog', async (request, reply) => {
    const kinds = readKinds(request.query.kinds);
    const { cursor } = request.query;
    const parameters = {
      limit: ROWS,
      ...(kinds.length === 0 ? {} : { kinds: kinds.join(',') }),
      ...(typeof cursor === 'string' && cursor !== '' ? { cursor } : {}),
    };
    const source = await readPublished(dependencies, 'getChangelog', parameters);
    // A cursor that was not made here: show the newest changes.
    if ('problem' in source) return respondRedirect(request, reply, withKinds('/changelog', kinds));
    const isFirst = !('cursor' in parameters);
    const key = `${kinds.join(',')} ${isFirst}`;
    const render =
      renderers.get(key) ??
      cachePerBody(async (body) =>
        pageBody(
          changelogPage(site, { changelog: jsonOf<Changelog>(body), kinds, isFirst }),
          Math.max(body.lastModified, startedAt),
        ),
      );
    renderers.set(key, render);
    return respondPage(request, reply, await render(source));
  });
}
