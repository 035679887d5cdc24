// Pages that do not change while the process runs. Each is rendered on its first request.

import type { FastifyInstance } from 'fastify';
import type { Body } from '../rendering/body.ts';
import type { Html } from '../rendering/pages/html.ts';
import type { PageDependencies } from './dependencies.ts';
import { PLAIN_POLICY, pageBody, respondPage } from './respond-page.ts';

export function addFixedPage(
  app: FastifyInstance,
  { startedAt }: Pick<PageDependencies, 'startedAt'>,
  path: string,
  make: () => Html,
  policy: string = PLAIN_POLICY,
): void {
  let body: Body | null = null;
  app.get(path, async (request, reply) => {
    body ??= pageBody(make(), startedAt);
    return respondPage(request, reply, body, policy);
  });
}
