// How the generated methods read: one request for each call, and page after page for the iterators.

import { InvalidArgumentError, RfError } from './errors.ts';
import { READ_OPERATIONS, type ReadAnswers } from './generated/operations.ts';
import { type ResponsePromise, responsePromise } from './response.ts';
import type { RequestOptions } from './settings.ts';
import { encodedValue, type Transport } from './transport.ts';

/** Sends the request of a read operation. `parameters` are the values for the names in braces in its path. */
export type Read = <Id extends keyof ReadAnswers>(
  id: Id,
  parameters: Record<ParameterNames<(typeof READ_OPERATIONS)[Id]['path']>, string>,
  query: object | undefined,
  options: RequestOptions | undefined,
) => ResponsePromise<ReadAnswers[Id]>;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

export function readThrough(transport: Transport): Read {
  return <Id extends keyof ReadAnswers>(
    id: Id,
    parameters: Readonly<Record<string, string>>,
    query: object | undefined,
    options: RequestOptions | undefined,
  ) => {
    const { path, keyed } = READ_OPERATIONS[id];
    return responsePromise(() => {
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]));
      return transport.json<ReadAnswers[Id]>({ path: target, keyed, query, options });
    });
  };
}

/** An empty segment, or one of dots, would turn the path into that of another operation. */
export function segment(name: string, text: unknown): string {
  if (typeof text === 'string' && !/^\.{0,2}$/.test(text)) return encodedValue(name, text);
  throw new InvalidArgumentError(name, `${name} must be a string that is not empty, "." or "..".`);
}

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

/** How an iterator pages. Its other parameters are those of the list. */
export interface Iteration {
  /** Stop after this many rows. Without it, all rows. */
  limit?: number | undefined;
  /** How many rows each request asks for; 100 by default. From 1 to 1000, for histories of all providers to 100. */
  pageSize?: number | undefined;
}

export type Iterated<Query> = Omit<Query, 'limit'> & Iteration;

interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const ROWS_PER_PAGE = 100;

/** Requests page after page, until the limit is reached or a page has no next_cursor. */
export async function* rows<Query extends PageQuery, Row>(
  request: (query: Query) => Promise<Page<Row>>,
  { limit, pageSize = ROWS_PER_PAGE, ...filters }: Iterated<Query>,
): AsyncGenerator<Row, void, void> {
  wholeNumber('pageSize', pageSize);
  if (limit !== undefined) wholeNumber('limit', limit);
  const query = { ...filters, limit: limit === undefined ? pageSize : Math.min(limit, pageSize) };
  let left = limit ?? Number.POSITIVE_INFINITY;
  let cursor: string | null | undefined;
  do {
    const page = await request((cursor ? { ...query, cursor } : query) as unknown as Query);
    for (const row of page.data) {
      yield row;
      left -= 1;
      if (left === 0) return;
    }
    if (cursor && page.next_cursor === cursor) {
      throw new RfError('The service returned the same next_cursor twice.');
    }
    cursor = page.next_cursor;
  } while (cursor);
}

function wholeNumber(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new InvalidArgumentError(name, `${name} must be a whole number, at least 1.`);
}
