// Clients that never finish their request, by the clock of the machine: one waits as long as a client may take.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireDescribed, startApi } from '../../../../test/support/api.ts';
import type { Called } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { RawConnection } from './raw.ts';

const REQUEST = '/api/public/score-request';
const api = await startApi(wholeFile);
const pick = ({ status, json }: Called) => [status, json?.code];

/** Sends what it is given, then one letter after the other, and never the end. */
async function sendSlowly(text: string): Promise<{ called: Called | null; seconds: number }> {
  const connection = await RawConnection.open(api.url);
  const begun = performance.now();
  connection.send(text);
  const dripping = setInterval(() => connection.send('y'), 300);
  const called = await connection.response();
  clearInterval(dripping);
  connection.close();
  return { called, seconds: (performance.now() - begun) / 1000 };
}

test('headers that do not arrive within ten seconds are 408', async () => {
  const { called, seconds } = await sendSlowly('GET /api/health HTTP/1.1\r\nhost: x\r\nx-one: 1\r\nx-two: ');
  requireDescribed(api.document, 'GET', '/api/health', called!);
  assert.deepEqual(pick(called!), [408, 'request_timeout']);
  assert.ok(seconds >= 9, `${seconds} s`);
});

test('a body that does not arrive within thirty seconds is 408', async () => {
  const head = `POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"a":"`;
  const { called, seconds } = await sendSlowly(head);
  requireDescribed(api.document, 'POST', REQUEST, called!);
  assert.deepEqual(pick(called!), [408, 'request_timeout']);
  assert.ok(seconds >= 29, `${seconds} s`);
});
