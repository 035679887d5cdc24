// The route of the agent tools. It has its own Fastify scope without a JSON parser, because the endpoint parses bodies
// itself to refuse invalid ones in the caller's format (a problem document or JSON-RPC).

import type { Operation } from '@rf-indicators/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionHook } from '../http/admission-hook.ts';
import type { Handler } from '../http/handler.ts';
import { respondBody, respondProblem } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { AgentDependencies } from './dependencies.ts';
import { agentEndpoint, refuseBody } from './endpoint.ts';
import { agentManifest } from './manifest.ts';

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

// GET /api/mcp: the manifest of the agent tools. MCP clients may request an event stream at this path, which a
// stateless server does not offer.

const NO_STREAM = {
  detail: 'This path has no event stream. Send each message with POST.',
  headers: ['allow', 'GET, HEAD, POST'],
};

type ManifestDependencies = Pick<AgentDependencies, 'baseUrl' | 'disclosure' | 'startedAt'>;

export function getAgentManifest(dependencies: ManifestDependencies): Handler {
  const { baseUrl } = dependencies;
  let body: Promise<Body> | null = null;
  return async ({ request, reply }) => {
    if (/text\/event-stream/i.test(request.headers.accept ?? '')) {
      return respondProblem(request, reply, baseUrl, 'method_not_allowed', NO_STREAM);
    }
    body ??= prepareManifest(dependencies);
    return respondBody(request, reply, await body, 'negotiated');
  };
}

async function prepareManifest(dependencies: ManifestDependencies): Promise<Body> {
  // Loaded with the first request, because reading the prompts takes a YAML parser.
  const { agentPrompts } = await import('./prompts/agent-prompts.ts');
  const text = JSON.stringify(agentManifest(dependencies, agentPrompts()));
  return prepareBody(text, { lastModified: dependencies.startedAt, hot: true });
}
