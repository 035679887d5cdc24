// Sends requests to a recorded server and keeps what it answers.

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { normalise } from './normalise.ts';
import { type Recording, sha256 } from './recording.ts';
import { BASE_URL, type RecordedServer } from './server.ts';

export interface Request {
  operation: string;
  /** GET by default. */
  method?: string;
  /** Path and query, sent as they are. */
  target: string;
  /** The name of a demo key, or a key as it is. */
  key?: string;
  headers?: Record<string, string>;
  /** Headers whose values came from an answer, as the name of the request shows them. */
  shown?: Record<string, string>;
  body?: string;
  /** Tells apart requests that are otherwise the same. */
  note?: string;
  /** The address it comes from; by default one that no other request has. null: from this machine, without a proxy. */
  from?: string | null;
  keepsRemaining?: boolean;
  hasRandomId?: boolean;
}

export interface Exchange {
  request: Request;
  status: number;
  headers: Record<string, string>;
  /** The decoded body; null where it is not text. */
  text: string | null;
}

/** They differ from one connection or second to the next. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive']);
const TEXT = /json|text|xml|yaml|javascript/;
const REQUEST_ID = 'answers';

export class Client {
  readonly #server: RecordedServer;
  readonly #recording: Recording;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #names = new Map<string, number>();
  #addresses = 0;

  constructor(server: RecordedServer, recording: Recording) {
    this.#server = server;
    this.#recording = recording;
  }

  /** The demo's API keys, by name. */
  get keys(): Record<string, string> {
    return this.#server.keys;
  }

  async ask(request: Request): Promise<Exchange> {
    const { status, headers, bytes } = await this.#send(request);
    return this.#keep(request, status, headers, bytes);
  }

  /** Bytes that an HTTP client would not send. */
  async askRaw(operation: string, note: string, bytes: string): Promise<void> {
    const socket = connect(this.#server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(bytes);
    const answer = (await buffer(socket)).toString('latin1');
    const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
    const [first = '', ...lines] = head.split('\r\n');
    const pairs = lines.map((line) => line.split(/: (.*)/s) as [string, string]);
    const request = { operation, method: 'RAW', target: '', note, hasRandomId: true };
    this.#keep(request, Number(first.split(' ')[1]), headersOf(pairs), Buffer.from(body, 'latin1'));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send({ method = 'GET', target, key, headers = {}, body, from }: Request) {
    this.#addresses += 1;
    const ownAddress = `198.18.${this.#addresses >> 8}.${this.#addresses & 255}`;
    const sent: Record<string, string> = {
      host: new URL(BASE_URL).host,
      'x-request-id': REQUEST_ID,
      ...(from === null ? {} : { 'x-forwarded-for': from ?? ownAddress }),
      ...(key === undefined ? {} : { 'x-api-key': this.keys[key] ?? key }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const { port } = this.#server;
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port,
      agent: this.#agent,
      method,
      path: target,
      headers: sent,
    });
    outgoing.end(body);
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve);
      outgoing.on('error', (error) => reject(new Error(`${method} ${target}: ${error.message}`)));
    });
    const bytes = await buffer(message);
    const raw = message.rawHeaders;
    const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as [string, string]] : []));
    return { status: message.statusCode!, headers: headersOf(pairs), bytes };
  }

  #keep(request: Request, status: number, headers: Record<string, string>, bytes: Buffer): Exchange {
    const decoded = decode(bytes, headers['content-encoding']);
    const isText = decoded.length === 0 || TEXT.test(headers['content-type'] ?? '');
    const exchange: Exchange = { request, status, headers, text: isText ? decoded.toString('utf8') : null };
    normalise(exchange, this.#recording.normalised);
    const body = exchange.text ?? `base64:${decoded.toString('base64')}`;
    const digest = sha256(body);
    this.#recording.bodies[digest] ??= body;
    this.#recording.answers.push({
      name: this.#nameOf(request),
      operation: request.operation,
      status,
      headers,
      body: digest,
      ...(decoded === bytes ? {} : { compressed: sha256(bytes) }),
    });
    return exchange;
  }

  #nameOf({ method = 'GET', target, key, headers = {}, shown = {}, body, note }: Request): string {
    const parts = [
      ...(key === undefined ? [] : [`key ${key}`]),
      ...Object.entries({ ...headers, ...shown }).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : [body.length > 300 ? `body ${sha256(body).slice(0, 12)}` : body]),
      ...(note === undefined ? [] : [note]),
    ];
    let name = `${method} ${target}${parts.map((part) => ` | ${part}`).join('')}`;
    for (const [keyName, secret] of Object.entries(this.keys)) name = name.replaceAll(secret, keyName);
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : `${name} | time ${count}`;
  }
}

/** By name, so that only their values count. */
function headersOf(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const headers: Record<string, string> = {};
  const lowerCase = pairs.map(([name, value]) => [name.toLowerCase(), value] as const);
  const sorted = lowerCase.sort(([a], [b]) => a.localeCompare(b));
  for (const [name, value] of sorted) {
    if (LEFT_OUT.has(name)) continue;
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return bytes;
}
