// The agent tools, by name.

import { AGENT_TOOLS, type AgentToolName } from '@rf-indicators/contract';
import type { TSchema } from 'typebox';
import type { OfferedTool } from './mcp/tool-host.ts';
import type { Tool } from './tool.ts';
import { compareProviders } from './tools/compare-providers.ts';
import { getMethodology } from './tools/get-methodology.ts';
import { getProviderScore } from './tools/get-provider-score.ts';
import { getScoreHistory } from './tools/get-score-history.ts';
import { searchProviders } from './tools/search-providers.ts';

export const TOOLS: Readonly<Record<AgentToolName, Tool>> = {
  get_provider_score: getProviderScore,
  compare_providers: compareProviders,
  get_score_history: getScoreHistory,
  search_providers: searchProviders,
  get_methodology: getMethodology,
};

export function isToolName(name: unknown): name is AgentToolName {
  return (AGENT_TOOLS as readonly unknown[]).includes(name);
}

/** As the Model Context Protocol lists them. */
export function offeredTools(): OfferedTool[] {
  return AGENT_TOOLS.map((name) => {
    const { title, description, input, output } = TOOLS[name];
    const [inputSchema, outputSchema] = [plainSchema(input), plainSchema(output)];
    return { name, title, description, inputSchema, outputSchema } as OfferedTool;
  });
}

/** As plain JSON Schema, for manifests. */
export function plainSchema(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}
