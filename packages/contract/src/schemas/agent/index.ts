export * from './call.ts';
export { AGENT_ERROR_CODES, AgentCandidate, AgentError } from './common.ts';
export * from './compare-providers.ts';
export * from './get-methodology.ts';
export * from './get-provider-score.ts';
export * from './get-score-history.ts';
export * from './manifest.ts';
export * from './search-providers.ts';
export * from './tools.ts';
