// The serving side of the tools: what was answered once is kept as bytes until something is published, so that the
// same question takes a look-up.

import type { AgentToolName } from '@rf-indicators/contract';
import type { TObject } from 'typebox';
import type { AppDependencies } from '../dependencies.ts';
import type { Body } from '../indicators/body.ts';
import type { ToolAnswer } from './answer-tool.ts';
import { TOOLS } from './tools.ts';

export type ToolInput = Readonly<Record<string, unknown>>;
export type AskTool = (tool: AgentToolName, input: ToolInput) => Body | Promise<ToolAnswer>;

/** The input was checked against the tool's schema. Bytes come at once where they are ready. */
export function toolAsker({ published, reader }: Pick<AppDependencies, 'published' | 'reader'>): AskTool {
  const underWay = new Map<string, Promise<ToolAnswer>>();
  return (tool, input) => {
    const question = questionOf(tool, input);
    const kept = published.kept(question);
    if (kept !== undefined) return kept;
    const { swaps } = published;
    // Who asks after a swap must not get what was asked for before it.
    const place = `${swaps} ${question}`;
    const already = underWay.get(place);
    if (already !== undefined) return already;
    const asked = reader
      .tool({ tool, input })
      .then((answer) => {
        if ('body' in answer && published.swaps === swaps) published.keep(question, answer.body);
        return answer;
      })
      .finally(() => underWay.delete(place));
    underWay.set(place, asked);
    return asked;
  };
}

const members = new Map(
  Object.values(TOOLS).map(({ name, input }) => [name, Object.keys((input as TObject).properties)]),
);

/** The same for all ways to write the same input; no path begins like it. */
function questionOf(tool: AgentToolName, input: ToolInput): string {
  return `agent ${tool} ${JSON.stringify(members.get(tool)!.map((name) => input[name]))}`;
}
