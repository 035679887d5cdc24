// The listener of staff: an address of their own, which serves everything that the public one does. Staff can act only
// there, so that a firewall can keep everybody else away from their acts.

import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createFront, type FrontSettings } from '../http/server.ts';
import type { Config } from './config.ts';

export interface StaffListener {
  /** The address of the pages for staff on the listener that a socket belongs to; null if staff cannot act on it. */
  urlFor(socket: Socket): string | null;
  listen(front: FrontSettings, handle: RequestListener): Promise<void>;
  /** Accepts nothing more. Resolves when the requests in progress have been answered. */
  stop(): Promise<void>;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

export function staffListener(config: Pick<Config, 'staff' | 'baseUrl'>): StaffListener {
  const { staff, baseUrl } = config;
  const sockets = new WeakSet<Socket>();
  let server: Server | null = null;
  return {
    urlFor: (socket) => (staff === null ? baseUrl : sockets.has(socket) ? staff.baseUrl : null),
    async listen(front, handle) {
      if (staff === null) return;
      server = createFront(front, handle);
      server.on('connection', (socket: Socket) => sockets.add(socket));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject);
      server.listen(staff, resolve);
      await promise;
    },
    async stop() {
      const stopped = server;
      if (stopped?.listening) await new Promise<unknown>((resolve) => stopped.close(resolve));
    },
    closeIdleConnections: () => server?.closeIdleConnections(),
    closeAllConnections: () => server?.closeAllConnections(),
  };
}
