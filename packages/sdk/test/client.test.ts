// What the shared cases do not cover: signals, settings, retries over a real connection, and the exported names.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
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
