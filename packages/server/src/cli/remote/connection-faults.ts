// Why a server could not be reached, in words.

import { EXIT } from '../terminal.ts';
import type { Server } from './server.ts';
import { ServerError } from './server-error.ts';

export interface ConnectionFault {
  /** If not, trying again cannot do anything twice. */
  wasSent: boolean;
  /** Whether trying again soon may help. */
  mayPass: boolean;
  error: ServerError;
}

/** The connection was never made. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to its network',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name cannot be looked up now',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  ETIMEDOUT: 'the host does not answer',
};
const PASSING = ['ECONNREFUSED', 'EAI_AGAIN'];

/** `isRead`: a read changes nothing, so nothing needs to be looked at before it is repeated. */
export function connectionFault(error: unknown, { href }: Server, isRead: boolean): ConnectionFault {
  const { code, message } = causeOf(error);
  if (code in UNREACHABLE) {
    const words = `The server at ${href} cannot be reached: ${UNREACHABLE[code]} (${code}). Check the address (RF_URL or --url).`;
    const unavailable = new ServerError(EXIT.unavailable, words);
    return { wasSent: false, mayPass: PASSING.includes(code), error: unavailable };
  }
  if (isCertificateFault(code)) {
    const words =
      `The certificate of ${href} is not accepted: ${message} (${code}). ` +
      'For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.';
    return { wasSent: false, mayPass: false, error: new ServerError(EXIT.usage, words) };
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) {
    const words = `${href} does not answer as an https server: ${message}. Is it http?`;
    return { wasSent: false, mayPass: false, error: new ServerError(EXIT.usage, words) };
  }
  if (/^HPE_/.test(code)) {
    const words = `${href} does not answer as an http server: ${message}. Is it https?`;
    return { wasSent: true, mayPass: false, error: new ServerError(EXIT.usage, words) };
  }
  const what =
    code === 'TimeoutError'
      ? `The server at ${href} did not answer in time.`
      : `The connection to ${href} broke before the answer arrived (${code === '' ? message : code}).`;
  const unknown = isRead ? '' : ' Whether it was done is not known: look before you repeat it.';
  return {
    wasSent: true,
    mayPass: code !== 'TimeoutError',
    error: new ServerError(EXIT.unavailable, `${what}${unknown}`),
  };
}

/** fetch wraps what happened. */
function causeOf(error: unknown): { code: string; message: string } {
  const { name, message, cause } = error as Error & { cause?: unknown };
  if (name === 'TimeoutError') return { code: name, message };
  const inner = (cause ?? error) as { code?: unknown; message?: string; errors?: unknown[] };
  // One error for each address of the host.
  if (Array.isArray(inner.errors) && inner.code === undefined) return causeOf(inner.errors[0]);
  return { code: typeof inner.code === 'string' ? inner.code : '', message: inner.message ?? message };
}

function isCertificateFault(code: string): boolean {
  return /CERT|^UNABLE_TO_|^SELF_SIGNED|^ERR_TLS_/.test(code);
}
