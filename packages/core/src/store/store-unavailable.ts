// Errors that say nothing about what was asked: the store is busy, full or cannot be reached, and may be back in a moment.

/** SQLite's codes: busy, locked, out of memory, I/O, full, cannot open. */
const OF_SQLITE = new Set([5, 6, 7, 10, 13, 14]);
/** PostgreSQL's classes: connection, resources, an operator's intervention, system. */
const OF_POSTGRES = /^(08|53|57|58)[0-9A-Z]{3}$/;
const OF_SOCKETS = /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)/;
const ENDED = /Connection terminated|connection timeout|timeout exceeded when trying to connect/i;

export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: number };
  // The lower byte is the code, the rest says more about it.
  if (code === 'ERR_SQLITE_ERROR') return OF_SQLITE.has((errcode ?? 0) & 0xff);
  if (typeof code === 'string' && (OF_POSTGRES.test(code) || OF_SOCKETS.test(code))) return true;
  return ENDED.test(message);
}
