import { AgentCallAnswer, AgentCallBody, AgentManifest, JsonRpcResponse } from '../schemas/index.ts';
import { type Answer, operation } from './operation.ts';
import { NO_PARAMETERS } from './parameters.ts';

const JSON_TYPE = 'application/json';

export const getAgentManifest = operation({
  id: 'getAgentManifest',
  method: 'GET',
  path: '/api/mcp',
  tag: 'agents',
  summary: 'Get the manifest of the agent tools',
  description:
    'The tools with their schemas, the protocol versions, and how to apply for the pilot. There are no streams to open here: with Accept: text/event-stream the answer is 405.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: AgentManifest, mediaType: JSON_TYPE, description: 'The manifest.' },
  problems: ['method_not_allowed'],
  caching: 'negotiated',
});

/** Statuses with which the Model Context Protocol refuses a message. */
const refusal = (status: number, description: string): Answer => ({
  status,
  schema: JsonRpcResponse,
  mediaType: JSON_TYPE,
  description,
  besideProblems: true,
});

export const callAgentTool = operation({
  id: 'callAgentTool',
  method: 'POST',
  path: '/api/mcp',
  tag: 'agents',
  summary: 'Call an agent tool',
  description:
    'Two doors to the same tools. A body with tool_name and input is answered with tool_name and result. A JSON-RPC body is a message of the Model Context Protocol (Streamable HTTP, stateless), and everything but 401, 403 and 429 is answered in the forms of that protocol. A controlled pilot: PROFESSIONAL or ENTERPRISE, enabled by an operator, agent terms accepted, a key with the agent scope.',
  access: 'pilot',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  body: AgentCallBody,
  success: {
    status: 200,
    schema: AgentCallAnswer,
    mediaType: JSON_TYPE,
    description: 'What the tool found, or the answer to the message.',
  },
  also: [
    {
      status: 202,
      schema: null,
      mediaType: null,
      description: 'A notification was taken; there is no answer to it.',
    },
    refusal(400, 'JSON-RPC: the message is not one that can be answered.'),
    refusal(404, 'JSON-RPC: there is no such method.'),
    refusal(406, 'JSON-RPC: the Accept header lacks application/json or text/event-stream.'),
    refusal(413, 'JSON-RPC: the message is longer than 16 KiB.'),
    refusal(415, 'JSON-RPC: the message is not application/json in UTF-8.'),
  ],
  problems: ['provider_not_found', 'indicator_not_found'],
  caching: 'none',
});
