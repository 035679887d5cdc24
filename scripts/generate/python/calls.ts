// rf_indicators/client/calls.py: which request each operation is, and how its answer is read.

import { importText } from './models.ts';
import type { Method, Parameter, Place } from './operations.ts';
import { declared } from './signatures.ts';
import { docstring, fitted, HEADER, literal } from './text.ts';

const PURPOSE = 'The request of each operation of the service, and how its answer is read.';

const HELPERS = ['Call', 'Moment', 'new_idempotency_key', 'path_segment', 'path_segments', 'present_members'];

export function callsModule(methods: readonly Method[]): string {
  const body = methods.map(callFunction).join('\n\n\n');
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const models = methods
    .map(({ answer }) => answer)
    .filter((answer) => answer !== 'str' && answer !== 'bytes');
  return [
    HEADER,
    docstring('', [PURPOSE]),
    '',
    'from typing import Optional, Sequence',
    '',
    ...importText('..models', [...new Set(models)]),
    ...importText('.answers', used(['bytes_answer', 'model_answer', 'text_answer'])),
    ...importText('.wire', used(HELPERS)),
    '',
    '',
    `${body}\n`,
  ].join('\n');
}

function callFunction(method: Method): string {
  const { name, parameters, answer } = method;
  return [
    fitted('', `def ${name}(`, declared(parameters), `) -> Call[${answer}]:`),
    fitted('    ', 'return Call(', callArguments(method), ')'),
  ].join('\n');
}

function callArguments({ operation, parameters, answer, takesKey, isRepeatable }: Method): string[] {
  const at = (place: Place) => parameters.filter((each) => each.place === place);
  const members = (place: Place) => at(place).map((each) => `${literal(each.wireName)}: ${each.name}`);
  const headers = at('header').map((each) => `${literal(each.wireName.toLowerCase())}: ${headerValue(each)}`);
  return [
    literal(operation.method),
    pathText(operation.path, at('path')),
    reader(answer, operation.success.mediaType),
    ...dictionary('query', members('query')),
    ...(at('body').length > 0 ? [inside('body=present_members(', members('body'))] : []),
    ...dictionary('headers', headers),
    ...(takesKey ? ['takes_key=True'] : []),
    ...(isRepeatable ? [] : ['repeatable=False']),
  ];
}

function reader(answer: string, mediaType: string | null): string {
  if (answer === 'str') return `text_answer(${literal(mediaType ?? '')})`;
  if (answer === 'bytes') return `bytes_answer(${literal(mediaType ?? '')})`;
  return `model_answer(${answer})`;
}

function dictionary(name: string, members: readonly string[]): string[] {
  return members.length > 0 ? [fitted('        ', `${name}={`, members, '}').trimStart()] : [];
}

function inside(open: string, members: readonly string[]): string {
  const line = `${open}{${members.join(', ')}})`;
  if (line.length <= 111) return line;
  return [open, fitted('            ', '{', members, '}'), '        )'].join('\n');
}

/** The service files a request once under one key, so a request without a key gets one and can be repeated. */
function headerValue({ name }: Parameter): string {
  return name === 'idempotency_key' ? `${name} or new_idempotency_key()` : name;
}

function pathText(path: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return literal(path);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, wireName: string) => {
    const { name, declaration, spansSegments } = parameters.find((each) => each.wireName === wireName)!;
    const value = declaration === `${name}: int` ? `str(${name})` : name;
    return `{path_segment${spansSegments ? 's' : ''}(${value}, '${name}')}`;
  });
  return `f"${filled}"`;
}
