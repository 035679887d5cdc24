// Recognises errors that mean the store is busy, full or unreachable, as opposed to errors in a query.

/** SQLite result codes: busy, locked, out of memory, I/O, full, cannot open. */
const SQLITE_CODES = new Set([5, 6, 7, 10, 13, 14]);
/** PostgreSQL error classes: connection, insufficient resources, operator intervention, system error. */
const POSTGRES_CODES = /^(08|53|57|58)[0-9A-Z]{3}$/;
const SOCKET_CODES = /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)/;
const CONNECTION_LOST = /Connection terminated|connection timeout|timeout exceeded when trying to connect/i;

export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: number };
  // The lower byte of an extended result code is the primary code.
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_CODES.has((errcode ?? 0) & 0xff);
  if (typeof code === 'string' && (POSTGRES_CODES.test(code) || SOCKET_CODES.test(code))) return true;
  return CONNECTION_LOST.test(message);
}
