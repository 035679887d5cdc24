// A server that is asked to stop, and one that has more to do than it can.

import assert from 'node:assert/strict';
import { Agent, get as httpGet } from 'node:http';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { requireDescribed, startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import { calledOf } from '../../../../test/support/described.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { RawConnection } from '../http/raw.ts';

const dataDir = temporaryFolder(wholeFile);
/** Of the first two tests: one that has had too much to do is asked to stop. */
const api = await startApi(wholeFile, {
  dataDir,
  ownProcess: true,
  // A whole crowd comes from one address here.
  env: { RF_LIMIT_CONNECTIONS_PER_ADDRESS: '2000' },
});
const REQUEST = '/api/public/score-request';

test('more reads than can wait are told to come back, and everyone is served again after that', async (t) => {
  const key = api.keys.ENTERPRISE;
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  t.after(() => agent.destroy());
  const { hostname, port } = new URL(api.url);
  /** Each asks for another instant of the past, so that none is ready and none is asked twice. */
  const cold = (at: number) =>
    `/api/v1/scores?as_of=2026-05-01T00:00:${(at / 1000).toFixed(3).padStart(6, '0')}Z`;
  const read = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const request = httpGet({ hostname, port, path, agent, headers: { 'x-api-key': key } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const called = calledOf(response.statusCode!, response.headers, Buffer.concat(chunks));
          try {
            requireDescribed(api.document, 'GET', path, called);
            if (called.status === 503) assert.equal(called.json.retry_after, 1);
            resolve(called.status);
          } catch (error) {
            reject(error);
          }
        });
      });
      request.on('error', reject);
    });
  const coldReads = Array.from({ length: cases(450, 900) }, (_, at) => read(cold(at)));
  const hotReads = Array.from({ length: 50 }, () => read('/api/v1/scores'));
  const statuses = Object.groupBy(await Promise.all(coldReads), String);
  assert.deepEqual(Object.keys(statuses).sort(), ['200', '503']);
  assert.ok(statuses[200]!.length >= 200, 'those that could wait were served');
  assert.ok(
    (await Promise.all(hotReads)).every((status) => status === 200),
    'what is ready needs no waiting',
  );
  const since = (at: number) =>
    `/api/public/changelog?since=2026-05-01T00:00:00.${String(at).padStart(3, '0')}Z`;
  const crowd = Array.from({ length: 300 }, (_, at) => read(since(at)));
  const keyed = Array.from({ length: 20 }, (_, at) => read(cold(1000 + at)));
  assert.ok((await Promise.all(crowd)).includes(503), 'those without a key do not fill the line');
  assert.ok((await Promise.all(keyed)).every((status) => status === 200));
  t.diagnostic(`${statuses[200]!.length} served, ${statuses[503]!.length} told to come back`);
  assert.equal((await api.get(cold(999_999), key)).status, 400, 'the server has its wits about it');
  assert.equal((await api.get(cold(59_999), key)).status, 200);
  assert.equal((await api.get('/api/v1/status')).json.status, 'operational');
});

