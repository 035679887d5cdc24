// Clients that keep connections open without using them: a process of its own, so that it shares no event loop with the
// clients that are measured.
//   node attack.ts KIND URL COUNT     prints "ready" when all connections are open; runs until it is killed

import { createConnection, type Socket } from 'node:net';

const STEP_MS = 1000;
/** Below the limit of connections per address. */
const PER_ADDRESS = 250;
const REOPEN_MS = 200;

const head = (lines: readonly string[]) => ['host: x', ...lines].join('\r\n');
const REQUEST = `GET /api/openapi.json HTTP/1.1\r\n${head([])}\r\n\r\n`;
const POST = `POST /api/public/score-request HTTP/1.1\r\n${head(['content-type: application/json', 'content-length: 4096'])}\r\n\r\n`;

/** What a connection does once it is open. */
export const ATTACKS = {
  /** Asks for large documents, again and again, and reads none of them. */
  'never read': (socket: Socket) => {
    socket.write(REQUEST.repeat(30));
    // Without writing, it would not notice that the server has closed the connection.
    sendSlowly(socket, [REQUEST]);
  },
  /** Sends thousands of requests at once, and reads none of the responses. */
  pipelined: (socket: Socket) => socket.write(REQUEST.repeat(2000)),
  /** Sends nothing. */
  idle: () => undefined,
  /** Sends a request one byte at a time, and never ends it. */
  'slow headers': (socket: Socket) =>
    sendSlowly(socket, `GET /api/public/scores HTTP/1.1\r\nx-slow: ${'a'.repeat(4096)}`),
  /** Sends complete headers, then the body one byte at a time. */
  'slow bodies': (socket: Socket) => {
    socket.write(POST);
    sendSlowly(socket, `{"provider_name": "${'a'.repeat(4000)}"}`);
  },
} satisfies Record<string, (socket: Socket) => void>;

export type Attack = keyof typeof ATTACKS;

function sendSlowly(socket: Socket, text: string | readonly string[]): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text[sent++ % text.length]!), STEP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Opened from one of the addresses of this machine, and opened again whenever the server closes it. */
function keepOpen(attack: Attack, url: URL, number: number, onOpen: () => void): void {
  const localAddress = `127.0.1.${1 + Math.floor(number / PER_ADDRESS)}`;
  const socket = createConnection({ host: url.hostname, port: Number(url.port), localAddress });
  socket.once('connect', () => {
    onOpen();
    ATTACKS[attack](socket);
  });
  socket.on('error', () => undefined);
  if (attack === 'never read' || attack === 'pipelined') socket.pause();
  else socket.resume();
  socket.once('close', () => setTimeout(() => keepOpen(attack, url, number, () => undefined), REOPEN_MS));
}

if (import.meta.main) {
  const [attack, url, count] = process.argv.slice(2) as [Attack, string, string];
  let opened = 0;
  const onOpen = () => {
    opened += 1;
    if (opened === Number(count)) console.log('ready');
  };
  for (let number = 0; number < Number(count); number += 1) keepOpen(attack, new URL(url), number, onOpen);
}
