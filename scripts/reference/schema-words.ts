// A schema in words: its type, and what its values must keep to.

import { type Document, resolved, type Schema } from './open-api.ts';

/** Values that may be null are common; that they may is part of the type. */
export function withoutNull(document: Document, given: Schema): { schema: Schema; mayBeNull: boolean } {
  const schema = resolved(document, given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices === undefined) return { schema, mayBeNull: false };
  const others = choices.filter(({ type }) => type !== 'null');
  if (others.length === choices.length) return { schema, mayBeNull: false };
  if (others.length > 1) return { schema: { ...schema, anyOf: others }, mayBeNull: true };
  const only = resolved(document, others[0]!);
  const description = schema.description ?? only.description;
  return { schema: description === undefined ? only : { ...only, description }, mayBeNull: true };
}

const DATE_OR_TIME = /^\^\[0-9\]\{4\}-\[0-9\]\{2\}-\[0-9\]\{2\}\(T/;

export function typeInWords(document: Document, given: Schema): string {
  const { schema, mayBeNull } = withoutNull(document, given);
  return mayBeNull ? `${typeOf(document, schema)} or null` : typeOf(document, schema);
}

function typeOf(document: Document, schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const types = [...new Set(choices.map((choice) => typeInWords(document, choice)))];
    return types.length === 1 ? types[0]! : types.join(' or ');
  }
  if (schema.const !== undefined) return 'constant';
  if (schema.enum !== undefined) return 'enumeration';
  if (schema.type === 'array') {
    const item = typeInWords(document, schema.items ?? {});
    return item === 'any value' ? 'list' : `list of ${PLURALS[item] ?? item}`;
  }
  if (schema.type === 'object') {
    const { additionalProperties: others, properties } = schema;
    if (properties !== undefined || typeof others !== 'object' || Object.keys(others).length === 0)
      return 'object';
    return `object with members of type ${typeInWords(document, others)}`;
  }
  if (schema.type === 'string') return textType(schema);
  return [schema.type ?? 'any value'].flat().join(' or ');
}

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  object: 'objects',
  number: 'numbers',
  integer: 'integers',
  enumeration: 'values',
  date: 'dates',
  URL: 'URLs',
};

function textType({ format, pattern }: Schema): string {
  if (pattern !== undefined && DATE_OR_TIME.test(pattern)) return 'date or date-time';
  const formats: Record<string, string> = {
    date: 'date',
    'date-time': 'date-time',
    uri: 'URL',
    email: 'email address',
  };
  return formats[format ?? ''] ?? 'string';
}

/** Sentences without a full stop. Values stand in backticks. */
export function constraintsOf(document: Document, given: Schema): string[] {
  const { schema } = withoutNull(document, given);
  const inList = schema.type === 'array' ? withoutNull(document, schema.items ?? {}).schema : null;
  return [
    ...valuesOf(schema),
    ...(inList === null ? [] : valuesOf(inList)),
    ...range(schema.minItems, schema.maxItems, 'entry', 'entries'),
    ...range(schema.minLength, schema.maxLength, 'character', 'characters'),
    ...range(schema.minimum, schema.maximum, '', ''),
    ...patternOf(schema),
    ...(schema.default === undefined ? [] : [`Default: ${value(schema.default)}`]),
  ];
}

function valuesOf(schema: Schema): string[] {
  if (schema.const !== undefined) return [`Always ${value(schema.const)}`];
  if (schema.enum === undefined) return [];
  if (schema.enum.length === 1) return [`Always ${value(schema.enum[0])}`];
  return [`One of ${schema.enum.map(value).join(', ')}`];
}

function value(given: unknown): string {
  return `\`${typeof given === 'string' ? given : JSON.stringify(given)}\``;
}

function range(from: number | undefined, to: number | undefined, one: string, many: string): string[] {
  const unit = (count: number) => (one === '' ? '' : ` ${count === 1 ? one : many}`);
  const figure = (count: number) => count.toLocaleString('en-GB').replace('-', '−');
  if (to === undefined)
    return from === undefined || from === 0 ? [] : [`At least ${figure(from)}${unit(from)}`];
  if (from === undefined || (one !== '' && from === 0)) return [`At most ${figure(to)}${unit(to)}`];
  return from === to ? [`${figure(to)}${unit(to)}`] : [`${figure(from)} to ${figure(to)}${unit(to)}`];
}

/** A pattern that the type says already is left out. */
function patternOf({ pattern, format }: Schema): string[] {
  if (pattern === undefined || format === 'date-time' || DATE_OR_TIME.test(pattern)) return [];
  return [`Matches \`${pattern}\``];
}
