// The table of agent tools in docs/use/agents.md.

import { AGENT_TOOL_SCHEMAS, AGENT_TOOLS } from '@rf-indicators/contract';
import { TOOLS } from '../../../packages/server/src/agent/tools.ts';
import { code, table } from './markdown.ts';

export function toolTable(): string {
  return table(
    ['tool', 'input', 'example', 'result'],
    AGENT_TOOLS.map((name) => {
      const { input, result } = AGENT_TOOL_SCHEMAS[name];
      const members = Object.keys(input.properties).map(code).join(', ');
      const { description = '' } = result as { description?: string };
      const example = code(JSON.stringify(TOOLS[name].example));
      return [code(name), members, example, description.replace(' Members may be added.', '')];
    }),
  );
}
