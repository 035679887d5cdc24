// Records the queries of some work, in this process and on any store.

import { type CompiledQuery, NOOP_QUERY_EXECUTOR, type QueryId } from 'kysely';

export interface RecordedQuery {
  /** What asked for it first. */
  by: string;
  text: string;
  values: readonly unknown[];
}

/** What the executors of all stores and of their transactions inherit from. */
const EXECUTORS = Object.getPrototypeOf(NOOP_QUERY_EXECUTOR.constructor.prototype) as {
  executeQuery(query: CompiledQuery, id: QueryId): Promise<unknown>;
};

export class QueryRecorder {
  readonly #queries = new Map<string, RecordedQuery>();
  /** Every time that a query was asked. */
  count = 0;

  /** Each query once, however often it was asked. */
  get queries(): RecordedQuery[] {
    return [...this.#queries.values()];
  }

  async during<T>(by: string, work: () => Promise<T>): Promise<T> {
    const { executeQuery } = EXECUTORS;
    const record = (query: CompiledQuery) => this.#record(by, query);
    EXECUTORS.executeQuery = function (this: unknown, query, id) {
      record(query);
      return executeQuery.call(this, query, id);
    };
    try {
      return await work();
    } finally {
      EXECUTORS.executeQuery = executeQuery;
    }
  }

  #record(by: string, { sql: text, parameters: values }: CompiledQuery): void {
    // The plan of an insert has the checks of foreign keys, which SQLite makes only if one was violated before.
    this.count += 1;
    if (!/^\s*(select|with|update|delete)\b/i.test(text)) return;
    // A list of another length is the same query.
    const shape = text.replace(/((\?|\$\d+)(, )?)+/g, '?');
    if (!this.#queries.has(shape)) this.#queries.set(shape, { by, text, values });
  }
}
