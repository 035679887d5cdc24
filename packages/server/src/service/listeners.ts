// The addresses that the service listens on: the public one, the one of staff and the one of the metrics. Before a stop they
// are drained, and the requests in progress are answered.

import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as afterPoll, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../http/metrics.ts';
import { createServer } from '../http/node-http.ts';
import { createFront, type FrontSettings } from '../http/server.ts';
import type { Config } from './config.ts';

/** How long requests in progress may take after the drain. */
const STOP_MS = 8000;
/** The shortest drain while connections are open: requests may be on their way, on connections that clients keep. */
const SHORTEST_DRAIN_MS = 500;
/** How long connections that wait are accepted at the end. There is always another one if somebody floods the service. */
const ACCEPT_MS = 1000;
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

  /**
   * Serves for some time more. Each response closes its connection, so that clients and proxies have no connection left on
   * which they could send a request when the process stops.
   */
  async drain(drainMs: number): Promise<void> {
    const { connections } = this.#listened.front;
    connections.closeAfterResponses();
    const shortest = connections.counts.open > 0 ? SHORTEST_DRAIN_MS : 0;
    await wait(Math.max(drainMs, shortest));
  }

  /**
   * Resolves right after a turn of the event loop in which no connection was accepted. The system resets connections that
   * still wait to be accepted when a server is closed, and their requests with them. Node accepts one in each turn.
   */
  async #untilNoneWaits(): Promise<void> {
    const { connections } = this.#listened.front;
    const end = performance.now() + ACCEPT_MS;
    for (let before = -1; connections.counts.offered > before && performance.now() < end; ) {
      before = connections.counts.offered;
      await afterPoll();
    }
  }

  /** Resolves when the requests in progress have been answered. */
  async stop(): Promise<void> {
    const { app } = this.#listened;
    const servers = () => [app.server, this.#staffServer].filter((server) => server !== null);
    // Requests that are still in progress after this time are aborted.
    const late = setTimeout(() => {
      for (const server of servers()) server.closeAllConnections();
    }, STOP_MS);
    const idle = setInterval(() => {
      for (const server of servers()) server.closeIdleConnections();
    }, CLOSE_IDLE_MS);
    await this.#untilNoneWaits();
    await Promise.all([...servers().map(closed), app.close()]);
    clearInterval(idle);
    clearTimeout(late);
    this.#metricsServer?.close();
  }
}

async function closed(server: Server): Promise<void> {
  if (server.listening) await new Promise<unknown>((resolve) => server.close(resolve));
}

/** Serves the metrics on their own address. */
function metricsListener(metrics: Metrics): RequestListener {
  return (request, response) => {
    const isFound = request.url === '/metrics' && request.method === 'GET';
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(isFound ? metrics.text() : 'The metrics are at /metrics.\n');
  };
}
