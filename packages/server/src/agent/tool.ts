// A tool: what a model is told of it, what it takes and gives, and how it finds that out. All of them only read, and
// run on the reading thread, where the data is.

import type { AgentError, AgentToolName } from '@rf-indicators/contract';
import type { TSchema } from 'typebox';
import type { Reading } from '../rendering/reading.ts';

export interface Tool {
  name: AgentToolName;
  title: string;
  /** When to use it, and what it will not do. */
  description: string;
  input: TSchema;
  /** An input that gets a result in the demo world; the docs show it and the tests send it. */
  example: Readonly<Record<string, unknown>>;
  output: TSchema;
  /** The input was checked against its schema. */
  run: (reading: Reading, input: never) => Promise<object>;
}

/** There is no result, and the model is told what to do about it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly error: AgentError;

  constructor(error: AgentError) {
    super(error.message);
    this.error = error;
  }
}
