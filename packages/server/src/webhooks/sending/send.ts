// Sends one webhook request: a POST to a checked address, without redirects, reading at most 1 KiB of the response.

import type { LookupFunction, Socket } from 'node:net';
import {
  addressesOf,
  parseTarget,
  TargetError,
  type TargetRules,
} from '@rf-indicators/core/webhooks/target-check';
import type { Dispatcher } from 'undici';

const TOTAL_MS = 15_000;
/** Once the response headers have arrived, the body may take this much longer. */
const BODY_MS = 2000;
const RESPONSE_BYTES = 1024;
const RESPONSE_HEADER_CHARACTERS = 1024;
const LONGEST_ERROR = 200;
const TARGETS_CACHED = 10_000;

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface WebhookResponse {
  /** Null if there was no response. */
  code: number | null;
  headers: Record<string, string> | null;
  /** The first KiB. */
  body: string | null;
  /** Why there was no response. */
  error: string | null;
  /** Whether the request timed out. */
  hung: boolean;
}

export type Send = (request: WebhookRequest) => Promise<WebhookResponse>;

export interface Sender {
  send: Send;
  close(): Promise<void>;
}

export interface SenderOptions extends TargetRules {
  totalMs?: number;
  /** An additional certificate authority. */
  ca?: string;
  /** With this many connections open, further ones are closed after their response. */
  keptConnections?: number;
}

export function createSender(options: SenderOptions): Sender {
  const { totalMs = TOTAL_MS, ca, keptConnections = Number.POSITIVE_INFINITY, ...rules } = options;
  let sending = 0;
  const sockets = new Set<Socket>();
  let agent: Dispatcher | null = null;
  let loading: Promise<Dispatcher> | null = null;
  const load = async () => {
    // Loaded when something is sent: a service without webhooks has no use for it.
    const { Agent, buildConnector } = await import('undici');
    const connect = buildConnector({
      timeout: totalMs,
      lookup: checkedLookup(rules),
      ...(ca === undefined ? {} : { ca }),
    });
    agent = new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (target, callback) =>
        connect(target, (...connected) => {
          const [error, socket] = connected;
          if (error === null) {
            sockets.add(socket);
            socket.once('close', () => sockets.delete(socket));
          }
          callback(...connected);
        }),
    });
    return agent;
  };
  const targets = new Map<string, URL>();
  const targetOf = (url: string): URL => {
    const known = targets.get(url);
    if (known !== undefined) return known;
    // A host that is an IP address is never looked up, so it is checked here.
    const parsed = parseTarget(url, rules);
    if (targets.size >= TARGETS_CACHED) targets.clear();
    targets.set(url, parsed);
    return parsed;
  };
  return {
    send: (request) => {
      try {
        const target = targetOf(request.url);
        // Those that are being opened count as well: each belongs to a request in progress.
        const reset = Math.max(sending, sockets.size) >= keptConnections;
        sending += 1;
        const sendOn = (loaded: Dispatcher) => sendOnce(loaded, target, request, { totalMs, reset });
        loading ??= load();
        return (agent === null ? loading.then(sendOn) : sendOn(agent)).finally(() => {
          sending -= 1;
        });
      } catch (error) {
        return Promise.resolve(failed(error));
      }
    },
    close: async () => (await loading)?.destroy(),
  };
}

/** The DNS lookup of the sockets. It returns only checked addresses, so sockets connect to no others. */
function checkedLookup(rules: TargetRules): LookupFunction {
  return (hostname, { all }, callback) => {
    addressesOf(new URL(`http://${hostname}`), rules).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error) => callback(error, []),
    );
  };
}

function sendOnce(
  agent: Dispatcher,
  { origin, pathname, search }: URL,
  { headers, body }: WebhookRequest,
  { totalMs, reset }: { totalMs: number; reset: boolean },
): Promise<WebhookResponse> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let isOver = false;
    let code: number | null = null;
    let responseHeaders: Record<string, string> | null = null;
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (response: WebhookResponse) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve(response);
    };
    const finishWithResponse = () => {
      const text = Buffer.concat(chunks).subarray(0, RESPONSE_BYTES).toString('utf8');
      finish({ code, headers: responseHeaders, body: text, error: null, hung: false });
    };
    const stop = () => {
      if (code !== null) finishWithResponse();
      else finish({ ...failed(`no response within ${totalMs / 1000} s`), hung: true });
      controller?.abort(new Error('enough'));
    };
    let timer = setTimeout(stop, totalMs);
    agent.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body, reset },
      {
        onRequestStart(given) {
          controller = given;
          if (isOver) given.abort(new Error('too late'));
        },
        onResponseStart(_, statusCode, given) {
          if (statusCode < 200) return;
          code = statusCode;
          responseHeaders = someHeaders(given);
          clearTimeout(timer);
          timer = setTimeout(stop, BODY_MS);
        },
        onResponseData(_, chunk) {
          // Copied, because the socket reuses its buffer.
          if (length < RESPONSE_BYTES) chunks.push(Buffer.from(chunk.subarray(0, RESPONSE_BYTES - length)));
          length += chunk.length;
          if (length > RESPONSE_BYTES) stop();
        },
        onResponseEnd: finishWithResponse,
        onResponseError(_, error) {
          if (code !== null) finishWithResponse();
          else finish(failed(error));
        },
      },
    );
  });
}

/** Headers that only describe the connection. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function someHeaders(given: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  let room = RESPONSE_HEADER_CHARACTERS;
  // Retry-After comes first, so that it is never dropped: the time of the next attempt depends on it.
  const { 'retry-after': retryAfter, ...others } = given;
  for (const [name, value] of [['retry-after', retryAfter] as const, ...Object.entries(others)]) {
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue;
    const text = String(value);
    if (name.length + text.length > room) continue;
    room -= name.length + text.length;
    kept[name] = text;
  }
  return kept;
}

function failed(error: unknown): WebhookResponse {
  // PostgreSQL does not allow null characters in text.
  const text = errorText(error).replaceAll('\0', '\ufffd');
  return { code: null, headers: null, body: null, error: text, hung: false };
}

/** Customers see this text, so it never names the address that a host name has, nor one of this machine. */
function errorText(error: unknown): string {
  if (error instanceof TargetError) return `refused: ${error.message}`;
  if (typeof error === 'string') return error;
  const { code, syscall, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  // If several addresses were tried, the error is an AggregateError with one error per address.
  if (errors?.[0] !== undefined) return errorText(errors[0]);
  // The messages of these two contain addresses.
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect ETIMEDOUT';
  if (syscall === 'connect') return `connect ${code}`;
  const text = message || 'no connection';
  return `${code && !text.includes(code) ? `${code}: ` : ''}${text}`.slice(0, LONGEST_ERROR);
}
