// What the shared cases do not cover: signals, settings, retries over a real connection, and the exported names.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import * as sdk from '../src/index.ts';
import { AbortError, NetworkError, RfClient, RfError, TimeoutError } from '../src/index.ts';
import * as verifying from '../src/verify/index.ts';
import { type Scripted, startScripted } from './support/scripted.ts';
import { PATIENCE, withoutWaiting } from './support/waits.ts';

let server: Scripted;
beforeEach(async () => {
  server = await startScripted();
});
afterEach(() => server.stop());

const busy = { status: 503, headers: { 'retry-after': '20' }, json: {} };

describe('a signal ends a call', () => {
  test('before it begins', async () => {
    const client = new RfClient({ baseUrl: server.url });
    const reason = new Error('not wanted');
    await assert.rejects(client.getStatus({ signal: AbortSignal.abort(reason) }), (error) => {
      assert.ok(error instanceof AbortError && error instanceof RfError);
      assert.equal(error.cause, reason);
      return true;
    });
    assert.equal(server.asked.length, 0);
  });

  test('while it waits for an answer', async () => {
    server.answer({ fault: 'silence' });
    const client = new RfClient({ baseUrl: server.url, maxRetries: 0 });
    const controller = new AbortController();
    const call = client.getStatus({ signal: controller.signal });
    while (server.asked.length === 0) await wait(5);
    controller.abort(new DOMException('too late', 'TimeoutError'));
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof AbortError);
      assert.equal((error.cause as DOMException).name, 'TimeoutError');
      return true;
    });
    assert.equal(server.asked.length, 1, 'a call that its caller ended is not repeated');
  });

  test('while it waits to try again, at once', async () => {
    server.answer(busy);
    const client = new RfClient({ baseUrl: server.url });
    const controller = new AbortController();
    const call = client.getStatus({ signal: controller.signal });
    while (server.asked.length === 0) await wait(5);
    // It has read the response, and waits for twenty seconds.
    await wait(100);
    const begun = performance.now();
    controller.abort();
    await assert.rejects(call, { name: 'AbortError' });
    assert.ok(performance.now() - begun < 15_000);
  });

  test('and removes its listeners from the signal', async () => {
    let listeners = 0;
    const controller = new AbortController();
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    server.answer({ status: 503, headers: { 'retry-after': '0' } }, { json: {} });
    await new RfClient({ baseUrl: server.url }).getStatus({ signal });
    assert.equal(server.asked.length, 2);
    assert.equal(listeners, 0);
  });
});

test('a call can have its own timeout', async () => {
  server.answer({ fault: 'silence' });
  const client = new RfClient({ baseUrl: server.url, timeout: 60_000, maxRetries: 0 });
  await assert.rejects(client.getStatus({ timeout: 50 }), TimeoutError);
});

test('Retry-After can be a date', async () => {
  const later = new Date(Date.now() + 120_000).toUTCString();
  server.answer({ status: 429, headers: { 'retry-after': later } });
  await assert.rejects(new RfClient({ baseUrl: server.url }).getStatus(), (error) => {
    assert.ok(error instanceof sdk.RateLimitError);
    assert.ok(error.retryAfter! > 60 && error.retryAfter! <= 120, `${error.retryAfter}`);
    return true;
  });
});

test('waits between tries differ from call to call', async () => {
  const answering: typeof fetch = async () => new Response(null, { status: 503 });
  const client = new RfClient({ baseUrl: server.url, timeout: PATIENCE, maxRetries: 1, fetch: answering });
  const { waits } = await withoutWaiting(() =>
    Promise.all(Array.from({ length: 20 }, () => assert.rejects(client.getStatus()))),
  );
  // Node sets a timer of its own now and then.
  const ours = waits.filter((wait) => wait >= 0.25 && wait <= 0.5);
  assert.ok(ours.length >= 20);
  assert.ok(new Set(ours).size > 15);
});

