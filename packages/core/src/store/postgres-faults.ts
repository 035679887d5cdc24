// Which errors mean that a connection to PostgreSQL, or the server behind it, is of no more use.

/** The server wants writes to go elsewhere: it was demoted, or the address now leads to a standby. */
const READ_ONLY = '25006';
/** SQLSTATE: connection exceptions, a server that shuts down or starts up, a session that the server ended. */
const LOST_STATES = /^(08[0-9A-Z]{3}|57P0[1-5]|25P03|25006)$/;
/** Codes of the system, and texts of the driver, which has no codes for them. */
const SOCKET_CODES = /^E[A-Z_]+$/;
const LOST_TEXTS = /Connection terminated|not queryable|connection error/i;

export function losesConnection(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'string') return LOST_STATES.test(code) || SOCKET_CODES.test(code);
  return LOST_TEXTS.test(message);
}

/** Other idle connections lead to the same server. */
export function isReadOnlyServer(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === READ_ONLY;
}

/** As the server itself answers a write. */
export function readOnlyServer(): Error {
  return Object.assign(new Error('This server of the database takes no writes.'), { code: READ_ONLY });
}

/** Has a code that the rest of the program knows as a fault of the store. */
export function notAnswered(what: string, ms: number): Error {
  return Object.assign(new Error(`${what} within ${ms / 1000} s`), { code: 'ETIMEDOUT' });
}
