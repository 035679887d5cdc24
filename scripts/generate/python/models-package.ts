// rf_indicators/models/__init__.py: all models under one name.

import { importText } from './models.ts';
import { docstring, HEADER, literal } from './text.ts';

const PURPOSE = [
  'Everything that the service sends, as objects.',
  'Attributes have the names of the JSON members. A name that Python reserves gets an underscore: ``changes.from_``. The service may add members and values at any time: unknown members are kept and can be read like the others, and values of enumerations are plain strings. ``raw`` is the JSON as it was received.',
];

export function modelsPackage(
  modules: Readonly<Record<'answers' | 'events' | 'tools', readonly string[]>>,
): string {
  const all: Record<string, readonly string[]> = {
    ...modules,
    base: ['MapOf', 'Model', 'Page', 'Row'],
    tool_result: ['ToolResult'],
  };
  const isConstant = (name: string) => name === name.toUpperCase();
  const names = Object.values(all).flat().sort();
  return [
    HEADER,
    docstring('', PURPOSE),
    '',
    ...Object.keys(all)
      .sort()
      .flatMap((module) => importText(`.${module}`, all[module]!)),
    '',
    '__all__ = [',
    ...[...names.filter(isConstant), ...names.filter((name) => !isConstant(name))].map(
      (name) => `    ${literal(name)},`,
    ),
    ']',
    '',
  ].join('\n');
}
