// Requests that are wrong in every way that came to mind, and thousands that a generator thought of. The server refuses
// them with a problem document, tells nothing of itself, writes nothing of them into its log, and goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type CallOptions, requireDescribed, startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import type { Called } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { type BadRequest, requestsTo } from './bad-request-generator.ts';
import { customer, issue, officeOf } from './customers.ts';
import { MALFORMED, REQUEST } from './malformed-requests.ts';
import { pathSamples } from './path-samples.ts';
import { RawConnection } from './raw.ts';

const SEED = 20260401;
const FOR_EACH = cases(12, 2000);
const AT_ONCE = 24;
const MANY = '100000000';

const api = await startApi(wholeFile, {
  env: {
    RF_LIMIT_PUBLIC_SCORES: MANY,
    RF_LIMIT_FAILED_KEYS: MANY,
    RF_LIMIT_SCORE_REQUESTS: MANY,
    RF_LIMIT_SCORE_REQUESTS_IN_ALL: MANY,
  },
});
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const samples = await pathSamples(api, office);

for (const [template, item] of Object.entries(api.document.paths)) {
  for (const [verb, operation] of Object.entries(item)) {
    const method = verb.toUpperCase();
    test(`${method} ${template} takes ${FOR_EACH} bad requests`, async (t) => {
      const member = await customer(office, 'ENTERPRISE');
      const { key } = await issue(office, member);
      await until('the key is known', async () => (await api.get('/api/v1/usage', key)).status === 200);
      const statuses = new Map<number, number>();
      const refused = () =>
        [...statuses].reduce((sum, [status, count]) => sum + (status >= 400 ? count : 0), 0);
      const arbitrary = requestsTo(method, template, operation, samples);
      // Some of what the generator makes is taken; so many have to be refused.
      for (let seed = SEED; refused() < FOR_EACH; seed += 1) {
        const waiting = fc.sample(arbitrary, { numRuns: FOR_EACH, seed }).values();
        const worker = async () => {
          for (const request of waiting) {
            const status = await refuse(request, key);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
      }
      t.diagnostic(
        [...statuses]
          .sort()
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
      );
      assert.equal((await api.get('/api/health')).status, 200, 'the server goes on');
    });
  }
}

/** Tells what was sent where it was not answered as the document says, or as an error of the server. */
async function refuse({ method, path, ...options }: BadRequest, key: string): Promise<number> {
  const told = `${method} ${path} ${JSON.stringify(options)}`;
  const called = await api.call(method, path, { key, ...withoutUndefined(options) }).catch((error) => {
    throw new Error(`${told}\n${error.message}`, { cause: error });
  });
  assert.ok(called.status < 500, `${told}: ${called.status}`);
  return called.status;
}

function withoutUndefined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

test('bodies that are no JSON, are too large, or come in another form are refused each in its way', async () => {
  const good = '{"provider_name":"A"}';
  const type = (value: string) => ({ headers: { 'content-type': value } });
  const table: [what: string, options: CallOptions, status: number, code: string][] = [
    ['nothing', { body: '' }, 400, 'malformed_json'],
    ['white space', { body: ' \n' }, 400, 'malformed_json'],
    ['half an object', { body: '{"provider_name":' }, 400, 'malformed_json'],
    ['two values', { body: `${good}${good}` }, 400, 'malformed_json'],
    ['a comment', { body: `${good} // x` }, 400, 'malformed_json'],
    ['single quotes', { body: "{'provider_name':'A'}" }, 400, 'malformed_json'],
    ['a trailing comma', { body: '{"provider_name":"A",}' }, 400, 'malformed_json'],
    ['NaN', { body: '{"provider_name":NaN}' }, 400, 'malformed_json'],
    ['a byte order mark', { body: `\ufeff${good}` }, 400, 'malformed_json'],
    ['bad UTF-8', { body: Buffer.from('{"provider_name":"\xff"}', 'latin1') }, 400, 'malformed_json'],
    [
      'an overlong form',
      { body: Buffer.from('{"provider_name":"\xc0\xaf"}', 'latin1') },
      400,
      'malformed_json',
    ],
    ['UTF-16', { body: Buffer.from(good, 'utf16le') }, 400, 'malformed_json'],
    ['a raw control character', { body: '{"provider_name":"a\u0001b"}' }, 400, 'malformed_json'],
    ['the same member twice', { body: '{"provider_name":"A","provider_name":"B"}' }, 400, 'malformed_json'],
    [
      'the same member twice in another spelling',
      { body: '{"provider_name":"A","provider\\u005fname":"B"}' },
      400,
      'malformed_json',
    ],
    ['the same member twice, deep inside', { body: '{"a":{"b":1,"b":2}}' }, 400, 'malformed_json'],
    ['half a pair', { body: '{"provider_name":"\\ud800"}' }, 400, 'malformed_json'],
    [
      'the halves of a pair in the wrong order',
      { body: '{"provider_name":"\\uDE00\\ud83d"}' },
      400,
      'malformed_json',
    ],
    ['half a pair in a name', { body: '{"provider_name":"A","\\udc00":1}' }, 400, 'malformed_json'],
    [
      'half a pair in a message',
      { body: '{"provider_name":"A","message":"\\udfff"}' },
      400,
      'malformed_json',
    ],
    ['a huge number', { body: `{"provider_name":${'9'.repeat(10_000)}}` }, 422, 'validation_failed'],
    ['a number beyond all', { body: '{"provider_name":1e999999}' }, 422, 'validation_failed'],
    ['__proto__', { body: '{"provider_name":"A","__proto__":{"isAdmin":true}}' }, 422, 'validation_failed'],
    [
      'constructor',
      { body: '{"provider_name":"A","constructor":{"prototype":{}}}' },
      422,
      'validation_failed',
    ],
    ['a member without a name', { body: '{"provider_name":"A","":1}' }, 422, 'validation_failed'],
    [
      'ten thousand members',
      { body: `{${Array.from({ length: 1500 }, (_, at) => `"${at}":0`).join()}}` },
      422,
      'validation_failed',
    ],
    ['brackets without end', { body: '['.repeat(16_000) }, 400, 'malformed_json'],
    ['a deep array', { body: `${'['.repeat(8000)}${']'.repeat(8000)}` }, 422, 'validation_failed'],
    [
      'a deep array in a member',
      { body: `{"provider_name":${'['.repeat(8000)}${']'.repeat(8000)}}` },
      422,
      'validation_failed',
    ],
    [
      '17 KiB',
      { body: JSON.stringify({ provider_name: 'A', message: 'x'.repeat(17_000) }) },
      413,
      'payload_too_large',
    ],
    ['text', { body: good, ...type('text/plain') }, 415, 'unsupported_media_type'],
    [
      'a form',
      { body: 'provider_name=A', ...type('application/x-www-form-urlencoded') },
      415,
      'unsupported_media_type',
    ],
    ['multipart', { body: good, ...type('multipart/form-data; boundary=x') }, 415, 'unsupported_media_type'],
    ['no type', { body: good, ...type('') }, 415, 'unsupported_media_type'],
    ['a type that is none', { body: good, ...type('json') }, 415, 'unsupported_media_type'],
    [
      'another type of JSON',
      { body: good, ...type('application/problem+json') },
      415,
      'unsupported_media_type',
    ],
    [
      'Latin-1',
      { body: good, ...type('application/json; charset=iso-8859-1') },
      415,
      'unsupported_media_type',
    ],
    [
      'gzip',
      { body: gzipSync(good), headers: { 'content-encoding': 'gzip' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a gzip bomb',
      {
        body: gzipSync(Buffer.alloc(10 * 1024 * 1024)).subarray(0, 16_000),
        headers: { 'content-encoding': 'gzip' },
      },
      415,
      'unsupported_media_type',
    ],
  ];
  for (const [what, options, status, code] of table) {
    const called = await api.call('POST', REQUEST, options);
    assert.deepEqual(
      [called.status, called.json.code],
      [status, code],
      `${what}: ${called.text.slice(0, 300)}`,
    );
  }
  for (const whole of ['\\ud83d\\ude00', '\\\\ud800', 'a\\\\\\ud83d\\uDE00']) {
    const body = `{"provider_name":"${whole}"}`;
    assert.equal((await api.call('POST', REQUEST, { body })).status, 202, body);
  }
  for (const allowed of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ]) {
    assert.equal((await api.call('POST', REQUEST, { body: good, ...type(allowed) })).status, 202, allowed);
  }
});

test('addresses of up to 4 KiB are read, longer ones are 414; headers beyond 16 KiB are 431', async () => {
  const key = api.keys.ENTERPRISE;
  const path = (length: number) => `/api/v1/scores?x=${'x'.repeat(length - '/api/v1/scores?x='.length)}`;
  assert.equal((await api.get(path(4096), key)).status, 400);
  assert.deepEqual(pick(await api.get(path(4097), key)), [414, 'uri_too_long']);
  assert.deepEqual(pick(await api.get(path(15_000), key)), [414, 'uri_too_long']);
  assert.deepEqual(pick(await one(`GET ${path(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 'GET', path(100))), [
    414,
    'uri_too_long',
  ]);
  const many = Array.from({ length: 200 }, (_, at) => `x-${at}: ${'y'.repeat(100)}`).join('\r\n');
  const headersTooLarge = [
    `GET /api/health HTTP/1.1\r\nhost: x\r\n${many}\r\n\r\n`,
    `GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(17_000)}\r\n\r\n`,
  ];
  for (const text of headersTooLarge) {
    assert.deepEqual(pick(await one(text, 'GET', '/api/health')), [431, 'headers_too_large']);
  }
  const parts = await RawConnection.open(api.url);
  parts.send(`GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(9000)}`);
  await until('the first part has arrived', async () => (await api.get('/api/health')).status === 200);
  parts.send('y'.repeat(9000));
  const refused = (await parts.response())!;
  requireDescribed(api.document, 'GET', '/api/health', refused);
  assert.deepEqual(
    pick(refused),
    [431, 'headers_too_large'],
    'in two parts, of which the second is no address',
  );
  parts.close();
});

const pick = ({ status, json }: Called) => [status, json?.code];

/** Sends bytes as they are; the first response is compared with the document. */
async function one(text: string | Uint8Array, method = 'GET', path = '/api/health'): Promise<Called> {
  const connection = await RawConnection.open(api.url);
  connection.send(text);
  const called = await connection.response();
  connection.close();
  assert.ok(called !== null, 'there is an answer');
  requireDescribed(api.document, method, path, called);
  return called;
}

test('what is no well-formed request is 400, and the connection ends', async () => {
  for (const [what, text] of Object.entries(MALFORMED)) {
    const method = String(text).startsWith('POST') ? 'POST' : 'GET';
    const path = method === 'POST' ? REQUEST : '/api/health';
    const called = await one(text, method, path).catch((error) => {
      throw new Error(`${what}: ${error.message}`);
    });
    assert.deepEqual(pick(called), [400, 'malformed_request'], what);
    assert.equal(called.headers.connection, 'close', what);
  }
});

test('a host is a name or an address, with or without a port', async () => {
  for (const host of [
    'x',
    'X.example.org:8080',
    'a_b.example',
    '127.0.0.1:80',
    '[::1]',
    '[2001:db8::1]:8080',
    'x:',
  ]) {
    assert.equal((await one(`GET /api/health HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).status, 200, host);
  }
  const chunked = `POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: Chunked\r\n\r\n`;
  assert.equal(
    (await one(`${chunked}15\r\n{"provider_name":"A"}\r\n0\r\n\r\n`, 'POST', REQUEST)).status,
    202,
  );
});

test('an oversize body that comes in chunks is 413', async () => {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const head = `POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  assert.deepEqual(pick(await one(`${head}${chunk}${chunk}0\r\n\r\n`, 'POST', REQUEST)), [
    413,
    'payload_too_large',
  ]);
});

test('a body that never was is told at once', async () => {
  const head = `POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n`;
  assert.deepEqual(pick(await one(head, 'POST', REQUEST)), [400, 'malformed_json']);
});

test('an expectation that nobody knows changes nothing', async () => {
  assert.equal((await api.get('/api/health', undefined, { expect: 'nonsense' })).status, 200);
});

test('HTTP/1.0 is answered, and the absolute form of an address is that address', async () => {
  assert.equal((await one('GET /api/health HTTP/1.0\r\n\r\n')).status, 200);
  assert.equal((await one('GET http://x/api/health HTTP/1.1\r\nhost: x\r\n\r\n')).status, 200);
  assert.equal((await one('OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n', 'OPTIONS', '*')).status, 204);
});

test('what follows a good request on its connection is answered on its own', async () => {
  const good = 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n';
  const connection = await RawConnection.open(api.url);
  connection.send(`${good}${good}\u0000\u0001garbage\r\n\r\n`);
  const statuses: number[] = [];
  for (let called = await connection.response(); called !== null; called = await connection.response()) {
    requireDescribed(api.document, 'GET', '/api/health', called);
    statuses.push(called.status);
  }
  assert.deepEqual(statuses, [200, 200, 400]);
  assert.ok(connection.isClosed);
  connection.close();

  // A body that a path does not take must not be read as the next request.
  const smuggled = 'GET /api/v1/scores HTTP/1.1\r\nhost: x\r\n\r\n';
  const carrier = await RawConnection.open(api.url);
  carrier.send(
    `GET /api/health HTTP/1.1\r\nhost: x\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`,
  );
  assert.equal((await carrier.response())!.status, 200);
  carrier.send(good);
  const next = await carrier.response();
  assert.ok(next === null || next.status === 200, 'not the 401 of what was hidden in the body');
  carrier.close();
});

test('a client that leaves in the middle of a body leaves no trace', async () => {
  const leaving = await RawConnection.open(api.url);
  leaving.send(`POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`);
  leaving.send('content-length: 100\r\nexpect: 100-continue\r\n\r\n');
  assert.equal((await leaving.response())!.status, 100);
  leaving.send('{"provider_name"');
  leaving.close();
  assert.equal((await api.get('/api/health')).status, 200);
});

test('a thousand callers who say nothing do not keep others out', async () => {
  const silent = await Promise.all(
    Array.from({ length: cases(200, 1000) }, () => RawConnection.open(api.url)),
  );
  for (const connection of silent) connection.send('GET /api/health HTTP/1.1\r\n');
  assert.equal((await api.get('/api/v1/scores', api.keys.ENTERPRISE)).status, 200);
  for (const connection of silent) connection.close();
});

test('none of this was an error of the server, and it serves on', async (t) => {
  t.diagnostic(`${api.validated()} responses were compared with the document`);
  assert.equal(api.errors(), '', 'nothing is on its standard error');
  const { status, text: metrics } = await fetch(`${api.url}/metrics`).then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }));
  assert.equal(status, 200);
  assert.doesNotMatch(metrics, /status="5\d\d"/);
  assert.equal((await api.get('/api/v1/scores', api.keys.ENTERPRISE)).status, 200);
  assert.equal((await api.get('/api/v1/status')).json.status, 'operational');
  assert.equal(await api.stop(), 0);
});