test('requests that are under way are finished, new connections are refused, and the process ends by itself', async (t) => {
  const body = JSON.stringify({ provider_name: 'Half Way' });
  const head = ['host: x', 'content-type: application/json', `content-length: ${body.length}`];
  const begin = async () => {
    const connection = await RawConnection.open(api.url);
    t.after(() => connection.close());
    // Asking for leave to go on shows that the server has begun with the request.
    connection.send(`POST ${REQUEST} HTTP/1.1\r\n${head.join('\r\n')}\r\nexpect: 100-continue\r\n\r\n`);
    assert.equal((await connection.response())!.status, 100);
    return connection;
  };
  // After its answer, the first sends another request, and the second keeps its connection; the third is the last that is finished.
  const [slow, kept, last] = [await begin(), await begin(), await begin()];
  slow.send(body.slice(0, 10));
  const idle = await RawConnection.open(api.url);
  t.after(() => idle.close());
  idle.send('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.equal((await idle.response())!.status, 200);

  const begun = performance.now();
  // Ctrl-C may arrive twice, from the terminal and through npm: it is one request to stop.
  process.kill(api.pid!, 'SIGINT');
  await wait(20);
  const stopped = api.stop();
  await until('nobody new is let in', () =>
    api.get('/api/health').then(
      () => false,
      () => true,
    ),
  );
  await until('connections that wait for nothing are closed', async () => idle.isClosed);
  slow.send(`${body.slice(10)}GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n`);
  const finished = (await slow.response())!;
  requireDescribed(api.document, 'POST', REQUEST, finished);
  assert.deepEqual([finished.status, finished.json.status], [202, 'received']);
  const next = await slow.response();
  if (next !== null) assert.deepEqual([next.status, next.headers.connection], [200, 'close']);
  const answered = performance.now();
  kept.send(body);
  assert.equal((await kept.response())!.status, 202);
  await until('the connection that is kept is closed', () => kept.isClosed);
  assert.ok(!last.isClosed, 'and not because the time for requests in progress is over');
  last.send(body);
  assert.equal((await last.response())!.status, 202);
  assert.equal(await stopped, 0);
  const [took, waited] = [begun, answered].map((since) => Math.round(performance.now() - since));
  t.diagnostic(`stopped within ${took} ms, and ${waited} ms after the last answer`);
});

test('a process that drains says so at /readyz, answers everyone, and closes each connection after its response', async (t) => {
  const draining = await startApi(t, { dataDir, ownProcess: true, env: { RF_DRAIN_SECONDS: '3600' } });
  const body = JSON.stringify({ provider_name: 'Before The Drain' });
  const begun = await RawConnection.open(draining.url);
  t.after(() => begun.close());
  const head = ['host: x', 'content-type: application/json', `content-length: ${body.length}`];
  begun.send(`POST ${REQUEST} HTTP/1.1\r\n${head.join('\r\n')}\r\nexpect: 100-continue\r\n\r\n`);
  assert.equal((await begun.response())!.status, 100);
  const kept = await RawConnection.open(draining.url);
  t.after(() => kept.close());
  kept.send('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.notEqual((await kept.response())!.headers.connection, 'close');

  const stopped = draining.stop();
  await until('a balancer is told', async () => (await draining.get('/readyz')).status === 503);
  begun.send(body);
  kept.send('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  const fresh = await RawConnection.open(draining.url);
  t.after(() => fresh.close());
  fresh.send('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
  for (const [connection, status] of [
    [begun, 202],
    [kept, 200],
    [fresh, 200],
  ] as const) {
    const answer = (await connection.response())!;
    assert.deepEqual([answer.status, answer.headers.connection], [status, 'close']);
    await until('the connection is closed', () => connection.isClosed);
  }
  assert.match(draining.errors(), /Stopping\. The service answers for 3600 s more, and \/readyz says 503\./);

  let hasEnded = false;
  void stopped.then(() => {
    hasEnded = true;
  });
  await until('another signal ends the process at once', () => {
    void draining.stop();
    return hasEnded;
  });
  assert.equal(await stopped, null, 'the signal ended it');
});

test('Ctrl-C at a terminal does not wait for a balancer', async (t) => {
  const { pid, stop } = await startApi(t, { dataDir, ownProcess: true, env: { RF_DRAIN_SECONDS: '3600' } });
  process.kill(pid!, 'SIGINT');
  // The signal that comes with it through npm is the same request.
  assert.equal(await stop(), 0);
});

// It takes as long as such a client is given.
test('a client that never finishes does not keep the process', { skip: cases(1, 0) === 1 }, async (t) => {
  const api = await startApi(t, { dataDir, ownProcess: true });
  const never = await RawConnection.open(api.url);
  t.after(() => never.close());
  never.send(`POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`);
  never.send('content-length: 100\r\nexpect: 100-continue\r\n\r\n');
  assert.equal((await never.response())!.status, 100);
  const begun = performance.now();
  assert.equal(await api.stop(), 0);
  const took = performance.now() - begun;
  t.diagnostic(`stopped within ${Math.round(took)} ms`);
  // After 8 s it is disconnected; otherwise it would keep the process for ever.
  assert.ok(took < PATIENCE_MS, `${took} ms`);
});
