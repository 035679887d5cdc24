// The agent tools.

import { AgentCallAnswer, AgentCallBody, JsonRpcResponse } from '../schemas/agent/call.ts';
import { AgentManifest } from '../schemas/agent/manifest.ts';
import { type Answer, JSON_TYPE, operations } from './operation.ts';
import { NO_PARAMETERS } from './parameters.ts';

/** Responses with which the Model Context Protocol refuses a message. */
const refusal = (status: number, description: string): Answer => ({
  status,
  schema: JsonRpcResponse,
  mediaType: JSON_TYPE,
  description,
  besideProblems: true,
});

export default operations({
  getAgentManifest: {
    method: 'GET',
    path: '/api/mcp',
    tag: 'agents',
    summary: 'Get the manifest of the agent tools',
    description:
      'Returns the tools with their schemas, the supported protocol versions, and how to apply for the pilot. This path has no event stream: a request with Accept: text/event-stream gets 405.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: AgentManifest, mediaType: JSON_TYPE, description: 'The manifest.' },
    problems: ['method_not_allowed'],
    caching: 'negotiated',
  },
  callAgentTool: {
    method: 'POST',
    path: '/api/mcp',
    tag: 'agents',
    summary: 'Call an agent tool',
    description:
      'There are two ways to call a tool. A plain call has a body with tool_name and input, and the response has tool_name and result. An MCP call has a JSON-RPC body, which is a Model Context Protocol message (Streamable HTTP, stateless); its responses follow that protocol, except for 401, 403 and 429, which are problem documents. The agent tools are a controlled pilot. They require a PROFESSIONAL or ENTERPRISE workspace that an operator has enabled and whose Contract Admin has accepted the agent terms, and a key with the agent scope.',
    access: 'pilot',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    body: AgentCallBody,
    success: {
      status: 200,
      schema: AgentCallAnswer,
      mediaType: JSON_TYPE,
      description: 'The result of the tool, or the response to the MCP message.',
    },
    also: [
      {
        status: 202,
        schema: null,
        mediaType: null,
        description: 'The MCP notification was accepted. There is no response body.',
      },
      refusal(400, 'JSON-RPC: the message is invalid.'),
      refusal(404, 'JSON-RPC: the method does not exist.'),
      refusal(406, 'JSON-RPC: the Accept header does not list both application/json and text/event-stream.'),
      refusal(413, 'JSON-RPC: the message is larger than 16 KiB.'),
      refusal(415, 'JSON-RPC: the message is not application/json in UTF-8.'),
    ],
    problems: ['provider_not_found', 'indicator_not_found', 'indicator_withdrawn'],
    caching: 'none',
  },
});
