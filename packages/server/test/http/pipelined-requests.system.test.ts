// Several requests on one connection: each is handled after the one before it, however they arrive and whatever follows.

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../../test/support/until.ts';
import { answer, GET, HEALTH, LARGE, open, openFrom, startFront, statusOf } from './front.ts';

test('of requests that are sent together, the next is handled when the response before it was sent', async (t) => {
  const held: (() => void)[] = [];
  const front = await startFront(t, {}, (request, response) => {
    if (request.url === '/x') held.push(() => response.end('ok'));
    else response.end('ok');
  });
  const client = await open(t, front.url);
  const other = await open(t, front.url);
  client.send(GET.repeat(5000));
  for (let count = 1; count <= 5; count += 1) {
    await until('the next is handled', () => held.length === count);
    other.send(HEALTH);
    assert.equal(await statusOf(other), 200);
    assert.equal(held.length, count, 'the rest is not parsed');
    held.at(-1)!();
    assert.equal(await statusOf(client), 200);
  }
});

test('a client that sends thousands of requests and reads nothing gets no more than the system takes', async (t) => {
  const body = Buffer.alloc(256 * 1024);
  let handled = 0;
  let serverSocket: Socket | null = null;
  const unsent: number[] = [];
  const front = await startFront(t, {}, (request, response) => {
    if (request.url === '/x') {
      handled += 1;
      serverSocket = request.socket;
      unsent.push(request.socket.writableLength);
    }
    response.end(request.url === '/x' ? body : 'ok');
  });
  const socket = await openFrom(t, front.url, '127.0.0.1');
  socket.write(GET.repeat(5000));
  await until('its responses wait for it', () => (serverSocket?.writableLength ?? 0) > 0);
  const before = handled;
  const other = await open(t, front.url);
  for (let at = 0; at < 10; at += 1) {
    other.send(HEALTH);
    assert.equal(await statusOf(other), 200);
  }
  assert.equal(handled, before);
  assert.deepEqual(new Set(unsent), new Set([0]), 'nothing was unsent when a request was handled');
  assert.ok(serverSocket!.writableLength <= body.length + 1024);
  let received = 0;
  socket.on('data', (bytes) => {
    received += bytes.length;
  });
  socket.resume();
  await until('it reads, and is served on', () => handled > before + 10 && received > body.length * 10);
});

test('requests that arrive in pieces of any size are answered in order, bodies included', async (t) => {
  const { url } = await startFront(t, {}, (request, response) => {
    const parts: Buffer[] = [];
    const answerParts = () => {
      const text = JSON.stringify([request.url, Buffer.concat(parts).toString()]);
      const headers = ['content-type', 'application/json', 'content-length', String(text.length)];
      const send = () => response.writeHead(200, headers).end(text);
      if (request.url!.endsWith('7')) setTimeout(send, 5);
      else send();
    };
    // A request without a body has no stream events.
    if (request.method === 'GET') return answerParts();
    request.on('data', (bytes: Buffer) => parts.push(bytes));
    request.on('end', answerParts);
  });
  const expected: unknown[] = [];
  const requests = Array.from({ length: 60 }, (_, at) => {
    const body = at % 3 === 0 ? null : `one\r\n\r\ntwo ${'x'.repeat(at * 40)}`;
    expected.push([`/${at}`, body ?? '']);
    if (body === null) return `GET /${at} HTTP/1.1\r\nhost: x\r\n\r\n`;
    if (at % 3 === 1)
      return `POST /${at} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    return `POST /${at} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`;
  });
  const bytes = Buffer.from(requests.join(''));
  for (const size of [bytes.length, 1000, 37, 3]) {
    const connection = await open(t, url);
    for (let at = 0; at < bytes.length; at += size) {
      connection.send(bytes.subarray(at, at + size));
      if (at % 10 === 0) await new Promise(setImmediate);
    }
    const answers: unknown[] = [];
    while (answers.length < expected.length) answers.push((await connection.response())!.json);
    assert.deepEqual(answers, expected, `in pieces of ${size}`);
  }
});

test('responses to complete requests are sent whatever follows them on the connection', async (t) => {
  const { url } = await startFront(t, {}, (request, response) => {
    if (request.url === '/large') response.end(LARGE.subarray(0, 8 * 1024 * 1024));
    else if (request.method === 'GET') setTimeout(() => response.end('late'), 300);
    else request.resume();
  });
  const large = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n';
  const garbage = '\0\x01garbage\r\n\r\n';
  const badBody = 'POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n';
  const cases: [sent: string, expected: number[]][] = [
    [`${GET}${garbage}`, [200, 400]],
    [`${GET}${GET}${garbage}${garbage}`, [200, 200, 400]],
    [`${large}${garbage}`, [200, 400]],
    [`${large}${GET}${badBody}`, [200, 200, 400]],
    [badBody, [400]],
    [`${GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')}${garbage}`, [200]],
  ];
  for (const [sent, expected] of cases) {
    const connection = await open(t, url);
    connection.send(sent);
    const statuses: number[] = [];
    for (let next = await connection.response(); next !== null; next = await connection.response()) {
      statuses.push(next.status);
    }
    assert.deepEqual(statuses, expected, sent.slice(0, 100));
  }
});

test('a client that sent garbage and does not close its side is disconnected', async (t) => {
  const front = await startFront(t, {}, answer);
  const socket = await openFrom(t, front.url, '127.0.0.1');
  socket.write('garbage\r\n\r\n');
  await until('it is connected', async () => front.connections.counts.open === 1);
  await until('it is disconnected', async () => front.connections.counts.open === 0);
});
