// A collector of traces on loopback, which keeps the spans that it receives over OTLP/HTTP.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { cleanUp, type Lifetime } from '../../../../test/support/lifetime.ts';

interface Value {
  stringValue?: string;
  intValue?: number | string;
  boolValue?: boolean;
}

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  /** By name, as text. */
  attributes: Record<string, string>;
  /** Of the process that recorded it. */
  resource: Record<string, string>;
}

interface Attribute {
  key: string;
  value: Value;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[];
  }[];
}

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** The headers of each export. */
  headers: IncomingHttpHeaders[];
  /** Everything that was received, as text. */
  text(): string;
}

export async function startCollector(t: Lifetime): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: Export[] = [];
  const url = await listen(t, async (request, response) => {
    const body = (await json(request)) as Export;
    headers.push(request.headers);
    bodies.push(body);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          attributes: textsOf(span.attributes),
          resource: textsOf(resource.attributes),
        });
    }
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  return { url, spans, headers, text: () => JSON.stringify(bodies) };
}

/** It takes connections and requests, and never answers. */
export function startHangingCollector(t: Lifetime): Promise<string> {
  return listen(t, () => undefined);
}

async function listen(t: Lifetime, handle: Parameters<typeof createServer>[1]): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer(handle as never).listen(0, '127.0.0.1');
  server.on('connection', (socket) => sockets.add(socket));
  await once(server, 'listening');
  cleanUp(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function textsOf(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      String(value.stringValue ?? value.intValue ?? value.boolValue ?? JSON.stringify(value)),
    ]),
  );
}
