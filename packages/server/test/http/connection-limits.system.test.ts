// Limits on connections: what is refused at a limit, which connections make room, and clients that never read.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { test } from 'node:test';
import { cases } from '../../../../test/support/counts.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import {
  connectionsThatFit,
  HEALTH_CONNECTIONS,
  webhookConnectionsThatFit,
} from '../../src/http/open-files.ts';
import { answer, GET, HEALTH, LARGE, open, openFrom, startFront, statusOf } from './front.ts';

test('a client that does not read is disconnected after the write timeout, even if it keeps sending', async (t) => {
  const front = await startFront(t, { writeTimeoutMs: 2000 }, (_, response) => response.end(LARGE));
  const socket = await openFrom(t, front.url, '127.0.0.1');
  socket.write(GET);
  const sending = setInterval(() => socket.write(GET), 200);
  t.after(() => clearInterval(sending));
  const begun = performance.now();
  await until('it is disconnected', async () => front.connections.counts.timedOut === 1);
  const seconds = (performance.now() - begun) / 1000;
  assert.ok(seconds >= 1.9, `${seconds} s`);
  assert.equal(front.connections.counts.open, 0);
});

test('a client that reads slowly gets its whole response', async (t) => {
  const front = await startFront(t, { writeTimeoutMs: 8000 }, (_, response) => response.end(LARGE));
  const socket = await openFrom(t, front.url, '127.0.0.1');
  socket.write(GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  let received = 0;
  socket.on('data', (bytes) => {
    received += bytes.length;
  });
  // It reads for a moment every half second, for longer in all than the timeout.
  const parts = 20;
  for (let part = 0; part < parts; part += 1) {
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const goal = Math.min(LARGE.length, (part + 1) * (LARGE.length / parts));
    socket.resume();
    await until('it has read its part', async () => received >= goal);
  }
  await until('it is closed', async () => socket.closed);
  assert.ok(received > LARGE.length);
  assert.equal(front.connections.counts.timedOut, 0);
});

test('at the limit of an address, its longest unused connection makes room', async (t) => {
  const front = await startFront(t, { perAddress: 3 }, answer);
  const [first, second, third] = [
    await open(t, front.url),
    await open(t, front.url),
    await open(t, front.url),
  ];
  first!.send(GET);
  assert.equal(await statusOf(first!), 200);
  const fourth = await open(t, front.url);
  fourth.send(GET);
  assert.equal(await statusOf(fourth), 200);
  assert.equal(await second!.response(), null, 'the second was used least recently');
  third!.send(GET);
  assert.equal(await statusOf(third!), 200);
  const { open: count, replaced, refused } = front.connections.counts;
  assert.deepEqual([count, replaced, refused], [3, 1, 0]);
});

test('a connection whose request is being handled is never replaced; others of its address are refused', async (t) => {
  let finish = () => undefined as unknown;
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let handled = 0;
  const front = await startFront(t, { perAddress: 2 }, (_, response) => {
    handled += 1;
    void waiting.then(() => response.end('ok'));
  });
  const busy = [await open(t, front.url), await open(t, front.url)];
  for (const connection of busy) connection.send(GET);
  await until('both are handled', () => handled === 2);
  const refused = await open(t, front.url);
  assert.equal(await refused.response(), null);
  assert.equal(front.connections.counts.refused, 1);
  const elsewhere = await openFrom(t, front.url, '127.0.0.2');
  elsewhere.write(GET);
  finish();
  for (const connection of busy) assert.equal(await statusOf(connection), 200);
  elsewhere.resume();
  assert.match(String((await once(elsewhere, 'data'))[0]), /^HTTP\/1\.1 200/);
});

test('an upload that does not go on makes room', async (t) => {
  let received = 0;
  const front = await startFront(t, { perAddress: 1 }, (request, response) => {
    if (request.method === 'GET') response.end('ok');
    else
      request.on('data', (bytes: Buffer) => {
        received += bytes.length;
      });
  });
  const upload = await open(t, front.url);
  upload.send('POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc');
  await until('it has begun', () => received === 3);
  const next = await open(t, front.url);
  next.send(GET);
  assert.equal(await statusOf(next), 200);
  assert.equal(await upload.response(), null);
});

test('a trusted proxy has no limit of its own', async (t) => {
  const front = await startFront(t, { perAddress: 2 }, answer, 'loopback');
  const all = await Promise.all(Array.from({ length: 10 }, () => open(t, front.url)));
  for (const connection of all) connection.send(GET);
  for (const connection of all) assert.equal(await statusOf(connection), 200);
  const none = { refused: 0, replaced: 0, timedOut: 0 };
  assert.deepEqual(front.connections.counts, { open: 10, offered: 10, limit: 100, ...none });
});

test('if all connections are busy, health checks are answered and others get 503', async (t) => {
  const held: (() => void)[] = [];
  const front = await startFront(t, { inAll: 3 }, (request, response) => {
    if (request.url === '/x') held.push(() => response.end('ok'));
    else response.end('ok');
  });
  const busy = await Promise.all([1, 2, 3].map(() => open(t, front.url)));
  for (const connection of busy) connection.send(GET);
  await until('all are handled', async () => held.length === 3);
  const health = await open(t, front.url);
  health.send(HEALTH);
  assert.equal(await statusOf(health), 200);
  const other = await open(t, front.url);
  other.send(GET);
  const refused = (await other.response())!;
  assert.deepEqual([refused.status, refused.json.code], [503, 'service_unavailable']);
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal(refused.headers.connection, 'close');
  for (const finish of held) finish();
  for (const connection of busy) assert.equal(await statusOf(connection), 200);
  const later = await open(t, front.url);
  later.send(HEALTH);
  assert.equal(await statusOf(later), 200);
});

test('the limit in all leaves room for the files of the process itself', () => {
  assert.equal(connectionsThatFit(10_000, 400), 252);
  assert.equal(connectionsThatFit(100, 400), 100);
  assert.equal(connectionsThatFit(10_000, 1_048_576), 10_000);
  assert.equal(connectionsThatFit(10_000, Number.POSITIVE_INFINITY), 10_000);
  assert.equal(connectionsThatFit(10_000, 70), 16);
});

test('webhooks use only the files that clients leave, whatever the limit', () => {
  for (const openFiles of [256, 400, 1024, 4096, 65_536, 1_048_576]) {
    const clients = connectionsThatFit(Number.POSITIVE_INFINITY, openFiles);
    const { sending, kept } = webhookConnectionsThatFit(4096, openFiles);
    assert.ok(sending >= 4 && sending <= 4096);
    assert.ok(clients + HEALTH_CONNECTIONS + sending + kept <= openFiles - 64, `${openFiles} files`);
  }
  assert.deepEqual(webhookConnectionsThatFit(4096, 1024), { sending: 168, kept: 56 });
  const unlimited = { sending: 4096, kept: Number.POSITIVE_INFINITY };
  assert.deepEqual(webhookConnectionsThatFit(4096, Number.POSITIVE_INFINITY), unlimited);
  assert.deepEqual(webhookConnectionsThatFit(4096, 70), { sending: 4, kept: 0 });
});

/** More than the connections and health checks that fit, by more than 200. */
const NEVER_READING = 500;
const PATHS = ['/api/health', '/api/public/scores', '/api/v1/status', '/api/public/changelog'];

/** The times of requests over new connections and over one that is kept, in milliseconds. */
async function times(url: string, count: number): Promise<number[]> {
  const agents = [new Agent({ keepAlive: false }), new Agent({ keepAlive: true, maxSockets: 1 })];
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now();
    const status = await new Promise<number>((resolve, reject) => {
      const asked = get(
        `${url}${PATHS[at % PATHS.length]}`,
        { agent: agents[(at >> 2) % 2]! },
        (response) => {
          response.on('error', reject).on('end', () => resolve(response.statusCode!));
          response.resume();
        },
      );
      asked.on('error', reject).setTimeout(PATIENCE_MS, () => asked.destroy(new Error('no response')));
    });
    assert.equal(status, 200);
    taken.push(performance.now() - begun);
  }
  for (const agent of agents) agent.destroy();
  return taken.sort((a, b) => a - b);
}

