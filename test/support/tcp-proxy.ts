// A TCP proxy on loopback that stands between a program and a server, and can do to their connections what networks do.

import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/**
 * forward: bytes pass. drop: connections open and stay open, and every byte is lost, as behind a dead router.
 * refuse: the port is closed.
 */
export type ProxyMode = 'forward' | 'drop' | 'refuse';

export interface TcpProxy {
  readonly port: number;
  /** Of connections that are open, and of new ones. Bytes that were dropped never come. */
  setMode(mode: ProxyMode): Promise<void>;
  /** Every chunk waits for so long, in each direction. */
  setDelay(ms: number): void;
  /** Connections that are made from now on lead there; those that are open stay where they are. */
  pointTo(port: number): void;
  /** Closes all connections, as a proxy does whose server is gone. */
  cutAll(): void;
  /** How many connections of clients are open. */
  readonly open: number;
  stop(): Promise<void>;
}

/** The address of a server, through the proxy. */
export function through(proxy: TcpProxy, url: string): string {
  const changed = new URL(url);
  changed.hostname = '127.0.0.1';
  changed.port = String(proxy.port);
  return changed.href;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'forward';
  let delayMs = 0;
  let to = target;
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const cutAll = () => {
    for (const socket of sockets) {
      // Node never closes a socket that is reset while it is shut down, and its process does not end then.
      if (socket.writableEnded || socket.connecting) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  const pass = (from: Socket, other: Socket) => {
    let isSpoiled = false;
    from.on('data', (chunk) => {
      // What was dropped is missing in the middle of the stream, so nothing may follow it.
      isSpoiled ||= mode === 'drop';
      if (isSpoiled) return;
      if (delayMs === 0) other.write(chunk);
      else setTimeout(() => mode === 'forward' && other.write(chunk), delayMs);
    });
    from.on('end', () => mode === 'drop' || other.end());
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      if (mode !== 'drop') other.destroy();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = createConnection({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    sockets.add(client).add(upstream);
    clients.add(client);
    client.once('close', () => clients.delete(client));
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = async () => {
    if (!server.listening) return;
    server.close();
    cutAll();
    await once(server, 'close');
  };
  return {
    port,
    async setMode(next) {
      mode = next;
      if (next === 'refuse') return closed();
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    setDelay: (ms) => {
      delayMs = ms;
    },
    pointTo: (next) => {
      to = next;
    },
    cutAll,
    get open() {
      return clients.size;
    },
    stop: closed,
  };
}
