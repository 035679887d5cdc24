// GET /api/mcp: what the endpoint is, for programs and for people who want to take part.

import { AGENT_TOOLS, type AgentManifest, TIER_TERMS, TIERS } from '@rf-indicators/contract';
import { SERVER_INFO } from './about.ts';
import { MCP_VERSIONS } from './mcp/versions.ts';
import type { AgentPrompt } from './prompts/agent-prompts.ts';
import { plainSchema, TOOLS } from './tools.ts';

const PILOT_TIERS = TIERS.filter((tier) => TIER_TERMS[tier].pilot).join(' or ');

export function agentManifest(
  { baseUrl, disclosure }: { baseUrl: string; disclosure: string },
  prompts: readonly AgentPrompt[],
): AgentManifest {
  return {
    ...SERVER_INFO,
    stage: 'controlled_pilot',
    registration: 'pending',
    endpoint: `${baseUrl}/api/mcp`,
    authentication: {
      type: 'api_key',
      header: 'x-api-key',
      requirements: [
        `A contract of the tier ${PILOT_TIERS}.`,
        'The workspace was enabled for the pilot by an operator.',
        'Its Contract Admin accepted the agent terms.',
        'The key was issued with the agent scope.',
      ],
      how_to_apply:
        'The pilot is for selected customers. Ask the operator of this service, through your contract, to enable your ' +
        'workspace; then your Contract Admin accepts the agent terms in the workspace settings, and a member issues a ' +
        'key with the agent scope.',
    },
    doors: [
      {
        name: 'plain',
        description:
          'POST {"tool_name", "input"} and get {"tool_name", "result"}; refusals are problem documents.',
      },
      {
        name: 'mcp',
        description:
          'POST a JSON-RPC message: Model Context Protocol, Streamable HTTP, stateless, JSON answers.',
      },
    ],
    tools: AGENT_TOOLS.map((name) => {
      const { title, description, input, output } = TOOLS[name];
      return {
        name,
        title,
        description,
        input_schema: plainSchema(input),
        output_schema: plainSchema(output),
      };
    }),
    prompts: prompts.map(({ name, title, purpose, arguments: taken }) => ({
      name,
      title,
      description: purpose,
      arguments: [...taken],
    })),
    mcp_protocol_versions: MCP_VERSIONS,
    documentation_url: `${baseUrl}/docs/api`,
    limitations_disclosure: disclosure,
  };
}
