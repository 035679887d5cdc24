// Calls tools from the serving thread. Results are cached as bytes until the next publication, checkpoint or daily dump.

import type { AgentToolName } from '@rf-indicators/contract';
import type { TObject } from 'typebox';
import type { Body } from '../rendering/body.ts';
import type { AnswerForm, ToolAnswer } from './answer-tool.ts';
import type { AgentDependencies } from './dependencies.ts';
import { TOOLS } from './tools.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

/** A tool call with a validated input. */
export interface CachedToolRequest {
  tool: AgentToolName;
  input: ToolInput;
  form: AnswerForm;
  /** Equal for equal inputs, whatever their member order. It cannot collide with the URLs in the same cache. */
  cacheKey: string;
}

/** Synchronous if the result is cached. */
export type AskTool = (request: CachedToolRequest) => Body | Promise<ToolAnswer>;

const members = new Map(
  Object.values(TOOLS).map(({ name, input }) => [name, Object.keys((input as TObject).properties)]),
);

export function toolRequest(tool: AgentToolName, input: ToolInput, form: AnswerForm): CachedToolRequest {
  const values = members.get(tool)!.map((name) => input[name]);
  return { tool, input, form, cacheKey: `agent ${form} ${tool} ${JSON.stringify(values)}` };
}

export function toolAsker({
  published,
  sharedReads,
  reader,
}: Pick<AgentDependencies, 'published' | 'sharedReads' | 'reader'>): AskTool {
  return ({ tool, input, form, cacheKey }) =>
    published.find(cacheKey) ??
    sharedReads.read(
      cacheKey,
      () => reader.tool({ tool, input, form }),
      (answer) => {
        if ('body' in answer) published.keep(cacheKey, answer.body, 'keyed');
      },
    );
}
