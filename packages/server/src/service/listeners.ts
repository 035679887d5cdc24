// The addresses that the service listens on: the public one, the one of staff and the one of the metrics. A stop answers
// the requests in progress first.

import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../http/metrics.ts';
import { createServer } from '../http/node-http.ts';
import { createFront, type FrontSettings } from '../http/server.ts';
import type { Config } from './config.ts';

/** How long requests in progress may take when the process stops. */
const STOP_MS = 8000;
/** How long a process that stops serves on: requests may be on their way, on connections that clients keep. */
const DRAIN_MS = 500;
/** How often idle connections are closed while the process stops. */
const CLOSE_IDLE_MS = 50;

/**
 * Staff have an address of their own, which serves everything that the public one does. They can act only there, so that a
 * firewall can keep everybody else away from their acts. Without that setting, they act at the public address.
 */
export class StaffAddress {
  readonly #config: Pick<Config, 'staff' | 'baseUrl'>;
  readonly #sockets = new WeakSet<Socket>();

  constructor(config: Pick<Config, 'staff' | 'baseUrl'>) {
    this.#config = config;
  }

  /** The address of the pages for staff on the listener that a socket belongs to; null if staff cannot act on it. */
  urlFor(socket: Socket): string | null {
    const { staff, baseUrl } = this.#config;
    if (staff === null) return baseUrl;
    return this.#sockets.has(socket) ? staff.baseUrl : null;
  }

  /** null if there is no such address. */
  async listen(front: FrontSettings, handle: RequestListener): Promise<Server | null> {
    const { staff } = this.#config;
    if (staff === null) return null;
    const server = createFront(front, handle);
    server.on('connection', (socket: Socket) => this.#sockets.add(socket));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen(staff, resolve);
    await promise;
    return server;
  }
}

export interface Listened {
  app: FastifyInstance;
  front: FrontSettings;
  staff: StaffAddress;
  metrics: Metrics;
}

export class Listeners {
  readonly #config: Config;
  readonly #listened: Listened;
  #staffServer: Server | null = null;
  #metricsServer: Server | null = null;

  constructor(config: Config, listened: Listened) {
    this.#config = config;
    this.#listened = listened;
  }

  async listen(): Promise<void> {
    const { host, port, metrics } = this.#config;
    const { app, front, staff } = this.#listened;
    await app.listen({ host, port });
    this.#staffServer = await staff.listen(front, (request, response) => app.routing(request, response));
    if (typeof metrics === 'object')
      this.#metricsServer = createServer(metricsListener(this.#listened.metrics)).listen(metrics);
  }

  /** Resolves when the requests in progress have been answered. */
  async stop({ drains }: { drains: boolean }): Promise<void> {
    const { app, front } = this.#listened;
    const servers = () => [app.server, this.#staffServer].filter((server) => server !== null);
    // Requests that are still in progress after this time are aborted.
    const late = setTimeout(() => {
      for (const server of servers()) server.closeAllConnections();
    }, STOP_MS);
    // Each response says that it is the last one of its connection.
    if (drains && front.connections.counts.open > 0) await wait(DRAIN_MS);
    const idle = setInterval(() => {
      for (const server of servers()) server.closeIdleConnections();
    }, CLOSE_IDLE_MS);
    await Promise.all([closed(this.#staffServer), app.close()]);
    clearInterval(idle);
    clearTimeout(late);
    this.#metricsServer?.close();
  }
}

async function closed(server: Server | null): Promise<void> {
  if (server?.listening) await new Promise<unknown>((resolve) => server.close(resolve));
}

/** Serves the metrics on their own address. */
function metricsListener(metrics: Metrics): RequestListener {
  return (request, response) => {
    const isFound = request.url === '/metrics' && request.method === 'GET';
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(isFound ? metrics.text() : 'The metrics are at /metrics.\n');
  };
}
