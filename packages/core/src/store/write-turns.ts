// Writers of one SQLite file on one thread take turns. SQLite makes a second writer wait inside the call, which stops the
// thread: the first one, on the same thread and waiting for something else meanwhile, could never finish.

import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely';

type Release = () => void;

const lastTurns = new Map<string, Promise<void>>();

/** Resolves when every earlier writer of this file on this thread is through. */
async function takeTurn(file: string): Promise<Release> {
  const before = lastTurns.get(file);
  const { promise, resolve } = Promise.withResolvers<void>();
  lastTurns.set(file, promise);
  await before;
  return () => {
    if (lastTurns.get(file) === promise) lastTurns.delete(file);
    resolve();
  };
}

/**
 * A connection whose transactions and single writes wait for their turn. Reads do not, except those in raw SQL, which
 * cannot be told from writes: inside a transaction of one store, await none of another store of the same file.
 */
export class TurnTakingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #file: string;
  /** Set while a transaction has its turn. */
  #release: Release | null = null;

  constructor(connection: DatabaseConnection, file: string) {
    this.#connection = connection;
    this.#file = file;
  }

  async beginTransaction(begin: CompiledQuery): Promise<void> {
    this.#release = await takeTurn(this.#file);
    try {
      await this.#connection.executeQuery(begin);
    } catch (error) {
      this.endTransaction();
      throw error;
    }
  }

  endTransaction(): void {
    this.#release?.();
    this.#release = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release !== null || SelectQueryNode.is(query.query))
      return this.#connection.executeQuery(query);
    const release = await takeTurn(this.#file);
    try {
      return await this.#connection.executeQuery(query);
    } finally {
      release();
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query, chunkSize ?? 1);
  }
}
