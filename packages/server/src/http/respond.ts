// Sends the responses of all operations. They bypass the router's serialisation and write to the raw response.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caching, ProblemCode } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from '../rendering/body.ts';
import type { Admission } from './admission.ts';
import { CORS_HEADERS } from './cors.ts';
import { feedInBrowser } from './feed-in-browser.ts';
import type { Answers } from './metrics.ts';
import { type ProblemDetails, problemDocument, writeProblem } from './problems.ts';
import { sendBody } from './send-body.ts';

/** The parts of a request that its response needs. */
export interface Asked {
  id: string;
  /** null before admission. */
  admission: Admission | null;
  /** Counts the response; null if the path is not an operation. */
  answers: Answers | null;
  /** When the request was routed, as a time of performance.now(). */
  startedAt: number;
  /** Whether pages of other sites may read the response. Undefined if the request was not routed. */
  isShared?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest extends Asked {}
}

function commonHeaders(asked: Asked): string[] {
  return [...ownHeaders(asked), ...sharingHeaders(asked)];
}

/** Those that differ from one response to the next. */
function ownHeaders({ id, admission }: Asked): string[] {
  // Undefined if the router failed to parse the request: such requests are not decorated.
  return ['x-request-id', id, ...(admission?.headers ?? [])];
}

const NO_HEADERS: readonly string[] = [];

function sharingHeaders({ isShared = true }: Asked): readonly string[] {
  return isShared ? CORS_HEADERS : NO_HEADERS;
}

/** `code` is that of the problem, if the response is one. */
function count(
  asked: Asked,
  response: ServerResponse,
  status: number,
  code: ProblemCode | null = null,
): void {
  const { id, answers, admission, startedAt } = asked;
  const credential = admission?.credential ?? null;
  answers?.count(response, status, startedAt, credential?.row.workspaceId ?? null);
  if (status < 400 || credential === null) return;
  const operation = answers?.operation ?? null;
  credential.failures.record(credential.row, { requestId: id, operation, status, code });
}

export function answerBody(
  request: IncomingMessage,
  response: ServerResponse,
  asked: Asked,
  body: Body,
  caching: Caching,
): void | Promise<void> {
  const feed = feedInBrowser(request, body);
  const sending =
    feed === null
      ? sendBody(request, response, body, caching, ownHeaders(asked), sharingHeaders(asked))
      : sendBody(request, response, feed.body, caching, [...commonHeaders(asked), ...feed.headers]);
  if (sending === undefined) return count(asked, response, response.statusCode);
  return sending.then(() => count(asked, response, response.statusCode));
}

export function respondBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  caching: Caching,
): void | Promise<void> {
  reply.hijack();
  return answerBody(request.raw, reply.raw, request, body, caching);
}

/** Sends a value as JSON that must not be cached. */
export function respondJson(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  value: unknown,
  more: readonly string[] = [],
): void {
  const bytes = Buffer.from(JSON.stringify(value));
  count(request, reply.raw, status);
  reply.hijack();
  reply.raw.writeHead(status, [
    ...commonHeaders(request),
    'content-type',
    'application/json',
    'content-length',
    String(bytes.length),
    'cache-control',
    'no-store',
    ...more,
  ]);
  reply.raw.end(bytes);
}

/** Starts a file for one person, which is not cached. */
export function startPrivateFile(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: readonly string[],
): ServerResponse {
  count(request, reply.raw, 200);
  reply.hijack();
  return reply.raw.writeHead(200, [
    ...commonHeaders(request),
    ...['cache-control', 'private, no-store', 'x-content-type-options', 'nosniff'],
    ...headers,
  ]);
}

/** Sends JSON text, or no body if `text` is null. The response must not be cached. */
export function respondText(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string | null,
  more: readonly string[] = [],
): void {
  const bytes = text === null ? null : Buffer.from(text);
  count(request, reply.raw, status);
  reply.hijack();
  reply.raw.writeHead(status, [
    ...commonHeaders(request),
    ...(bytes === null ? [] : ['content-type', 'application/json']),
    'content-length',
    String(bytes?.length ?? 0),
    'cache-control',
    'no-store',
    ...more,
  ]);
  reply.raw.end(bytes);
}

export function answerProblem(
  response: ServerResponse,
  asked: Asked,
  baseUrl: string,
  code: ProblemCode,
  details: ProblemDetails = {},
): void {
  const problem = problemDocument(baseUrl, code, asked.id, details);
  count(asked, response, problem.status, code);
  writeProblem(response, problem, [...commonHeaders(asked), ...(details.headers ?? [])]);
}

export function respondProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  code: ProblemCode,
  details: ProblemDetails = {},
): void {
  reply.hijack();
  // If a response has already started, a problem can no longer be sent.
  if (reply.raw.headersSent) reply.raw.destroy();
  else answerProblem(reply.raw, request, baseUrl, code, details);
}
