export * from './call.ts';
export { AGENT_ERROR_CODES, AgentCandidate, AgentError } from './common.ts';
export * from './manifest.ts';
export * from './tools.ts';
