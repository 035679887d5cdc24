// HTTP by hand, for what no client would send.

import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { type Called, calledOf } from '../../../../test/support/described.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';

export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    const end = () => {
      this.#isClosed = true;
      this.#wake();
    };
    // A server that refuses may close before all was sent.
    socket.on('error', end);
    socket.on('close', end);
    socket.on('end', end);
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(text: string | Uint8Array): void {
    if (!this.#isClosed) this.#socket.write(text);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** The next response, interim ones too; null where the connection ended without one. */
  async response(): Promise<Called | null> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const called = this.#take();
      if (called !== null) return called;
      if (this.#isClosed) return null;
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`no response within ${PATIENCE_MS / 1000} s`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  #take(): Called | null {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return null;
    const [first = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    const headers: IncomingHttpHeaders = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const length = Number(headers['content-length'] ?? 0);
    const start = end + 4;
    if (this.#received.length < start + length) return null;
    const body = this.#received.subarray(start, start + length);
    this.#received = this.#received.subarray(start + length);
    return calledOf(Number(first.split(' ')[1]), headers, Buffer.from(body));
  }
}
