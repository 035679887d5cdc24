// One connection of a pool. A query that is not answered in time ends the connection, because nobody knows what the
// server still does on it; so does an error after which it is of no more use.

import type { Socket } from 'node:net';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { losesConnection, notAnswered } from './postgres-faults.ts';

export interface QueryLimits {
  /** How long a query may take, with its wait for locks; null: as long as it needs. */
  queryMs: number | null;
  /** How long a transaction may wait for this process; null: as long as it needs. */
  idleTransactionMs: number | null;
}

/** The server gives up a little earlier than this process, so that it answers, and its locks are free. */
const SERVER_MARGIN_MS = 500;

export class PostgresConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #limits: QueryLimits;
  readonly #onRelease: () => void;
  readonly #onError: (error: unknown) => void;
  /** The error after which it must not be used again. */
  #lost: unknown = null;
  /** The generation of the pool when it began to connect. */
  readonly generation: number;

  constructor(
    client: pg.PoolClient,
    limits: QueryLimits,
    {
      generation,
      onRelease,
      onError,
    }: {
      generation: number;
      onRelease: () => void;
      onError: (error: unknown) => void;
    },
  ) {
    this.#client = client;
    this.#limits = limits;
    this.generation = generation;
    this.#onRelease = onRelease;
    this.#onError = onError;
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new Error('Cursors of the driver are not used.');
    return this.#query(sql, parameters);
  }

  async #query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    // Such as the rollback of a transaction that the connection did not survive.
    if (this.#lost !== null) throw this.#lost;
    const { queryMs } = this.#limits;
    let late: Error | null = null;
    const timer =
      queryMs === null
        ? undefined
        : setTimeout(() => {
            late = notAnswered('The database did not answer a query', queryMs);
            socketOf(this.#client).destroy();
          }, queryMs);
    try {
      const answer: unknown = await this.#client.query(this.#limited(sql), [...parameters]);
      return (Array.isArray(answer) ? answer[0] : answer) as PostgresQueryResult<R>;
    } catch (error) {
      const reason = late ?? error;
      if (late !== null || losesConnection(error)) {
        this.#lost = reason;
        this.#onError(reason);
      }
      throw reason;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A node that vanishes in the middle of a transaction must not keep its locks for hours. Set for the transaction
   * only: behind a pooler, the session is shared with others.
   */
  #limited(sql: string): string {
    if (!/^(begin|start transaction)\b/.test(sql)) return sql;
    const { queryMs, idleTransactionMs } = this.#limits;
    const settings = [
      ...(queryMs === null ? [] : [`set local statement_timeout = ${queryMs - SERVER_MARGIN_MS}`]),
      ...(idleTransactionMs === null
        ? []
        : [`set local idle_in_transaction_session_timeout = ${idleTransactionMs}`]),
    ];
    return [sql, ...settings].join('; ');
  }

  release(destroy = false): void {
    const isLost = destroy || this.isLost;
    // Without waiting for the other side, which may be gone.
    if (isLost) socketOf(this.#client).destroy();
    this.#client.release(isLost);
    this.#onRelease();
  }
}

/** The driver has no other way to end a connection whose other side does not answer. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as pg.Client).connection.stream as Socket;
}
