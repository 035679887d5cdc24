// Dependencies of the agent endpoints.

import type { SharedReads } from '../http/shared-reads.ts';
import type { UsageBook } from '../http/usage-book.ts';
import type { Published } from '../rendering/published.ts';
import type { Reader } from '../rendering/reading.ts';
import type { ToolRequest } from './answer-tool.ts';
import type { CallBook } from './call-book.ts';
import type { FoundName } from './find-provider.ts';
import type { ToolAnswer } from './tool.ts';
import type { PolicyToolCall } from './tools/evaluate-policy.ts';

/** Client of the thread that decides. */
export interface PolicyTool {
  evaluatePolicy(call: PolicyToolCall): Promise<ToolAnswer>;
}

export interface AgentDependencies {
  baseUrl: string;
  disclosure: string;
  clock: () => number;
  startedAt: number;
  published: Published;
  sharedReads: SharedReads;
  /** Client of the reading thread. */
  reader: Reader & {
    tool(request: ToolRequest): Promise<ToolAnswer>;
    findNames(names: readonly string[]): Promise<FoundName[]>;
  };
  decisions: PolicyTool;
  usage: UsageBook;
  /** The audit trail of tool calls. */
  calls: CallBook;
  logError: (error: unknown, requestId: string) => void;
}
