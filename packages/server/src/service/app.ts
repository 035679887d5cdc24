// Builds the Fastify application, the same one in production and in tests.

import { Readable } from 'node:stream';
import type { ProblemCode } from '@rf-indicators/contract';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { HOT_READS } from '../api/hot-reads.ts';
import { addCalendar } from '../console/calendar-route.ts';
import { addDownloads } from '../console/downloads.ts';
import { addPresence } from '../console/live/presence.ts';
import { addLiveNews } from '../console/live/route.ts';
import { addSessionReads } from '../console/reading/routes.ts';
import { addConsoleDocument, addConsoleRoutes } from '../console/route.ts';
import { isShared, PREFLIGHT_HEADERS } from '../http/cors.ts';
import { hotReads } from '../http/hot-reads.ts';
import { MalformedJson, parseJsonBody, requirePlainUtf8, UnsupportedBody } from '../http/json-body.ts';
import { Overloaded, StoreUnavailable } from '../http/overloaded.ts';
import { requestId } from '../http/request-ids.ts';
import { respondProblem } from '../http/respond.ts';
import { createFront, type FrontSettings } from '../http/server.ts';
import { addIdentityRoutes } from '../identity/route.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { addPages } from '../pages/pages.ts';
import type { AppDependencies, PeopleDependencies } from './dependencies.ts';
import { addMetrics, isHiddenFrom } from './metrics-route.ts';
import { addRoutes, hasEmptySegment, publishedReads } from './routes.ts';

const LONGEST_BODY = 16 * 1024;
const LONGEST_PARAMETER = 4 * 1024;
const STORE_UNAVAILABLE = 'The store is unavailable. Published indicators stay available. Try again later.';

/** The settings of the HTTP server in front of the router. */
export function frontOf(dependencies: AppDependencies): FrontSettings {
  const { baseUrl, serviceState, connections } = dependencies;
  return {
    baseUrl,
    isStopping: () => serviceState().isStopping,
    answerHot: hotReads(HOT_READS, dependencies),
    connections,
    requestLog: dependencies.requestLog,
    tracing: dependencies.tracing,
  };
}

export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const { baseUrl, logError } = dependencies;
  const front = frontOf(dependencies);
  const app = Fastify({
    serverFactory: (handle) => createFront(front, handle),
    bodyLimit: LONGEST_BODY,
    // Requests are answered while the process is stopping. The HTTP server in front of the router answers invalid HTTP.
    return503OnClosing: false,
    clientErrorHandler: () => undefined,
    forceCloseConnections: 'idle',
    genReqId: ({ headers }) => requestId(headers),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    frameworkErrors: (_, request, reply) => {
      request.isShared = isShared(request.url);
      respondProblem(request as FastifyRequest, reply as FastifyReply, baseUrl, 'malformed_request');
    },
  });
  const { tracing } = dependencies;
  if (tracing !== null) {
    app.addHook('onRequest', (request, _reply, done) => {
      const { url } = request.routeOptions;
      if (url !== undefined) tracing.setRoute(request.raw, url);
      done();
    });
  }
  // The stream of a request without a body has already ended here, so body parsers would wait forever for its end.
  app.addHook('preParsing', (_request, _reply, payload, done) =>
    done(null, (payload as Readable).readableEnded ? Readable.from([]) : payload),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      requirePlainUtf8(request);
      return parseJsonBody(bytes);
    },
  );
  app.options('/*', (request, reply) => {
    reply.hijack();
    const headers = isShared(request.url) ? PREFLIGHT_HEADERS : [];
    reply.raw.writeHead(204, ['x-request-id', request.id, ...headers]).end();
  });
  const refuseMissing = (request: FastifyRequest, reply: FastifyReply): void => {
    request.isShared = isShared(request.url);
    const allowed = isHiddenFrom(request) ? [] : allowedMethods(app, request);
    if (allowed.length === 0) respondNotFound(request, reply, dependencies);
    else {
      const headers = ['allow', allowed.join(', ')];
      respondProblem(request, reply, baseUrl, 'method_not_allowed', { headers });
    }
  };
  app.register(async (missing) => {
    // Also an onRequest hook, so that 404 and 405 are sent before the body is read and validated.
    missing.addHook('onRequest', (request, reply, _) => refuseMissing(request, reply));
    missing.setNotFoundHandler(refuseMissing);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { code, ...details } = problemOf(error);
    if (code === 'internal_error') logError(error, request.id);
    respondProblem(request, reply, baseUrl, code, details);
  });
  addRoutes(app, dependencies);
  if (dependencies.people !== null) addPeople(app, dependencies, dependencies.people);
  addConsoleDocument(app, baseUrl, dependencies.startedAt);
  addPages(app, dependencies);
  addMetrics(app, dependencies);
  return app;
}

/** Sign-in, acts, and what signed-in people read. */
function addPeople(app: FastifyInstance, dependencies: AppDependencies, people: PeopleDependencies): void {
  const { trustedProxies, limits } = dependencies.admissionControl;
  const all = { ...dependencies, ...people, trustedProxies, limits };
  addIdentityRoutes(app, all);
  addConsoleRoutes(app, all);
  addDownloads(app, all);
  addCalendar(app, all);
  addLiveNews(app, all);
  addPresence(app, all);
  addSessionReads(app, { ...all, publishedReads: publishedReads(dependencies) });
}

/**
 * No route gives Fastify a schema: requests are checked before the handlers, and responses are bytes. Without these
 * factories it would load a validator and a serializer for them all the same.
 */
function refuseSchema(): never {
  throw new Error('Routes must not give Fastify a schema.');
}

const BY_CODE: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  // The client disconnected before the whole body arrived, so this is not an internal error.
  ECONNRESET: 'malformed_request',
};

function problemOf(error: FastifyError): {
  code: ProblemCode;
  detail?: string;
  headers?: string[];
  retry_after?: number;
} {
  if (error instanceof MalformedJson) return { code: 'malformed_json', detail: error.message };
  if (error instanceof UnsupportedBody) return { code: 'unsupported_media_type' };
  if (error instanceof Overloaded) {
    const more = error instanceof StoreUnavailable ? { detail: STORE_UNAVAILABLE } : {};
    return { ...more, code: 'service_unavailable', headers: ['retry-after', '1'], retry_after: 1 };
  }
  return { code: BY_CODE[error.code] ?? 'internal_error' };
}

/** The methods that the path supports; empty if the path does not exist. */
function allowedMethods(app: FastifyInstance, { url }: FastifyRequest): string[] {
  const path = url.split('?')[0]!;
  return (['GET', 'HEAD', 'POST'] as const).filter((method) => {
    const route = app.findRoute({ method, url: path });
    return route !== null && !hasEmptySegment(route.params);
  });
}
