// The HTTP server in front of the router: size, time and connection limits, and error responses to invalid HTTP.

import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '@rf-indicators/contract';
import type { Connections } from './connections.ts';
import { CORS_HEADERS, isShared } from './cors.ts';
import type { AnswerHot } from './hot-reads.ts';
import { createServer, METHODS, STATUS_CODES } from './node-http.ts';
import { type ProblemDetails, problemDocument, writeProblem } from './problems.ts';
import { requestId } from './request-ids.ts';
import { logRequests, type RequestLog, type RequestTracing } from './request-log.ts';

const LONGEST_URL = 4 * 1024;
const LONGEST_HEADERS = 16 * 1024;
/** Node reads up to 64 KiB at a time, and reads no more while this much waits. */
const MOST_WAITING = 16 * 1024;
/** How long a client that sent invalid HTTP has to read the response and close its side. */
const LINGER_MS = 5000;

/** How long a client may take to send a request. */
export interface ClientTimeouts {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

const CLIENT_TIMEOUTS: ClientTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
};

export interface FrontSettings {
  baseUrl: string;
  /** Whether the process is shutting down. */
  isStopping: () => boolean;
  /** The fast path; requests that it does not answer go to the router. */
  answerHot: AnswerHot;
  connections: Connections;
  /** null if requests are not logged. */
  requestLog: RequestLog | null;
  /** null if requests are not traced. */
  tracing: RequestTracing | null;
}

export function createFront(
  { baseUrl, isStopping, answerHot, connections, requestLog, tracing }: FrontSettings,
  handle: RequestListener,
  timeouts = CLIENT_TIMEOUTS,
): Server {
  const respond: RequestListener = (request, response) => {
    // A connection may be accepted a moment before the server closes, so its request is served, but no other after it.
    if (isStopping()) response.shouldKeepAlive = false;
    const problem = connections.admits(request, response) ? requestProblem(request) : UNAVAILABLE;
    if (problem === null) {
      if (!answerHot(request, response)) handle(request, response);
      return;
    }
    const id = requestId(request.headers);
    const { code, headers = [], ...details } = problem;
    writeProblem(response, problemDocument(baseUrl, code, id, details), [
      'x-request-id',
      id,
      ...(isShared(request.url!) ? CORS_HEADERS : []),
      ...headers,
    ]);
  };
  const logged = logRequests(respond, requestLog);
  const front = tracing === null ? logged : tracing.traceRequests(logged);
  const server = createServer(
    {
      maxHeaderSize: LONGEST_HEADERS,
      ...timeouts,
      keepAliveTimeout: 65_000,
      // Of a client whose requests wait for their turn, no more than the last packet is kept.
      highWaterMark: MOST_WAITING,
      // Most requests have no body, so Node need not set up a body stream for them.
      optimizeEmptyRequests: true,
      // Refused below, with a problem document.
      requireHostHeader: false,
    },
    front,
  );
  server.on('connection', (socket: Socket) => connections.accept(socket));
  server.on('listening', () => connections.startChecking());
  server.on('close', () => connections.stopChecking());
  // Ignore unknown Expect headers. By default, Node would answer 417 without a body.
  server.on('checkExpectation', front);
  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else connections.afterResponses(socket, () => refuseBytes(baseUrl, error, socket));
  });
  return server;
}

interface RequestProblem extends ProblemDetails {
  code: ProblemCode;
}

const UNAVAILABLE: RequestProblem = {
  code: 'service_unavailable',
  headers: ['retry-after', '5', 'connection', 'close'],
};

function requestProblem({ url, httpVersion, headers, rawHeaders }: IncomingMessage): RequestProblem | null {
  if (url!.length > LONGEST_URL) return { code: 'uri_too_long' };
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined ? httpVersion !== '1.0' : !VALID_HOST.test(host) || hasTwoHosts(rawHeaders)) {
    return malformed('The request must have one Host header with a valid host name or address.');
  }
  // HTTP/1.0 has no transfer codings, so intermediaries may see another end of such a request.
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return malformed(
      'Transfer-Encoding must be chunked, in HTTP/1.1. Other transfer codings are not supported.',
    );
  }
  return null;
}

/** A proxy that reads such a request differently may also see another end of it, so nothing after it is read. */
function malformed(detail: string): RequestProblem {
  return { code: 'malformed_request', detail, headers: ['connection', 'close'] };
}

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const VALID_HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Node drops all Host headers but the first from the parsed headers. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Uint8Array;
}

/** Node could not parse a request, so there is no response object and the response is written to the socket. */
function refuseBytes(baseUrl: string, error: ClientError, socket: Socket): void {
  // The last response closes the connection, as soon as it is sent.
  if (!socket.writable) return;
  const id = requestId({});
  const problem = problemDocument(baseUrl, problemOf(error), id);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `x-request-id: ${id}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(mayBeShared(error.rawPacket) ? ['access-control-allow-origin: *'] : []),
    'cache-control: no-store',
    'connection: close',
  ];
  // A response to HEAD has no body.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(`${head.join('\r\n')}\r\n\r\n${beginsWith(error.rawPacket, 'HEAD ') ? '' : body}`);
}

function problemOf({ code, rawPacket }: ClientError): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return hasLongUrl(rawPacket) ? 'uri_too_long' : 'headers_too_large';
  return 'malformed_request';
}

/**
 * The parser counts the request line towards the header size, so the request line shows which of them was too long.
 * Only the last packet is available: if it does not start with a request line, the headers were too long.
 */
function hasLongUrl(packet: Uint8Array | undefined): boolean {
  if (packet === undefined || !METHODS.some((method) => beginsWith(packet, `${method} `))) return false;
  const end = packet.indexOf(0x0a);
  return (end === -1 ? packet.length : end) > LONGEST_URL;
}

/** If the packet does not start with a request line, its path is not known: of several packets, only the last is available. */
function mayBeShared(packet: Uint8Array | undefined): boolean {
  const start = Buffer.from(packet?.subarray(0, 200) ?? []).toString('latin1');
  return isShared(/^[A-Z]+ (\S+)/.exec(start)?.[1] ?? '');
}

function beginsWith(packet: Uint8Array | undefined, text: string): boolean {
  return packet !== undefined && Buffer.from(packet.subarray(0, text.length)).toString('latin1') === text;
}
