// The modules of rf_indicators.models: a class for each object that the service sends.

import { type Member, type ModelClass, ownMembers } from './classes.ts';
import { describe, schemaName } from './schemas.ts';
import { docstring, fitted, HEADER, literal, prose } from './text.ts';

const TYPING_NAMES = ['Any', 'Dict', 'List', 'Optional', 'Type', 'Union'];

interface ModuleParts {
  /** What the module is for; its docstring. */
  purpose: string[];
  classes: readonly ModelClass[];
  /** Classes of other modules that this one may use, by module. */
  importable?: Readonly<Record<string, readonly string[]>>;
  /** Text after the classes. */
  more?: readonly string[];
}

export function modelsModule({ purpose, classes, importable = {}, more = [] }: ModuleParts): string {
  const body = [...classes.map((each) => classText(each)), ...more].join('\n\n\n');
  const code = withoutDocstrings(body);
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const imports = Object.entries({ base: ['MapOf', 'Model', 'Page'], ...importable })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([module, names]) => importText(`.${module}`, names.filter(isUsed)));
  const head = [
    HEADER,
    docstring('', purpose),
    '',
    ...importText('typing', TYPING_NAMES.filter(isUsed)),
    '',
    ...imports,
  ].join('\n');
  return `${head}\n\n\n${body}\n`;
}

export function importText(module: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const sorted = [...names].sort(byKindAndName);
  const line = `from ${module} import ${sorted.join(', ')}`;
  return [line.length <= 120 ? line : fitted('', `from ${module} import (`, sorted, ')')];
}

/** The order of names that the linter asks for: constants, classes, functions. */
function byKindAndName(one: string, other: string): number {
  const kind = (name: string) => (name === name.toUpperCase() ? 0 : /^[A-Z]/.test(name) ? 1 : 2);
  return kind(one) - kind(other) || (one.toLowerCase() < other.toLowerCase() ? -1 : 1);
}

/** A class with its docstring and members; `base` where it is not a Model or a Page. */
export function classText(model: ModelClass, base?: string): string {
  const parent = base ?? (model.row === undefined ? 'Model' : `Page[${model.row}]`);
  const { description = '' } = model.schema;
  const members = ownMembers(model).map(memberText);
  return [
    `class ${model.name}(${parent}):`,
    ...(prose(description) ? [docstring('    ', [prose(description)]), ''] : []),
    '    __slots__ = ()',
    ...tables(model),
    ...(members.length > 0 ? ['', ...members] : []),
  ].join('\n');
}

function tables({ members, row }: ModelClass): string[] {
  const wrappers = members.flatMap(({ wireName, wrapper }) =>
    wrapper ? [`${literal(wireName)}: ${wrapper}`] : [],
  );
  const absent = members.flatMap(({ wireName, mayBeAbsent }) => (mayBeAbsent ? [literal(wireName)] : []));
  // The table of a subclass replaces that of Page, which has next_cursor in it.
  if (row !== undefined && absent.length > 0) absent.push(literal('next_cursor'));
  return [
    ...(wrappers.length > 0 ? [fitted('    ', '_nested = {', wrappers, '}')] : []),
    ...(absent.length > 0 ? [absentText(absent)] : []),
  ];
}

function absentText(names: readonly string[]): string {
  const line = `    _may_be_absent = frozenset({${names.join(', ')}})`;
  if (line.length <= 120) return line;
  return ['    _may_be_absent = frozenset(', fitted('        ', '{', names, '}'), '    )'].join('\n');
}

export function memberText({ name, annotation, schema }: Member): string {
  const line = `    ${name}: ${annotation}`;
  // What an object is, its class says.
  const description = prose(schemaName(schema) && schema.properties ? '' : describe(schema));
  return description ? `${line}\n${docstring('    ', [description])}` : line;
}

/** A word in a docstring is not a use of a name. */
function withoutDocstrings(text: string): string {
  return text.replaceAll(/"""[\s\S]*?"""/g, '');
}

// rf_indicators/models/__init__.py: all models under one name.

const PURPOSE = [
  'Everything that the service sends, as objects.',
  'Attributes have the names of the JSON members. A name that Python reserves gets an underscore: ``changes.from_``. The service may add members and values at any time: unknown members are kept and can be read like the others, and values of enumerations are strings whose types list the known ones. ``raw`` is the JSON as it was received.',
];

export function modelsPackage(
  modules: Readonly<Record<'answers' | 'events' | 'tools' | 'values', readonly string[]>>,
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
