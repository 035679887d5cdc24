// The methods of both clients, as base classes that the hand-written clients extend.

import { importText } from './models.ts';
import type { Method } from './operations.ts';
import {
  declared,
  firstPageCall,
  iteratorDocstring,
  iteratorParameters,
  methodDocstring,
  passedOn,
} from './signatures.ts';
import { docstring, fitted, HEADER, LINE_WIDTH } from './text.ts';

interface Kind {
  className: string;
  caller: string;
  purpose: string;
  def: string;
  call: string;
  iterator: string;
}

const SYNC: Kind = {
  className: 'SyncOperations',
  caller: 'SyncCaller',
  purpose: 'The operations of the service as methods of the blocking client.',
  def: 'def',
  call: 'self._call',
  iterator: 'Iterator',
};

const ASYNC: Kind = {
  className: 'AsyncOperations',
  caller: 'AsyncCaller',
  purpose: 'The operations of the service as methods of the async client.',
  def: 'async def',
  call: 'await self._call',
  iterator: 'AsyncIterator',
};

export const syncOperationsModule = (methods: readonly Method[]): string => operationsModule(SYNC, methods);
export const asyncOperationsModule = (methods: readonly Method[]): string => operationsModule(ASYNC, methods);

function operationsModule(kind: Kind, methods: readonly Method[]): string {
  const texts = methods.flatMap((method) => [
    methodText(kind, method),
    ...(method.pages ? [iteratorText(kind, method, method.pages)] : []),
  ]);
  const names = methods.flatMap(({ answer, pages }) => [answer, ...(pages ? [pages.row] : [])]);
  const models = [...new Set(names)].filter((name) => name !== 'str' && name !== 'bytes');
  return [
    HEADER,
    docstring('', [kind.purpose]),
    '',
    `from typing import ${kind.iterator}, Optional, Sequence`,
    '',
    ...importText('..models', models),
    'from . import calls',
    ...importText('.callers', [kind.caller]),
    'from .paging import rows_per_page',
    'from .wire import Moment',
    '',
    '',
    `class ${kind.className}(${kind.caller}):`,
    docstring('    ', ['A method for each operation, and an iterator for each list that has pages.']),
    '',
    `${texts.join('\n\n')}\n`,
  ].join('\n');
}

function methodText({ def, call }: Kind, method: Method): string {
  const { name, parameters, answer } = method;
  return [
    fitted('    ', `${def} ${name}(`, ['self', ...declared(parameters)], `) -> ${answer}:`),
    methodDocstring(method, '        '),
    returned(`${call}(`, `calls.${name}(`, passedOn(parameters)),
  ].join('\n');
}

function iteratorText({ iterator }: Kind, method: Method, pages: NonNullable<Method['pages']>): string {
  const parameters = ['self', ...declared(iteratorParameters(method))];
  const page = firstPageCall(method, '            ');
  const line = `        return self._rows(${page}, limit)`;
  const call =
    line.length <= LINE_WIDTH && !page.includes('\n')
      ? line
      : ['        return self._rows(', `            ${page},`, '            limit,', '        )'].join('\n');
  return [
    fitted('    ', `def ${pages.iterator}(`, parameters, `) -> ${iterator}[${pages.row}]:`),
    iteratorDocstring(method, '        '),
    call,
  ].join('\n');
}

function returned(open: string, inner: string, args: readonly string[]): string {
  const line = `        return ${open}${inner}${args.join(', ')}))`;
  if (line.length <= LINE_WIDTH) return line;
  return [`        return ${open}`, fitted('            ', inner, args, ')'), '        )'].join('\n');
}
