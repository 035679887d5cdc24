// Interface between the MCP server and its tools and prompts, which may run locally or on a remote server.

import type { AgentCandidate, OperationId, WithdrawnIndicator } from '@rf-indicators/contract';
import type { AgentPrompt } from '../prompts/agent-prompts.ts';

export interface OfferedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema: { type: 'object'; [keyword: string]: unknown };
}

/** `result` is JSON text, as the plain endpoint returns it. Null if the tool does not exist. */
export type ToolOutcome = { result: string } | { error: ReportedError } | null;

/** An error of the tool, or a problem of the server that it runs on. */
export interface ReportedError extends Partial<Record<keyof WithdrawnIndicator, string | undefined>> {
  code: string;
  message: string;
  candidates: AgentCandidate[];
}

export interface ToolHost {
  tools: readonly OfferedTool[];
  prompts: readonly AgentPrompt[];
  call: (name: string, input: Readonly<Record<string, unknown>>) => Promise<ToolOutcome>;
  /** An API response, for filling a prompt. */
  read: (operation: OperationId, parameters: Readonly<Record<string, string | number>>) => Promise<unknown>;
}
