// A tool's answer as bytes, made on the reading thread.

import type { AgentError, AgentToolName } from '@rf-indicators/contract';
import { type Body, prepareBody } from '../rendering/body.ts';
import { type AgentReading, ToolError } from './tool.ts';
import { TOOLS } from './tools.ts';

export interface ToolQuestion {
  tool: AgentToolName;
  /** Checked against the tool's schema. */
  input: unknown;
}

/** The body is {"tool_name", "result"}, as the plain door answers. */
export type ToolAnswer = { body: Body } | { error: AgentError };

export async function answerTool(reading: AgentReading, { tool, input }: ToolQuestion): Promise<ToolAnswer> {
  try {
    const result = await TOOLS[tool].run(reading, input as never);
    const content = JSON.stringify({ tool_name: tool, result });
    return { body: await prepareBody(content, { lastModified: 0 }) };
  } catch (error) {
    if (error instanceof ToolError) return { error: error.error };
    throw error;
  }
}
