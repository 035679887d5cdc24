// The definition of an agent tool. All tools are read-only and run on the reading thread.

import type { AgentError, AgentToolName } from '@rf-indicators/contract';
import type { TSchema } from 'typebox';

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

/** The tool has no result. The message says what the model can do about it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly error: AgentError;

  constructor(error: AgentError) {
    super(error.message);
    this.error = error;
  }
}
