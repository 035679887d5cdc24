// The route of the agent tools. It has a scope of its own because its endpoint, and not the application, parses bodies: a
// body that cannot be parsed is refused in the form that the caller uses.

import type { Operation } from '@rf-indicators/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionHook } from '../http/admission-hook.ts';
import type { AgentDependencies } from './dependencies.ts';
import { agentEndpoint, refuseBody } from './endpoint.ts';
import { agentPrompts } from './prompts/agent-prompts.ts';

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
      handler: agentEndpoint(dependencies, agentPrompts()),
      // Before the handler: too long, or of another type. Anything else is for the application's handler.
      errorHandler: (error, request: FastifyRequest, reply: FastifyReply) =>
        refuseBody(dependencies, request, reply, error),
    });
  });
}
