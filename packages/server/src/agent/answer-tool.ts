// A tool's answer as bytes, made on the reading thread.

import type { AgentError, AgentToolName } from '@rf-indicators/contract';
import { type Body, prepareBody } from '../rendering/body.ts';
import type { Reading } from '../rendering/reading.ts';
import { ToolError } from './tool.ts';
import { TOOLS } from './tools.ts';

export interface ToolQuestion {
  tool: AgentToolName;
  /** Checked against the tool's schema. */
  input: unknown;
  form: AnswerForm;
}

/** The result alone, or in the envelope of the plain endpoint: {"tool_name", "result"}. */
export type AnswerForm = 'result' | 'envelope';
export type ToolAnswer = { body: Body } | { error: AgentError };

export async function answerTool(reading: Reading, { tool, input, form }: ToolQuestion): Promise<ToolAnswer> {
  try {
    const result = await TOOLS[tool].run(reading, input as never);
    const content = form === 'result' ? result : { tool_name: tool, result };
    return { body: await prepareBody(JSON.stringify(content), { lastModified: 0 }) };
  } catch (error) {
    if (error instanceof ToolError) return { error: error.error };
    throw error;
  }
}
