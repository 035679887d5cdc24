// How methods and the functions behind them are declared and called, and what their docstrings say.

import { keySentence } from '../key-sentence.ts';
import type { Method, Parameter } from './operations.ts';
import { docstring, fitted, prose } from './text.ts';

/** What an iterator takes in place of the parameters of one page. */
const ITERATION: Parameter[] = [
  iteration('limit', 'Optional[int] = None', 'Stop after this many rows. Without it, all rows.'),
  iteration('page_size', 'int = 100', 'How many rows each request asks for.'),
];

function iteration(name: string, type: string, description: string): Parameter {
  const declaration = `${name}: ${type}`;
  return {
    wireName: name,
    name,
    place: 'query',
    declaration,
    required: false,
    description,
    spansSegments: false,
  };
}

/** Parameters as they are declared: the required ones by position, the others by name. */
export function declared(parameters: readonly Parameter[]): string[] {
  const optional = parameters.filter(({ required }) => !required);
  return [
    ...parameters.filter(({ required }) => required),
    ...(optional.length > 0 ? [{ declaration: '*' }] : []),
    ...optional,
  ].map(({ declaration }) => declaration);
}

/** Arguments of the same names, as they are passed on. */
export function passedOn(parameters: readonly Parameter[]): string[] {
  return parameters.map(({ name, required }) => (required ? name : `${name}=${name}`));
}

export function methodDocstring({ operation, parameters }: Method, indent: string): string {
  const { summary, description } = operation;
  return docstring(
    indent,
    [`${summary}.`, prose(description), keySentence(operation)],
    explained(parameters),
  );
}

export function iteratorParameters({ parameters }: Method): Parameter[] {
  return [...filters(parameters), ...ITERATION];
}

/** The call of a function that reads one page, with the size of the page as its limit. */
export function firstPageCall(method: Method, indent: string): string {
  const args = [...passedOn(filters(method.parameters)), 'limit=rows_per_page(limit, page_size)'];
  return fitted(indent, `calls.${method.name}(`, args, ')').trimStart();
}

export function iteratorDocstring(method: Method, indent: string): string {
  const { operation, name } = method;
  const sentence = `Iterate over the rows of \`\`${name}\`\`, requesting page after page.`;
  return docstring(indent, [sentence, keySentence(operation)], explained(iteratorParameters(method)));
}

function filters(parameters: readonly Parameter[]): Parameter[] {
  return parameters.filter(({ name }) => name !== 'limit' && name !== 'cursor');
}

function explained(parameters: readonly Parameter[]): Array<readonly [string, string]> {
  return parameters
    .filter(({ description }) => description)
    .map(({ name, description }) => [name, description]);
}
