// Reads one request of a connection at a time: what follows it is not parsed, and soon not received, until its response has
// been handed to the system. Node parses everything that a packet holds, so a client that sends thousands of short requests
// and reads nothing would make the process build that many responses, and other clients wait meanwhile. Of requests that
// arrived together, only a few are handled in a turn of the event loop: in each turn, Node accepts one new connection.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const END_OF_HEADERS = '\r\n\r\n';
const CONTINUED_PER_TURN = 4;

/** Connections that have sent more requests, in the order of their turns. */
const waiting = new Set<Socket>();

function continueLater(socket: Socket): void {
  if (waiting.size === 0) setImmediate(continueSome);
  waiting.add(socket);
}

function continueSome(): void {
  let continued = 0;
  for (const socket of waiting) {
    waiting.delete(socket);
    socket.resume();
    continued += 1;
    if (continued === CONTINUED_PER_TURN) break;
  }
  if (waiting.size > 0) setImmediate(continueSome);
}

/** For a new connection, after the HTTP server has set it up. `lastResponse` is the one to the last request that was parsed. */
export function readInTurn(socket: Socket, lastResponse: () => ServerResponse | null): void {
  const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
  if (parse === undefined) return;
  socket.removeListener('data', parse);
  let awaited: ServerResponse | null = null;
  const hold = (response: ServerResponse) => {
    socket.pause();
    // Node also resumes the socket, for reasons of its own, and what it then gives is held again.
    if (awaited === response) return;
    awaited = response;
    response.once('close', () => {
      awaited = null;
      continueLater(socket);
    });
  };
  socket.on('data', (bytes: Buffer) => {
    const before = lastResponse();
    for (let at = 0; at < bytes.length; ) {
      if (socket.destroyed) return;
      const response = lastResponse();
      // Otherwise, what comes next is the body of its request.
      if (response?.req.complete) {
        if (isUnsent(response)) hold(response);
        else if (response !== before && !socket.isPaused()) {
          socket.pause();
          continueLater(socket);
        }
      }
      // Also if a handler does not take the body of its request fast enough.
      if (socket.isPaused()) {
        socket.unshift(at === 0 ? bytes : bytes.subarray(at));
        return;
      }
      const end = bytes.indexOf(END_OF_HEADERS, at, 'latin1');
      const next = end === -1 ? bytes.length : end + END_OF_HEADERS.length;
      parse(at === 0 && next === bytes.length ? bytes : bytes.subarray(at, next));
      at = next;
    }
  });
}

function isUnsent(response: ServerResponse): boolean {
  if (response.writableFinished || response.destroyed) return false;
  return !response.writableEnded || response.writableLength > 0;
}
