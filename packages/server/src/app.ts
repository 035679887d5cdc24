// buildApp(dependencies): the same application in production and in tests.

import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { statusRoute } from './api/v1/status.ts';
import type { AppDependencies } from './dependencies.ts';
import { sendProblem } from './http/problems.ts';

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,64}$/;

export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const { baseUrl, logError } = dependencies;
  const app = Fastify({
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(app, request);
    if (allowed.length === 0) return sendProblem(request, reply, 'not_found', baseUrl);
    reply.header('allow', allowed.join(', '));
    return sendProblem(request, reply, 'method_not_allowed', baseUrl);
  });
  app.setErrorHandler((error, request, reply) => {
    logError(error, request.id);
    return sendProblem(request, reply, 'internal_error', baseUrl);
  });
  statusRoute(app, dependencies);
  return app;
}

/** The methods that the path would take; none for a path that does not exist. */
function allowedMethods(app: FastifyInstance, { url }: FastifyRequest): string[] {
  const path = url.split('?')[0]!;
  return (['GET', 'HEAD', 'POST'] as const).filter((method) => app.findRoute({ method, url: path }) !== null);
}
