export {
  AGENT_TOOLS,
  AgentCallAnswer,
  AgentCallBody,
  AgentToolCall,
  type AgentToolName,
  AgentToolResult,
  JsonRpcMessage,
  JsonRpcResponse,
} from './call.ts';
export { AGENT_ERROR_CODES, AgentCandidate, AgentError } from './common.ts';
export {
  ComparabilityWarning,
  ComparedPair,
  ComparedProvider,
  CompareProvidersInput,
  CompareProvidersResult,
} from './compare-providers.ts';
export {
  AgentCriterion,
  AgentRule,
  GetMethodologyInput,
  GetMethodologyResult,
  METHODOLOGY_SECTIONS,
} from './get-methodology.ts';
export { GetProviderScoreInput, GetProviderScoreResult } from './get-provider-score.ts';
export {
  AgentHistoryEntry,
  AgentHistorySummary,
  GetScoreHistoryInput,
  GetScoreHistoryResult,
} from './get-score-history.ts';
export { AgentManifest, AgentPromptDescription, AgentToolDescription } from './manifest.ts';
export { FoundProvider, SearchProvidersInput, SearchProvidersResult } from './search-providers.ts';
