// A server that sends the responses it is given, and records the requests it receives.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** reset: the connection ends in the middle of the response. silence: no response is sent. */
  fault?: 'reset' | 'silence';
}

export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds. */
  at: number;
}

export interface Scripted {
  url: string;
  asked: Asked[];
  /** The responses from now on, in order; the last one is repeated. */
  answer(...answers: ScriptedAnswer[]): void;
  stop(): Promise<void>;
}

export async function startScripted(): Promise<Scripted> {
  const asked: Asked[] = [];
  let answers: ScriptedAnswer[] = [{ status: 200, json: {} }];
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://it');
      asked.push({
        method: request.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at,
      });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer.fault === 'silence') return;
      if (answer.fault === 'reset') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"data":[');
        setTimeout(() => request.socket.destroy(), 20);
        return;
      }
      const body = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json);
      response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'application/json' });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (...next) => {
      answers = next;
      asked.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
