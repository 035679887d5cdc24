// Answers requests for unknown paths: with a page for browsers, with a problem document for programs.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { meantPath } from '../http/path-hint.ts';
import { respondProblem } from '../http/respond.ts';
import { notFoundPage } from '../rendering/pages/not-found-page.ts';
import type { PageDependencies } from './dependencies.ts';
import { respondPageNotFound } from './respond-page.ts';

export function respondNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, site }: Pick<PageDependencies, 'baseUrl' | 'site'>,
): void {
  if (!asksForPage(request)) {
    const meant = meantPath(request.url);
    const detail = `This path does not exist. Did you mean ${meant}? Paths are lower case and have no slash at the end.`;
    respondProblem(request, reply, baseUrl, 'not_found', meant === null ? {} : { detail });
    return;
  }
  const page = notFoundPage(site, request.url);
  respondPageNotFound(request, reply, page);
}

/** Browsers accept text/html when a person follows a link; programs rarely do. Paths below /api and /exports never get a page. */
function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/(api|exports)(?![^/?])/.test(url) && (headers.accept?.includes('text/html') ?? false);
}
