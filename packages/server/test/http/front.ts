// The HTTP server without the service behind it, and clients that send it raw bytes.

import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type ConnectionLimits, Connections } from '../../src/http/connections.ts';
import { parseTrustProxy } from '../../src/http/limits/client-address.ts';
import { createFront } from '../../src/http/server.ts';
import { RawConnection } from './raw.ts';

export const GET = 'GET /x HTTP/1.1\r\nhost: x\r\n\r\n';
export const HEALTH = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n';
/** More than the system keeps for a connection whose client does not read. */
export const LARGE = Buffer.alloc(32 * 1024 * 1024);

interface Front {
  url: string;
  connections: Connections;
  server: Server;
}

export async function startFront(
  t: TestContext,
  limits: Partial<ConnectionLimits>,
  handle: RequestListener,
  trusted = 'none',
): Promise<Front> {
  const connections = new Connections(
    { inAll: 100, perAddress: 100, writeTimeoutMs: 30_000, ...limits },
    parseTrustProxy(trusted),
  );
  const settings = {
    baseUrl: 'http://x',
    isStopping: () => false,
    answerHot: () => false,
    connections,
    requestLog: null,
    tracing: null,
  };
  const server = createFront(settings, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections, server };
}

export const answer: RequestListener = (_, response) => response.end('ok');

/** Opened from one of the addresses of this machine. */
export async function openFrom(t: TestContext, url: string, localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port), localAddress }).pause();
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

export async function open(t: TestContext, url: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  t.after(() => connection.close());
  return connection;
}

export const statusOf = async (connection: RawConnection) => (await connection.response())?.status;