const p99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)]!.toFixed(1);

/** Asks for large documents again and again and reads none of them. */
function neverRead(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) }).pause();
  socket.on('error', () => undefined);
  socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(cases(10, 30)));
  return socket;
}

test(`${NEVER_READING} clients that never read do not keep others out, with 400 open files`, async (t) => {
  const server = await startServer(t, {
    openFiles: 400,
    env: { RF_LIMIT_PUBLIC_SCORES: '1000000', RF_METRICS: 'loopback' },
  });
  const reads = cases(40, 200);
  await times(server.url, reads / 2);
  const atRest = await times(server.url, reads);
  const sockets = Array.from({ length: NEVER_READING }, () => neverRead(server.url));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  // A connection that is kept would be one of those that are replaced.
  const metrics = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })).text();
  const gauge = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  await until('all have connected', async () => {
    const text = await metrics().catch(() => '');
    return gauge(text, 'rf_connections_replaced') + gauge(text, 'rf_connections_refused') > 200;
  });
  await until('their responses wait for them', async () => {
    const answered = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${server.url}/api/v1/status`, { headers: { connection: 'close' } }).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
    return answered.every((status) => status === 200);
  });
  const withThem = await times(server.url, reads);
  const text = await metrics();
  t.diagnostic(
    `p99 ${p99(atRest)} ms at rest, ${p99(withThem)} ms with them; ${gauge(text, 'rf_connections')} open, ` +
      `${gauge(text, 'rf_connections_replaced')} replaced, ${gauge(text, 'rf_connections_refused')} refused`,
  );
  assert.ok(gauge(text, 'rf_connections') <= 252 + 16);
  assert.doesNotMatch(server.errors(), /EMFILE|error/i);
});
