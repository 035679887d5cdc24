// The schemas of the agent tools. Requests, responses, the manifest and the server's tool table are derived from them.

import type { Static, TSchema } from 'typebox';
import { Type } from '../../type.ts';
import { CompareProvidersInput, CompareProvidersResult } from './compare-providers.ts';
import { EvaluatePolicyInput, EvaluatePolicyResult } from './evaluate-policy.ts';
import { GetEvidenceOutlookInput, GetEvidenceOutlookResult } from './get-evidence-outlook.ts';
import { GetMethodologyInput, GetMethodologyResult } from './get-methodology.ts';
import { GetProviderScoreInput, GetProviderScoreResult } from './get-provider-score.ts';
import { GetScoreHistoryInput, GetScoreHistoryResult } from './get-score-history.ts';
import { SearchProvidersInput, SearchProvidersResult } from './search-providers.ts';

export * from './compare-providers.ts';
export * from './evaluate-policy.ts';
export * from './get-evidence-outlook.ts';
export * from './get-methodology.ts';
export * from './get-provider-score.ts';
export * from './get-score-history.ts';
export * from './search-providers.ts';

export const AGENT_TOOL_SCHEMAS = {
  get_provider_score: { input: GetProviderScoreInput, result: GetProviderScoreResult },
  compare_providers: { input: CompareProvidersInput, result: CompareProvidersResult },
  get_score_history: { input: GetScoreHistoryInput, result: GetScoreHistoryResult },
  get_evidence_outlook: { input: GetEvidenceOutlookInput, result: GetEvidenceOutlookResult },
  evaluate_policy: { input: EvaluatePolicyInput, result: EvaluatePolicyResult },
  search_providers: { input: SearchProvidersInput, result: SearchProvidersResult },
  get_methodology: { input: GetMethodologyInput, result: GetMethodologyResult },
} as const satisfies Record<string, { input: TSchema; result: TSchema }>;

type Table = typeof AGENT_TOOL_SCHEMAS;
export type AgentToolName = keyof Table;
export const AGENT_TOOLS = Object.keys(AGENT_TOOL_SCHEMAS) as AgentToolName[];

export type AgentToolCall = {
  [Name in AgentToolName]: { tool_name: Name; input: Static<Table[Name]['input']> };
}[AgentToolName];

export const AgentToolCall = Type.Unsafe<AgentToolCall>(
  Type.Union(
    AGENT_TOOLS.map((name) =>
      Type.Object(
        { tool_name: Type.Literal(name), input: AGENT_TOOL_SCHEMAS[name].input },
        { additionalProperties: false },
      ),
    ),
    { description: 'The name of a tool and its input.' },
  ),
);

export type AgentToolResult = {
  [Name in AgentToolName]: { tool_name: Name; result: Static<Table[Name]['result']> };
}[AgentToolName];

export const AgentToolResult = Type.Unsafe<AgentToolResult>(
  Type.Union(
    AGENT_TOOLS.map((name) =>
      Type.Object({ tool_name: Type.Literal(name), result: AGENT_TOOL_SCHEMAS[name].result }),
    ),
    { description: 'The name of the tool and its result.' },
  ),
);
