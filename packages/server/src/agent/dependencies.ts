// Dependencies of the agent endpoints.

import type { SharedReads } from '../http/shared-reads.ts';
import type { UsageBook } from '../http/usage-book.ts';
import type { Published } from '../rendering/published.ts';
import type { Reader } from '../rendering/reading.ts';
import type { ToolAnswer, ToolRequest } from './answer-tool.ts';
import type { CallBook } from './call-book.ts';

export interface AgentDependencies {
  baseUrl: string;
  disclosure: string;
  clock: () => number;
  startedAt: number;
  published: Published;
  sharedReads: SharedReads;
  /** Client of the reading thread. */
  reader: Reader & { tool(request: ToolRequest): Promise<ToolAnswer> };
  usage: UsageBook;
  /** The audit trail of tool calls. */
  calls: CallBook;
  logError: (error: unknown, requestId: string) => void;
}
