// Calls tools from the serving thread. Results are cached as bytes until the next publication, checkpoint or daily dump,
// except for decisions, which are made anew for each call.

import type { AgentToolName, EvaluatePolicyInput } from '@rf-indicators/contract';
import type { TObject } from 'typebox';
import type { Body } from '../rendering/body.ts';
import type { AgentDependencies } from './dependencies.ts';
import type { AnswerForm, ToolAnswer } from './tool.ts';
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

/** Synchronous if the result is cached. The workspace is that of the key. */
export type AskTool = (request: CachedToolRequest, workspaceId: string) => Body | Promise<ToolAnswer>;

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
  decisions,
  baseUrl,
  disclosure,
}: Pick<
  AgentDependencies,
  'published' | 'sharedReads' | 'reader' | 'decisions' | 'baseUrl' | 'disclosure'
>): AskTool {
  const evaluate = async (input: EvaluatePolicyInput, form: AnswerForm, workspaceId: string) => {
    const { policy, provider_names, exposure = 'new' } = input;
    const names = await reader.findNames(provider_names);
    return decisions.evaluatePolicy({ workspaceId, policy, exposure, names, form, baseUrl, disclosure });
  };
  return ({ tool, input, form, cacheKey }, workspaceId) => {
    if (tool === 'evaluate_policy') return evaluate(input as EvaluatePolicyInput, form, workspaceId);
    return (
      published.find(cacheKey) ??
      sharedReads.read(
        cacheKey,
        () => reader.tool({ tool, input, form }),
        (answer) => {
          if ('body' in answer) published.keep(cacheKey, answer.body, 'keyed');
        },
      )
    );
  };
}
