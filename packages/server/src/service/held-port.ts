// A port that the kernel gives to nobody else: bound, and not listened on, so that connections to it are refused. On
// Linux a server can listen on it meanwhile, in any process and again after a restart, because servers set SO_REUSEADDR.

import net, { type BoundSocket } from 'node:net';

export interface HeldPort {
  port: number;
  release(): void;
}

/** Until they are released, or the process ends. */
const held = new Set<BoundSocket>();

/** `host` is an IP address. Port 0 means any that is free. */
export function holdPort(host = '127.0.0.1', port = 0): HeldPort {
  const socket = new net.BoundSocket({ host, port });
  held.add(socket);
  return {
    port: socket.address().port,
    release: () => {
      if (held.delete(socket)) socket.close();
    },
  };
}
