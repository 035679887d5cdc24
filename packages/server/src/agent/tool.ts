// The definition of an agent tool, and the form of its answers. No tool changes anything. All run on the reading thread, except for
// evaluate_policy, which runs on the thread that decides and keeps its decisions.

import type { AgentError, AgentToolName } from '@rf-indicators/contract';
import type { TSchema } from 'typebox';
import { type Body, prepareBody } from '../rendering/body.ts';

export interface Tool {
  name: AgentToolName;
  title: string;
  /** When to use the tool, and what it does not do. */
  description: string;
  input: TSchema;
  /** An input that gets a result in the demo world; the docs show it and the tests send it. */
  example: Readonly<Record<string, unknown>>;
  output: TSchema;
}

/** `result`: only the result. `envelope`: {"tool_name", "result"}, as the plain endpoint returns it. */
export type AnswerForm = 'result' | 'envelope';
export type ToolAnswer = { body: Body } | { error: AgentError };

/** The tool has no result. The message says what the model can do about it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly error: AgentError;

  constructor(error: AgentError) {
    super(error.message);
    this.error = error;
  }
}

export function toolBody(tool_name: AgentToolName, result: object, form: AnswerForm): Body {
  const content = form === 'result' ? result : { tool_name, result };
  return prepareBody(JSON.stringify(content), { lastModified: 0 });
}

/** The body, or the error of the tool. */
export async function answered(making: () => Promise<Body>): Promise<ToolAnswer> {
  try {
    return { body: await making() };
  } catch (error) {
    if (error instanceof ToolError) return { error: error.error };
    throw error;
  }
}
