// The HTTP server in front of the router: size and time limits, and error responses to invalid HTTP.

import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '@rf-indicators/contract';
import { CORS_HEADERS } from './cors.ts';
import type { AnswerHot } from './hot-reads.ts';
import { problemDocument, writeProblem } from './problems.ts';
import { requestId } from './request-ids.ts';
import { logRequests, type RequestLog } from './request-log.ts';

const LONGEST_URL = 4 * 1024;
const LONGEST_HEADERS = 16 * 1024;

export interface FrontSettings {
  baseUrl: string;
  /** Whether the process is shutting down. */
  isStopping: () => boolean;
  /** The fast path; requests that it does not answer go to the router. */
  answerHot: AnswerHot;
  /** null if requests are not logged. */
  requestLog: RequestLog | null;
}

export function createFront(
  { baseUrl, isStopping, answerHot, requestLog }: FrontSettings,
  handle: RequestListener,
): Server {
  const respond: RequestListener = (request, response) => {
    const problem = isStopping() ? 'service_unavailable' : requestProblem(request);
    if (problem === null) {
      if (!answerHot(request, response)) handle(request, response);
      return;
    }
    const id = requestId(request.headers);
    const retry = problem === 'service_unavailable' ? ['retry-after', '5', 'connection', 'close'] : [];
    writeProblem(response, problemDocument(baseUrl, problem, id), [
      'x-request-id',
      id,
      ...CORS_HEADERS,
      ...retry,
    ]);
  };
  const front = logRequests(respond, requestLog);
  const server = createServer(
    {
      maxHeaderSize: LONGEST_HEADERS,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      // Most requests have no body, so Node need not set up a body stream for them.
      optimizeEmptyRequests: true,
      // Refused below, with a problem document.
      requireHostHeader: false,
    },
    front,
  );
  // Ignore unknown Expect headers. By default, Node would answer 417 without a body.
  server.on('checkExpectation', front);
  server.on('clientError', (error: ClientError, socket: Socket) => refuseBytes(baseUrl, error, socket));
  return server;
}

function requestProblem({ url, httpVersion, headers }: IncomingMessage): ProblemCode | null {
  if (url!.length > LONGEST_URL) return 'uri_too_long';
  return headers.host === undefined && httpVersion !== '1.0' ? 'malformed_request' : null;
}

interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Uint8Array;
}

/** Node could not parse a request, so there is no response object and the response is written to the socket. */
function refuseBytes(baseUrl: string, error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = requestId({});
  const problem = problemDocument(baseUrl, problemOf(error), id);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `x-request-id: ${id}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    'cache-control: no-store',
    'connection: close',
  ];
  // A response to HEAD has no body.
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

function beginsWith(packet: Uint8Array | undefined, text: string): boolean {
  return packet !== undefined && Buffer.from(packet.subarray(0, text.length)).toString('latin1') === text;
}
