// One try against real receivers: what is sent, what is read of the response, and for how long.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { createSender, type Sender, type SenderOptions } from '../../src/webhooks/sending/send.ts';

function sender(t: TestContext, options: Partial<SenderOptions> = {}): Sender {
  const made = createSender({ allowLoopback: true, resolve: async () => [], ...options });
  cleanUp(t, () => made.close());
  return made;
}

async function receiver(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
}

const request = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'x-rf-event-id': 'e' },
  body: Buffer.from('{"ä":1}'),
});

test('bytes, headers and path arrive unchanged, and the response is returned', async (t) => {
  let seen: unknown;
  const url = await receiver(t, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, headers } = incoming;
      seen = [
        method,
        incoming.url,
        headers['content-type'],
        headers['x-rf-event-id'],
        headers['content-length'],
        Buffer.concat(chunks).toString(),
      ];
      response.writeHead(202, { 'x-request': 'r1' }).end('thanks');
    });
  });
  const { code, headers, body, error, hung } = await sender(t).send(request(url));
  assert.deepEqual(seen, ['POST', '/hook?a=b', 'application/json', 'e', '8', '{"ä":1}']);
  assert.deepEqual([code, headers!['x-request'], body, error, hung], [202, 'r1', 'thanks', null, false]);
});

test('a redirect is not followed', async (t) => {
  let reached = 0;
  const elsewhere = await receiver(t, (_, response) => {
    reached += 1;
    response.end();
  });
  const url = await receiver(t, (_, response) => response.writeHead(307, { location: elsewhere }).end());
  const { code, headers } = await sender(t).send(request(url));
  assert.deepEqual([code, headers!.location, reached], [307, elsewhere, 0]);
});

test('a response is read up to 1 KiB and dropped, even if it never ends', async (t) => {
  let closed = false;
  const url = await receiver(t, (incoming, response) => {
    incoming.resume();
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(600)), 5);
    response.on('close', () => {
      clearInterval(timer);
      closed = true;
    });
  });
  const begun = performance.now();
  // Whoever waited for its end would wait longer than this test does.
  const { code, body } = await sender(t, { totalMs: 2 * PATIENCE_MS }).send(request(url));
  assert.deepEqual([code, body], [200, 'x'.repeat(1024)]);
  assert.ok(performance.now() - begun < PATIENCE_MS);
  await until('the connection is closed on it', () => closed);
});

test('of the headers 1 KiB is kept, and Retry-After whatever comes before it', async (t) => {
  const headersAfter = async (headers: Record<string, string>) => {
    const url = await receiver(t, (_, response) => {
      response.sendDate = false;
      response.writeHead(429, headers).end();
    });
    return (await sender(t).send(request(url))).headers!;
  };
  const long = { 'x-policy': 'x'.repeat(1100), 'content-length': '0' };
  assert.deepEqual(await headersAfter({ ...long, 'retry-after': '7200' }), {
    'retry-after': '7200',
    'content-length': '0',
  });
  // Names that are numbers come first in any object.
  assert.deepEqual(
    await headersAfter({ 1: 'x'.repeat(1020), 'retry-after': '7200', 'content-length': '0' }),
    {
      'retry-after': '7200',
      'content-length': '0',
    },
  );
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x-${at}`, 'x'.repeat(60)]));
  const kept = await headersAfter({ ...many, 'retry-after': '7200' });
  assert.equal(kept['retry-after'], '7200');
  const length = Object.entries(kept).flat().join('').length;
  assert.ok(length > 900 && length <= 1024, String(length));
  assert.deepEqual(await headersAfter({ ...long, 'retry-after': '7'.repeat(1100) }), {
    'content-length': '0',
  });
});

test('a receiver that hangs is timed out: before the response, while connecting, in the body', async (t) => {
  const { send } = sender(t, { totalMs: 400 });
  const silent = await receiver(t, () => undefined);
  const mute = createTcpServer(() => undefined).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  cleanUp(t, () => mute.close());
  const noTls = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`;
  for (const url of [silent, noTls]) {
    const begun = performance.now();
    const outcome = await send(request(url));
    assert.deepEqual([outcome.code, outcome.error, outcome.hung], [null, 'no response within 0.4 s', true]);
    assert.ok(performance.now() - begun < PATIENCE_MS);
  }
  const half = await receiver(t, (_, response) => response.writeHead(200).write('half'));
  const { code, body, hung } = await sender(t).send(request(half));
  assert.deepEqual([code, body, hung], [200, 'half', false], 'the status had come: it was taken');
});

test('errors are reported in one line', async (t) => {
  const { send } = sender(t);
  const refused = await send(request('http://127.0.0.1:1/'));
  assert.match(refused.error!, /^connect ECONNREFUSED$/);
  const url = await receiver(t, (incoming) => incoming.socket.destroy());
  assert.match((await send(request(url))).error!, /^(UND_ERR_SOCKET: other side closed|.*ECONNRESET)/);
  assert.match(
    (await send(request('https://nowhere.example.org/'))).error!,
    /^refused: The host name nowhere\.example\.org has no IP address\.$/,
  );
  const resolve = () => Promise.reject(new Error('a zero\0in it'));
  const { error } = await sender(t, { resolve }).send(request('https://nowhere.example.org/'));
  assert.equal(error, 'a zero\ufffdin it', 'PostgreSQL would not keep it');
});

test('https is checked against the name, and a certificate that nobody vouches for is refused', async (t) => {
  const folder = temporaryFolder(t);
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...args, '-keyout', key!, '-out', cert!, ...subject], { stdio: 'ignore' });
  const options = { key: readFileSync(key!), cert: readFileSync(cert!) };
  const server = createTlsServer(options, (_, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => server.close());
  const { port } = server.address() as AddressInfo;
  const trusting = sender(t, { ca: readFileSync(cert!, 'utf8') });
  assert.equal((await trusting.send(request(`https://localhost:${port}/`))).code, 200);
  assert.match(
    (await trusting.send(request(`https://127.0.0.1:${port}/`))).error!,
    /ERR_TLS_CERT_ALTNAME_INVALID/,
  );
  assert.match(
    (await sender(t).send(request(`https://localhost:${port}/`))).error!,
    /self-signed certificate/,
  );
});

test('connections beyond a limit are closed after their response, and those below it are kept', async (t) => {
  const SENDS = 20;
  const KEPT = 3;
  const waiting: (() => void)[] = [];
  const open = new Set<Socket>();
  const server = createServer((incoming, response) => {
    incoming.resume();
    // Only when all have arrived, so that each has a connection of its own.
    waiting.push(() => response.end());
    if (waiting.length % SENDS === 0) for (const answer of waiting.splice(0)) answer();
  }).listen(0, '127.0.0.1');
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await once(server, 'listening');
  cleanUp(t, () => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const sendAll = async (by: Sender) => {
    const responses = await Promise.all(Array.from({ length: SENDS }, () => by.send(request(url))));
    assert.ok(responses.every(({ code }) => code === 200));
  };
  const limited = sender(t, { keptConnections: KEPT });
  await sendAll(limited);
  await until('the others are closed', async () => open.size <= KEPT);
  assert.equal(open.size, KEPT);
  await sendAll(limited);
  await until('they are closed again', async () => open.size <= KEPT);
  const unlimited = sender(t);
  await sendAll(unlimited);
  assert.ok(open.size >= SENDS, 'without a limit, all are kept');
});
