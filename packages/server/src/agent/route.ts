// The route of the agent tools. It has its own Fastify scope without a JSON parser, because the endpoint parses bodies
// itself to refuse invalid ones in the caller's format (a problem document or JSON-RPC).

import type { Operation } from '@rf-indicators/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionHook } from '../http/admission-hook.ts';
import type { AgentDependencies } from './dependencies.ts';
import { agentEndpoint, refuseBody } from './endpoint.ts';

export function addAgentRoute(
  app: FastifyInstance,
  { method, path }: Operation,
  onRequest: AdmissionHook,
  dependencies: AgentDependencies,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, bytes, done) =>
      done(null, bytes),
    );
    scope.route({
      method,
      url: path,
      onRequest,
      handler: agentEndpoint(dependencies),
      // Bodies that are refused before the handler runs: too large, or of another media type.
      errorHandler: (error, request: FastifyRequest, reply: FastifyReply) =>
        refuseBody(dependencies, request, reply, error),
    });
  });
}