test('a redirect is not followed, so the key is not sent elsewhere', async (t) => {
  const elsewhere = await startScripted();
  t.after(() => elsewhere.stop());
  server.answer({ status: 307, headers: { location: `${elsewhere.url}/api/v1/scores` } });
  const client = new RfClient({ baseUrl: server.url, apiKey: 'rf_live_secret' });
  for (const call of [client.listScores(), client.getCheckpoint()]) {
    await assert.rejects(call, { name: 'ServerError', status: 307, code: 'invalid_answer' });
  }
  assert.equal(elsewhere.asked.length, 0);
});

/** Four GiB of spaces as gzip: one block of the compressed stream, again and again. */
function gzipBomb(): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, ...Array.from({ length: 4096 }, () => block)]);
}

/** A body without end, in large parts. */
function endless(text: string): ReadableStream<Uint8Array> {
  const part = new Uint8Array(1024 * 1024).fill(32);
  let isFirst = true;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(isFirst ? new TextEncoder().encode(text) : part);
      isFirst = false;
    },
  });
}

describe('a server in the place of the service', () => {
  const answers = (status: number) => async () =>
    new Response(endless('{"status":"operational"'), { status });

  test('a body without end is not read to its end, and is not asked for again', async () => {
    for (const status of [200, 400, 503]) {
      let asked = 0;
      const fetch = () => {
        asked += 1;
        return answers(status)();
      };
      const client = new RfClient({ baseUrl: server.url, fetch });
      await assert.rejects(client.getStatus(), { name: 'ServerError', code: 'invalid_answer' });
      await assert.rejects(client.getCheckpoint(), { name: 'ServerError', code: 'invalid_answer' });
      assert.equal(asked, 2);
    }
  });

  test('a few bytes that decompress to gigabytes are read up to the limit', async (t) => {
    const bomb = gzipBomb();
    assert.ok(bomb.length < 6_000_000);
    const zipped = createServer((request, response) => {
      const encoding = request.url!.includes('checkpoint') ? 'gzip, gzip' : 'gzip';
      const body = encoding === 'gzip' ? bomb : gzipSync(bomb);
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(body);
    });
    await new Promise<void>((resolve) => zipped.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      zipped.closeAllConnections();
      zipped.close();
    });
    const baseUrl = `http://127.0.0.1:${(zipped.address() as AddressInfo).port}`;
    const before = process.memoryUsage().rss;
    const client = new RfClient({ baseUrl });
    await assert.rejects(client.getStatus(), { name: 'ServerError', code: 'invalid_answer' });
    await assert.rejects(client.getCheckpoint(), { name: 'ServerError', code: 'invalid_answer' });
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 1024 * 1024 * 1024, `${grown} bytes`);
  });

  test('a body that comes a byte at a time ends with the timeout', async () => {
    const slow: typeof fetch = async (_, { signal } = {}) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const timer = setInterval(() => controller.enqueue(Uint8Array.of(32)), 20);
          signal!.addEventListener('abort', () => {
            clearInterval(timer);
            controller.error(signal!.reason);
          });
        },
      });
      return new Response(body);
    };
    const client = new RfClient({ baseUrl: server.url, fetch: slow, timeout: 200, maxRetries: 0 });
    await assert.rejects(client.getStatus(), { name: 'TimeoutError' });
  });

  test('members called __proto__ and constructor change no object', async () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"status":"operational"}';
    const fetch = async () => new Response(text, { headers: { 'content-type': 'application/json' } });
    const answer = await new RfClient({ baseUrl: server.url, fetch }).getStatus();
    assert.equal(answer.status, 'operational');
    assert.equal(({} as { polluted?: number }).polluted, undefined);
    assert.equal((answer as { polluted?: number }).polluted, undefined);
  });

  test('another type of content is not taken for an answer, unless it is one', async () => {
    const page = async () => new Response('<html>', { headers: { 'content-type': 'application/json' } });
    const list = async () => new Response('[]', { headers: { 'content-type': 'application/json' } });
    for (const fetch of [page, list])
      await assert.rejects(new RfClient({ baseUrl: server.url, fetch }).getStatus(), {
        code: 'invalid_answer',
      });
  });
});

