// Statistics of SQLite's planner: which index finds few rows. SQLite gathers none by itself, and without them its plans are
// guesses. https://sqlite.org/lang_analyze.html says when a program should ask for them.

import type { DatabaseSync } from 'node:sqlite';

/**
 * When a connection is opened: looks at every table (0x10000), gathers what is missing or far from the truth (0x2), and
 * reads only some hundred entries of each index for it (0x10), so that a large store does not delay a start.
 */
const AT_OPENING = 'pragma optimize = 0x10012';
/** Later: looks only at the tables that this connection has asked about, and gathers as above. */
const WHILE_OPEN = 'pragma optimize';
const EVERY_MS = 60 * 60 * 1000;
/** Nobody waits for statistics: while another connection writes, they are left for the next time. */
const LONGEST_WAIT_MS = 20;

export class SqliteStatistics {
  readonly #database: DatabaseSync;
  readonly #usualWaitMs: number;
  #timer: NodeJS.Timeout | null = null;

  /** `usualWaitMs` is how long the connection waits for other writers. */
  constructor(database: DatabaseSync, usualWaitMs: number) {
    this.#database = database;
    this.#usualWaitMs = usualWaitMs;
  }

  /** Gathers statistics now, every hour, and at the end. */
  keep(): void {
    if (this.#timer !== null) return;
    this.#gather(AT_OPENING);
    this.#timer = setInterval(() => this.#gather(WHILE_OPEN), EVERY_MS).unref();
  }

  end(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#gather(WHILE_OPEN);
  }

  #gather(pragma: string): void {
    // They would be part of a transaction that is rolled back, or keep others waiting until it ends.
    if (!this.#database.isOpen || this.#database.isTransaction) return;
    try {
      this.#database.exec(`pragma busy_timeout = ${LONGEST_WAIT_MS}`);
      this.#database.exec(pragma);
    } catch {
      // Another connection writes, or the disk is full or read-only: the plans stay as they are.
    } finally {
      this.#database.exec(`pragma busy_timeout = ${this.#usualWaitMs}`);
    }
  }
}
