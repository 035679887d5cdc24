// The two forms of a body at /api/mcp, and of its answers.

import { type Static, type TSchema, Type } from 'typebox';
import { mapOf } from '../forms.ts';
import { CompareProvidersInput, CompareProvidersResult } from './compare-providers.ts';
import { GetMethodologyInput, GetMethodologyResult } from './get-methodology.ts';
import { GetProviderScoreInput, GetProviderScoreResult } from './get-provider-score.ts';
import { GetScoreHistoryInput, GetScoreHistoryResult } from './get-score-history.ts';
import { SearchProvidersInput, SearchProvidersResult } from './search-providers.ts';

export const AGENT_TOOLS = [
  'get_provider_score',
  'compare_providers',
  'get_score_history',
  'search_providers',
  'get_methodology',
] as const;
export type AgentToolName = (typeof AGENT_TOOLS)[number];

const call = <Name extends AgentToolName, Input extends TSchema>(tool_name: Name, input: Input) =>
  Type.Object({ tool_name: Type.Literal(tool_name), input }, { additionalProperties: false });

export const AgentToolCall = Type.Union(
  [
    call('get_provider_score', GetProviderScoreInput),
    call('compare_providers', CompareProvidersInput),
    call('get_score_history', GetScoreHistoryInput),
    call('search_providers', SearchProvidersInput),
    call('get_methodology', GetMethodologyInput),
  ],
  { description: 'A tool and its input.' },
);
export type AgentToolCall = Static<typeof AgentToolCall>;

export const AgentToolResult = Type.Union(
  [
    Type.Object({ tool_name: Type.Literal('get_provider_score'), result: GetProviderScoreResult }),
    Type.Object({ tool_name: Type.Literal('compare_providers'), result: CompareProvidersResult }),
    Type.Object({ tool_name: Type.Literal('get_score_history'), result: GetScoreHistoryResult }),
    Type.Object({ tool_name: Type.Literal('search_providers'), result: SearchProvidersResult }),
    Type.Object({ tool_name: Type.Literal('get_methodology'), result: GetMethodologyResult }),
  ],
  { description: 'What the tool found.' },
);
export type AgentToolResult = Static<typeof AgentToolResult>;

export const JsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    method: Type.Optional(Type.String()),
    params: Type.Optional(mapOf(Type.Unknown())),
  },
  { description: 'A message of the Model Context Protocol; one a request, no batches.' },
);

export const JsonRpcResponse = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    result: Type.Optional(mapOf(Type.Unknown())),
    error: Type.Optional(
      Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
    ),
  },
  { description: 'An answer of the Model Context Protocol: a result or an error.' },
);

export const AgentCallBody = Type.Union([AgentToolCall, JsonRpcMessage], {
  $id: 'AgentCallBody',
  description: 'A tool and its input, or a message of the Model Context Protocol.',
});

export const AgentCallAnswer = Type.Union([AgentToolResult, JsonRpcResponse], {
  $id: 'AgentCallAnswer',
  description: 'In the form that was asked in.',
});
