// The methods of the JavaScript client that read, as the base class of the hand-written client, and their table in its
// README.

import { OPERATIONS, openApiDocument } from '@rf-indicators/contract';
import { table } from '../docs/markdown.ts';
import { keySentence } from '../key-sentence.ts';
import { docComment } from '../typescript-types.ts';
import { type ReadMethod, readMethods } from './operations.ts';

export function methodsClass(methods: readonly ReadMethod[]): string {
  const queries = methods.flatMap(({ query }) => query ?? []);
  const models = methods.flatMap(({ answer, pages }) => [answer, ...(pages ? [pages.row] : [])]);
  return `
import { type Iterated, type Read, rows } from '../read-requests.ts';
import type { ResponsePromise } from '../response.ts';
import type { RequestOptions } from '../settings.ts';
import type { ${sorted(queries)} } from './queries.ts';
import type { ${sorted(models)} } from './wire.ts';

/** A method for each read operation, and an iterator for each list that has pages. */
export class ReadMethods {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

${methods.map((method) => methodText(method) + iteratorText(method)).join('\n')}
}
`;
}

/** The table of methods in the README, with the methods that are written by hand. */
export function methodsTable(): string {
  const document = openApiDocument({ baseUrl: 'https://indicators.example' });
  const rows = readMethods(document).map((method) => {
    const { operation, name, pages } = method;
    const given = [
      ...method.parameters.map((parameter) => parameter.name),
      ...(method.query ? ['query'] : []),
    ];
    const calls = [name, ...(pages ? [pages.iterator] : [])].map(
      (each) => `\`${each}(${given.join(', ')})\``,
    );
    return [calls.join(', '), operation.summary, keySentence(operation)];
  });
  return table(
    ['method', 'what it does', 'API key'],
    [
      ...rows,
      ['`resolve(names)`', OPERATIONS.resolve.summary, keySentence(OPERATIONS.resolve)],
      ['`requestScore(request)`', 'Request a score for a provider', 'Works without an API key.'],
      [
        '`getCheckpoint()`, `getTile(path)`, `getLogList(index)`',
        'Get the latest checkpoint or a tile of the log',
        'Works without an API key.',
      ],
      ['`callTool(name, input)`', 'Call an agent tool', 'Requires an API key of the agent pilot.'],
    ],
  );
}

function methodText({ operation, name, parameters, query, answer }: ReadMethod): string {
  const values = parameters.map((each) =>
    each.wireName === each.name ? each.name : `${each.wireName}: ${each.name}`,
  );
  return `${docComment(`${operation.summary}. ${operation.description} ${keySentence(operation)}`, '  ')}  ${name}(${declared(parameters, query)}): ResponsePromise<${answer}> {
    return this.#read('${operation.id}', { ${values.join(', ')} }, ${query ? 'query' : 'undefined'}, options);
  }
`;
}

function iteratorText({ name, parameters, query, pages }: ReadMethod): string {
  if (pages === null) return '';
  const given = [...parameters.map((each) => each.name), 'page', 'options'].join(', ');
  return `
  /** Iterates over the rows of ${name}, requesting one page at a time: limit is the number of rows in total, pageSize that of a page. */
  ${pages.iterator}(${declared(parameters, `Iterated<${query}>`)}): AsyncGenerator<${pages.row}, void, void> {
    return rows((page: ${query}) => this.${name}(${given}), query ?? {});
  }
`;
}

function declared(parameters: ReadMethod['parameters'], query: string | null): string {
  return [
    ...parameters.map(({ name }) => `${name}: string`),
    ...(query ? [`query?: ${query}`] : []),
    'options?: RequestOptions',
  ].join(', ');
}

function sorted(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ');
}
