// Sends pages, with security headers that allow a page only what ours need.

import type { Caching } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendBody } from '../http/send-body.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { Html } from '../rendering/pages/html.ts';

/** Scripts of this host only, which ask this host alone: the theme, the search field, and who is signed in. */
export const PAGE_SOURCES = { 'script-src': "'self'", 'connect-src': "'self'" };
/** No inline scripts, no framing, nothing from other hosts. */
export const PLAIN_POLICY = contentPolicy(PAGE_SOURCES);

export function contentPolicy(more: Readonly<Record<string, string>>): string {
  const directives = {
    'default-src': "'none'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': "'self' data:",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    ...more,
  };
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}

function pageHeaders(request: FastifyRequest, policy: string): string[] {
  return [
    'x-request-id',
    request.id,
    'content-security-policy',
    policy,
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
  ];
}

const HTML_TYPE = 'text/html; charset=utf-8';

export function pageBody(page: Html, lastModified: number): Body {
  return prepareBody(page.text, { lastModified, mediaType: HTML_TYPE });
}

/** Sends a page, or a style sheet, font or script of one. */
export function respondPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  policy: string = PLAIN_POLICY,
  caching: Caching = 'public',
): void | Promise<void> {
  reply.hijack();
  return sendBody(request.raw, reply.raw, body, caching, pageHeaders(request, policy));
}

/** Sends a page for the reader to save: the browser does not open it here, so its own script never runs on this site. */
export function respondDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  fileName: string,
): void | Promise<void> {
  const disposition = ['content-disposition', `attachment; filename="${fileName}"`];
  reply.hijack();
  return sendBody(request.raw, reply.raw, body, 'public', [
    ...pageHeaders(request, PLAIN_POLICY),
    ...disposition,
  ]);
}

/** Sends a 404 page. It must not be cached, because the page may exist later. */
export function respondPageNotFound(request: FastifyRequest, reply: FastifyReply, page: Html): void {
  respondRefusedPage(request, reply, 404, page);
}

/** Sends a page with the status of an error. It is for this reader only. */
export function respondRefusedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: Html,
  policy: string = PLAIN_POLICY,
): void {
  const bytes = Buffer.from(page.text);
  reply.hijack();
  reply.raw.writeHead(status, [
    ...pageHeaders(request, policy),
    'content-type',
    HTML_TYPE,
    'content-length',
    String(bytes.length),
    'cache-control',
    'no-store',
    'vary',
    'Accept',
  ]);
  reply.raw.end(bytes);
}

/**
 * 303 after a form was accepted: the browser then gets the page, and a reload sends nothing again. 301 for an address that is
 * no longer used.
 */
export function respondRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  location: string,
  status: 301 | 302 | 303 = 302,
): void {
  reply.hijack();
  reply.raw.writeHead(status, [
    ...pageHeaders(request, PLAIN_POLICY),
    'location',
    location,
    'cache-control',
    'no-cache',
    'content-length',
    '0',
  ]);
  reply.raw.end();
}
