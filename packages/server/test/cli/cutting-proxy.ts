// A TCP proxy that can cut a connection when the answer to a request arrives: the server has done what was asked, and
// the client does not know.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { cleanUp, type Lifetime } from '../../../../test/support/lifetime.ts';

export interface CuttingProxy {
  url: string;
  /** Cuts the next answer to a request for this path, once. */
  cutNext(path: string): void;
  /** How many requests for this path there were. */
  requests(path: string): number;
}

export async function cuttingProxy(t: Lifetime, to: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(to);
  const seen: string[] = [];
  let doomed: string | null = null;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let current = '';
    client.on('data', (bytes) => {
      const [, path] = /^(?:GET|POST) ([^ ?]+)/.exec(bytes.toString('latin1')) ?? [];
      if (path !== undefined) {
        current = path;
        seen.push(path);
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (current !== doomed) return void client.write(bytes);
      doomed = null;
      client.destroy();
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanUp(t, () => proxy.close());
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cutNext: (path) => {
      doomed = path;
    },
    requests: (path) => seen.filter((one) => one === path).length,
  };
}
