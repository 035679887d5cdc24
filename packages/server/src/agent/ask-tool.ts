// The serving side of the tools. Answers are kept as bytes until something is published, so that the same question
// takes a look-up.

import type { AgentToolName } from '@rf-indicators/contract';
import type { TObject } from 'typebox';
import type { Body } from '../rendering/body.ts';
import type { AnswerForm, ToolAnswer } from './answer-tool.ts';
import type { AgentDependencies } from './dependencies.ts';
import { TOOLS } from './tools.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

/** Of an input that was checked against the tool's schema. */
export interface Question {
  tool: AgentToolName;
  input: ToolInput;
  form: AnswerForm;
  /** The same for all ways to write the same input; no path begins like it. */
  place: string;
}

/** Bytes come at once where they are ready. */
export type AskTool = (question: Question) => Body | Promise<ToolAnswer>;

const members = new Map(
  Object.values(TOOLS).map(({ name, input }) => [name, Object.keys((input as TObject).properties)]),
);

export function questionOf(tool: AgentToolName, input: ToolInput, form: AnswerForm): Question {
  const values = members.get(tool)!.map((name) => input[name]);
  return { tool, input, form, place: `agent ${form} ${tool} ${JSON.stringify(values)}` };
}

export function toolAsker({
  published,
  sharedReads,
  reader,
}: Pick<AgentDependencies, 'published' | 'sharedReads' | 'reader'>): AskTool {
  return ({ tool, input, form, place }) =>
    published.kept(place) ??
    sharedReads.read(
      place,
      () => reader.tool({ tool, input, form }),
      (answer) => {
        if ('body' in answer) published.keep(place, answer.body);
      },
    );
}
