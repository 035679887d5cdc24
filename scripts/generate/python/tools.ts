// rf_indicators/models/tools.py: a class for the result of each agent tool.

import { AgentToolResult } from '@rf-indicators/contract';
import { ClassCollector, type ModelClass } from './classes.ts';
import { modelsModule } from './models.ts';
import { plain } from './schemas.ts';
import { className, literal } from './text.ts';
import type { ValueTypes } from './value-types.ts';

export function toolsModule(
  answers: readonly ModelClass[],
  events: readonly ModelClass[],
  valueTypes: ValueTypes,
): { text: string; names: string[] } {
  const collector = new ClassCollector(valueTypes, [...answers, ...events]);
  const results = (plain(AgentToolResult).anyOf ?? []).map(({ properties }) => {
    const tool = String(properties!.tool_name!.const);
    return [tool, collector.add(properties!.result!, `${className(tool)}Result`)];
  });
  const text = modelsModule({
    purpose: ['The results of the agent tools.'],
    classes: collector.classes,
    importable: {
      answers: answers.map(({ name }) => name),
      events: events.map(({ name }) => name),
      values: valueTypes.names,
    },
    more: [
      [
        'TOOL_RESULTS: Dict[str, Type[Model]] = {',
        ...results.map(([tool, name]) => `    ${literal(tool!)}: ${name},`),
        '}',
        '"""The class of the result of each tool."""',
      ].join('\n'),
    ],
  });
  return { text, names: [...collector.classes.map(({ name }) => name), 'TOOL_RESULTS'] };
}
