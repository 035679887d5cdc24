// The receiver of webhooks: a real HTTP server that checks signatures and counts how often each event arrived.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  url: string;
  /** How often each event arrived, by id. */
  received: Map<string, number>;
  wrongSignatures: number;
  stop(): Promise<void>;
}

export async function startReceiver(secret: () => string): Promise<Receiver> {
  const received = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      if (isSigned(body, String(request.headers['x-rf-signature'] ?? ''), secret())) {
        const id = String(request.headers['x-rf-event-id']);
        received.set(id, (received.get(id) ?? 0) + 1);
      } else receiver.wrongSignatures += 1;
      response.writeHead(204).end();
    });
    request.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/events`,
    received,
    wrongSignatures: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
}
