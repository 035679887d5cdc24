// A pool of connections that never lets its callers hang. It differs from the pool of the driver, which it uses, in
// four ways: queries have a time limit, a broken connection is never used again, connections to a server that became
// read-only are replaced together, and who waits for a connection learns at once that none can be made.

import type { Socket } from 'node:net';
import type { PostgresPool as KyselyPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { PostgresConnection, type QueryLimits, socketOf } from './postgres-connection.ts';
import { isReadOnlyServer, notAnswered } from './postgres-faults.ts';

export const CONNECT_MS = 5000;
/** TCP probes a connection that has been silent for this long. */
export const KEEP_ALIVE_MS = 10_000;
/** How long a pool that is closed waits for work in progress, and for the other side to close connections too. */
const CLOSE_MS = 1000;
/** How often the guard looks. */
const GUARD_MS = 5000;

export interface PoolOptions {
  max: number;
  limits: QueryLimits;
  /** How long a caller waits for a connection that others use; null: as long as it takes. */
  waitMs: number | null;
  /** Throws if the store must not be used; asked now and then, on a connection that is about to be used. */
  guard?: ((connection: PostgresPoolClient) => Promise<void>) | undefined;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

export class PostgresPool implements KyselyPool {
  readonly options: object = {};
  readonly #pool: pg.Pool;
  readonly #settings: PoolOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();
  readonly #sockets = new Set<Socket>();
  readonly #waiting: Waiting[] = [];
  #free: number;
  #generation = 0;
  #guardedAt = Number.NEGATIVE_INFINITY;

  constructor(config: pg.ClientConfig, settings: PoolOptions) {
    this.#settings = settings;
    this.#free = settings.max;
    this.#pool = new pg.Pool({ ...config, max: settings.max, connectionTimeoutMillis: CONNECT_MS });
    // The pool replaces an idle connection that was lost; without this listener the error would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      // The same for a connection that is lost between two queries of a transaction: the next query reports it.
      client.on('error', () => undefined);
      const socket = socketOf(client);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  async connect(): Promise<PostgresPoolClient> {
    await this.#turn();
    try {
      return await this.#open();
    } catch (error) {
      // Waiting requests would time out one after another.
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      this.#free += 1;
      throw error;
    }
  }

  /** Work in progress gets a moment to finish, and then fails. */
  async end(): Promise<void> {
    const late = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, CLOSE_MS);
    const closing = [...this.#sockets].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    await this.#pool.end();
    await Promise.all(closing);
    clearTimeout(late);
  }

  /** Connections that are open now are not used again: the server behind them is no longer the right one. */
  replaceConnections(): void {
    this.#generation += 1;
  }

  /** Waits until this caller may have a connection. */
  #turn(): Promise<void> | void {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { waitMs } = this.#settings;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject };
      this.#waiting.push(waiting);
      if (waitMs === null) return;
      const timer = setTimeout(() => {
        const at = this.#waiting.indexOf(waiting);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        reject(notAnswered('No connection to the database became free', waitMs));
      }, waitMs);
      waiting.resolve = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.reject = (error) => {
        clearTimeout(timer);
        reject(error);
      };
    });
  }

  async #open(): Promise<PostgresPoolClient> {
    for (;;) {
      // Before it connects: the server may be demoted meanwhile.
      const generation = this.#generation;
      const client = await this.#pool.connect().catch((error) => {
        throw unreached(error);
      });
      const connection = this.#connectionOf(client, generation);
      if (connection.generation !== this.#generation) {
        socketOf(client).destroy();
        client.release(true);
        continue;
      }
      try {
        await this.#guard(connection);
        return connection;
      } catch (error) {
        client.release(connection.isLost);
        throw error;
      }
    }
  }

  #connectionOf(client: pg.PoolClient, generation: number): PostgresConnection {
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const made = new PostgresConnection(client, this.#settings.limits, {
      generation,
      onRelease: () => this.#released(),
      onError: (error) => {
        if (isReadOnlyServer(error)) this.replaceConnections();
      },
    });
    this.#connections.set(client, made);
    return made;
  }

  async #guard(connection: PostgresConnection): Promise<void> {
    const { guard } = this.#settings;
    const now = performance.now();
    if (guard === undefined || now - this.#guardedAt < GUARD_MS) return;
    await guard(connection);
    this.#guardedAt = now;
  }

  #released(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next.resolve();
  }
}

/** Says that it is the database which cannot be reached; the system only says that something cannot. */
function unreached(error: Error & { code?: unknown; syscall?: unknown }): Error {
  if (error.syscall === undefined) return error;
  const message = error.message || String(error.code);
  return Object.assign(new Error(`The database cannot be reached: ${message}`), { code: error.code });
}
