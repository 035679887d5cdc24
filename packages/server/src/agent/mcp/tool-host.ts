// What a server of the Model Context Protocol is made from: the tools, wherever they run, and the prompts.

import type { AgentCandidate, OperationId } from '@rf-indicators/contract';
import type { AgentPrompt } from '../prompts/agent-prompts.ts';

export interface OfferedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema: { type: 'object'; [keyword: string]: unknown };
}

/** The result as the JSON text that the plain endpoint answers with; null where there is no such tool. */
export type ToolOutcome = { result: string } | { error: ToldError } | null;

/** One of a tool, or a problem of the server that it runs on. */
export interface ToldError {
  code: string;
  message: string;
  candidates: AgentCandidate[];
}

export interface ToolHost {
  tools: readonly OfferedTool[];
  prompts: readonly AgentPrompt[];
  call: (name: string, input: Readonly<Record<string, unknown>>) => Promise<ToolOutcome>;
  /** An answer of the API, for a prompt to be filled with. */
  read: (operation: OperationId, parameters: Readonly<Record<string, string | number>>) => Promise<unknown>;
}
