// GET /changelog: the public page of changes.

import type { FastifyInstance } from 'fastify';
import { readKinds, withKinds } from '../../rendering/pages/changelog/kinds.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { readBody } from '../read-published.ts';
import { respondPage, respondRedirect } from '../respond-page.ts';

/** The number of the entry before which the page begins. */
const CURSOR = /^[1-9][0-9]{0,14}$/;

export function addChangelog(app: FastifyInstance, dependencies: PageDependencies): void {
  app.get<{ Querystring: Record<string, unknown> }>('/changelog', async (request, reply) => {
    const kinds = readKinds(request.query.kinds);
    const { cursor = '' } = request.query;
    const newest = withKinds('/changelog', kinds);
    const isFirst = cursor === '';
    // A cursor that was not made here: show the newest changes.
    if (!isFirst && !CURSOR.test(String(cursor))) return respondRedirect(request, reply, newest);
    const parameters = { kinds: kinds.join(','), ...(isFirst ? {} : { before: String(cursor) }) };
    const url = isFirst ? newest : `${newest}${kinds.length === 0 ? '?' : '&'}cursor=${cursor}`;
    const body = await readBody(dependencies, url, 'changelogPage', parameters);
    if ('problem' in body) return respondNotFound(request, reply, dependencies);
    return respondPage(request, reply, body);
  });
}
