// Clients that do not send their whole request in time. slow-clients.system.test.ts waits for the real time.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Connections } from '../../src/http/connections.ts';
import { type ClientTimeouts, createFront } from '../../src/http/server.ts';
import { RawConnection } from './raw.ts';

const BASE_URL = 'https://indicators.example';

function front(timeouts?: ClientTimeouts) {
  const limits = { inAll: 100, perAddress: 100, writeTimeoutMs: 10_000 };
  const settings = {
    ...{ baseUrl: BASE_URL, isStopping: () => false, answerHot: () => false },
    ...{ connections: new Connections(limits, null), requestLog: null, tracing: null },
  };
  return createFront(settings, (request) => void request.resume(), timeouts);
}

test('a client has ten seconds for its headers and thirty for its request', () => {
  const { headersTimeout, requestTimeout } = front();
  assert.deepEqual([headersTimeout, requestTimeout], [10_000, 30_000]);
});

/** Asserts that a client that sends this and no more is told that it was too slow. */
async function assertTooSlow(t: TestContext, sent: string): Promise<void> {
  const server = front({ headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 5 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const connection = await RawConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.after(() => connection.close());
  connection.send(sent);
  const called = (await connection.response())!;
  assert.deepEqual([called.status, called.json.code], [408, 'request_timeout']);
  assert.equal(called.json.type, `${BASE_URL}/docs/errors#request_timeout`);
  assert.equal(called.headers.connection, 'close');
}

test('headers that do not arrive in time are 408', async (t) => {
  await assertTooSlow(t, 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-one: 1\r\nx-two: ');
});

test('a body that does not arrive in time is 408', async (t) => {
  await assertTooSlow(t, 'POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n{"a":"');
});
