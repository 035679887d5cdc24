// GET /api/mcp: the manifest of the agent tools. MCP clients may request an event stream at this path, which a
// stateless server does not offer.

import type { Handler } from '../http/handler.ts';
import { respondBody, respondProblem } from '../http/respond.ts';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { AgentDependencies } from './dependencies.ts';
import { agentManifest } from './manifest.ts';

const NO_STREAM = {
  detail: 'This path has no event stream. Send each message with POST.',
  headers: ['allow', 'GET, HEAD, POST'],
};

export function getAgentManifest(dependencies: AgentDependencies): Handler {
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

async function prepareManifest(dependencies: AgentDependencies): Promise<Body> {
  // Loaded with the first request, because reading the prompts takes a YAML parser.
  const { agentPrompts } = await import('./prompts/agent-prompts.ts');
  const text = JSON.stringify(agentManifest(dependencies, agentPrompts()));
  return prepareBody(text, { lastModified: dependencies.startedAt, hot: true });
}
