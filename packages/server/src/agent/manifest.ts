// Builds the manifest of the agent tools.

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
        `The workspace has the ${PILOT_TIERS} tier.`,
        'An operator has enabled the workspace for the pilot.',
        'The Contract Admin of the workspace has accepted the agent terms.',
        'The key has the agent scope.',
      ],
      how_to_apply:
        'The pilot is for selected customers. Ask your contact at the operator of this service to enable your workspace. ' +
        'Then your Contract Admin accepts the agent terms, and a member of the workspace creates a key with the agent scope.',
    },
    doors: [
      {
        name: 'plain',
        description:
          'Plain tool calls: POST {"tool_name", "input"} and get {"tool_name", "result"}. Errors are problem documents.',
      },
      {
        name: 'mcp',
        description:
          'Model Context Protocol: POST a JSON-RPC message (Streamable HTTP, stateless) and get a JSON response.',
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
    documentation_url: `${baseUrl}/docs/agents`,
    limitations_disclosure: disclosure,
  };
}
