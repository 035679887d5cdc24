// What the contract says in words: the types of events and the operations of the API. The schemas stay on the server.

import type { AgentToolName, WebhookEventType } from '@rf-indicators/contract';

interface EventType {
  type: WebhookEventType;
  /** opt_in: sent only to endpoints that list it. on_request: sent only as a test. */
  delivery: 'default' | 'opt_in' | 'on_request';
  description: string;
}

declare const __EVENT_TYPES__: readonly EventType[];
declare const __AGENT_TOOLS__: readonly AgentToolName[];
declare const __OPERATIONS__: Readonly<Record<string, string>>;

export const EVENT_TYPES: readonly EventType[] = __EVENT_TYPES__;
export const AGENT_TOOLS: readonly AgentToolName[] = __AGENT_TOOLS__;
const PATHS = __OPERATIONS__;

/** Usage is counted for each agent tool: callAgentTool:get_provider_score. */
const TOOL_PREFIX = 'callAgentTool:';

export function toolOf(operation: string): string | null {
  return operation.startsWith(TOOL_PREFIX) ? operation.slice(TOOL_PREFIX.length) : null;
}

/** getScoreHistory becomes "Get score history". */
export function operationName(operation: string): string {
  const id = toolOf(operation) ?? operation;
  const words = id.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** GET /api/v1/scores/{providerId}; undefined for what is no operation, such as an agent tool. */
export function operationPath(id: string): string | undefined {
  return PATHS[id];
}

export const OPERATION_IDS: readonly string[] = Object.keys(PATHS);
