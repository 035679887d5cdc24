// A caller of the real server who takes nothing on trust: every response is compared with the OpenAPI text that the
// same server hands out. What the text does not describe fails the test that saw it.

import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { readCredentialsFile } from '../../packages/server/src/demo/credentials-file.ts';
import { type Called, calledOf, faultsOf, type OpenApi } from './described.ts';
import { startInProcess } from './in-process.ts';
import type { Lifetime } from './lifetime.ts';
import { type RunningServer, type ServerOptions, startServer } from './server-process.ts';

export interface CallOptions {
  /** Sent as x-api-key. */
  key?: string | undefined;
  headers?: Record<string, string | string[]>;
  /** Objects are sent as JSON; texts and bytes as they are. */
  body?: unknown;
}

export interface Api extends RunningServer {
  document: OpenApi;
  /** Of the demo's fictional customers. */
  keys: Record<'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM' | 'AGENT', string>;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Called>;
  /** How many responses were compared with the document so far. */
  validated(): number;
}

export interface ApiOptions extends ServerOptions {
  /** For tests of the process itself: of its end, its threads, or another one beside it. */
  ownProcess?: boolean;
}

export async function startApi(
  t: Lifetime,
  { ownProcess = false, ...options }: ApiOptions = {},
): Promise<Api> {
  const server = await (ownProcess ? startServer : startInProcess)(t, options);
  const { dataDir } = server;
  const keys = readCredentialsFile(dataDir)?.keys ?? ({} as Api['keys']);
  return { ...server, keys, ...(await clientOf(server.url, t)) };
}

/** A client of a server that is running already. */
export async function clientOf(
  url: string,
  t: Lifetime,
): Promise<Pick<Api, 'document' | 'call' | 'get' | 'validated'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  t.after(() => agent.destroy());
  const text = await send(url, agent, 'GET', '/api/openapi.json', {});
  const document = JSON.parse(text.text) as OpenApi;
  let validated = 0;
  const call: Api['call'] = async (method, path, options = {}) => {
    const called = await send(url, agent, method, path, options);
    requireDescribed(document, method, path, called);
    validated += 1;
    return called;
  };
  return {
    document,
    call,
    get: (path, key, headers = {}) => call('GET', path, { key, headers }),
    validated: () => validated,
  };
}

/** Fails, with what was said, where the document does not describe a response. */
export function requireDescribed(
  document: OpenApi,
  method: string,
  path: string,
  called: Called,
  isShared = true,
): void {
  const faults = faultsOf(document, method, path, called, isShared);
  if (faults.length === 0) return;
  const shown = called.text.length > 600 ? `${called.text.slice(0, 600)}…` : called.text;
  assert.fail(
    `${method} ${path.slice(0, 200)} was answered ${called.status}, and the OpenAPI text does not describe that:\n` +
      `${faults.map((fault) => `  - ${fault}`).join('\n')}\n  ${JSON.stringify(called.headers)}\n  ${shown}`,
  );
}

export function send(
  url: string,
  agent: Agent,
  method: string,
  path: string,
  { key, headers = {}, body }: CallOptions,
): Promise<Called> {
  const bytes = bodyBytes(body);
  const all: Record<string, string | string[]> = { ...headers };
  if (key !== undefined) all['x-api-key'] = key;
  if (bytes !== undefined) {
    all['content-length'] = String(bytes.length);
    all['content-type'] ??= 'application/json';
  }
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = httpRequest({ hostname, port, method, path, headers: all, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve(calledOf(response.statusCode!, response.headers, Buffer.concat(chunks))),
      );
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

function bodyBytes(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