describe('a service that misbehaves', () => {
  const fine = { json: { status: 'operational' } };

  test('a response that breaks off is requested again', async () => {
    server.answer({ fault: 'reset' }, fine);
    assert.deepEqual(await new RfClient({ baseUrl: server.url }).getStatus(), fine.json);
    assert.equal(server.asked.length, 2);
  });

  test('a response that does not arrive in time is requested again', async () => {
    server.answer({ fault: 'silence' }, fine);
    assert.deepEqual(await new RfClient({ baseUrl: server.url, timeout: 2000 }).getStatus(), fine.json);
    assert.equal(server.asked.length, 2);
  });

  test('a connection that breaks every time is a NetworkError', async () => {
    server.answer({ fault: 'reset' });
    await assert.rejects(new RfClient({ baseUrl: server.url, maxRetries: 1 }).getStatus(), NetworkError);
    assert.equal(server.asked.length, 2);
  });

  test('every score request has its own idempotency key, and keeps it', async () => {
    const client = new RfClient({ baseUrl: server.url });
    const receipt = { status: 202, json: { status: 'received' } };
    server.answer({ status: 503, headers: { 'retry-after': '0' } }, { fault: 'reset' }, receipt);
    await client.requestScore({ provider_name: 'Quillfen Savings' });
    await client.requestScore({ provider_name: 'Quillfen Savings' });
    const [first, second, third, other] = server.asked.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(first), /^[0-9a-f]{32}$/);
    assert.deepEqual([second, third], [first, first]);
    assert.notEqual(other, first);
  });

  test('a page that repeats its own cursor ends the iteration', async () => {
    server.answer({ json: { data: [{}], next_cursor: 'again' } });
    const rows = new RfClient({ baseUrl: server.url }).iterateChangelog();
    await assert.rejects(Array.fromAsync(rows), RfError);
    assert.equal(server.asked.length, 2);
  });
});

test('if nothing listens at the address, the error has the cause', async () => {
  const { url } = server;
  await server.stop();
  await assert.rejects(new RfClient({ baseUrl: url, maxRetries: 0 }).getStatus(), (error) => {
    assert.ok(error instanceof NetworkError && !(error instanceof TimeoutError));
    assert.ok(error.cause instanceof Error);
    assert.ok(error.message.startsWith(`The request to ${url}/api/v1/status failed: `), error.message);
    assert.match(error.message, /ECONNREFUSED/);
    assert.equal(error.requestId, null);
    return true;
  });
  server = await startScripted();
});

test('baseUrl can have a path, and slashes at its end', async () => {
  await new RfClient({ baseUrl: `${server.url}/behind/a/proxy//` }).getStatus();
  assert.equal(server.asked[0]!.path, '/behind/a/proxy/api/v1/status');
});

test('a key never appears in output, not even a malformed one', () => {
  const apiKey = 'rf_live_secret';
  const client = new RfClient({ baseUrl: server.url, apiKey });
  assert.doesNotMatch(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client), /secret/);
  assert.throws(
    () => new RfClient({ baseUrl: server.url, apiKey: `${apiKey}\n` }),
    (error) => error instanceof RfError && !/secret/.test(error.message),
  );
});

test('the packages export exactly these names', () => {
  assert.deepEqual(Object.keys(sdk).sort(), [
    'AbortError',
    'ApiError',
    'AuthenticationError',
    'ConflictError',
    'EntitlementError',
    'InvalidArgumentError',
    'InvalidRequestError',
    'NetworkError',
    'NotFoundError',
    'RateLimitError',
    'RfClient',
    'RfError',
    'ServerError',
    'TimeoutError',
    'WebhookVerificationError',
    'WebhookVerifier',
    'WithdrawnError',
  ]);
  assert.deepEqual(Object.keys(verifying).sort(), [
    'replay',
    'verify',
    'verifyConfirmation',
    'verifyLog',
    'verifyStatement',
  ]);
});

test('the README lists every method', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const methods = Object.getOwnPropertyNames(RfClient.prototype).filter((name) => name !== 'constructor');
  for (const method of methods) assert.ok(readme.includes(`\`${method}(`), method);
});
