// A path that is not there: a problem document for programs, a page for people.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem } from '../http/respond.ts';
import { html } from '../rendering/pages/html.ts';
import { layout } from '../rendering/pages/layout.ts';
import type { PageDependencies } from './dependencies.ts';
import { respondMissing } from './respond-page.ts';

export function respondNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, disclosure }: Pick<PageDependencies, 'baseUrl' | 'disclosure'>,
): void {
  if (!asksForPage(request)) {
    respondProblem(request, reply, baseUrl, 'not_found');
    return;
  }
  const page = layout(disclosure, {
    title: 'Not found',
    main: html`<h1>There is nothing at this address</h1>
<p class="lead">Addresses are lower case and end without a slash. <a href="/docs">All pages</a> lists what there is.</p>`,
  });
  respondMissing(request, reply, page);
}

/** Browsers name text/html when a person follows a link; programs rarely do, and never below /api. */
function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/api(?![^/?])/.test(url) && (headers.accept?.includes('text/html') ?? false);
}
