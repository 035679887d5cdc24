// Requests that are wrong in every way that came to mind, and thousands that a generator thought of. The server refuses
// them with a problem document, tells nothing of itself, writes nothing of them into its log, and goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type CallOptions, requireDescribed, startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import type { Called, OpenApiOperation } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { anyCharacter } from '../any-character.ts';
import { confirmedRun } from './confirmed-run.ts';
import { customer, issue, officeOf } from './customers.ts';
import { RawConnection } from './raw.ts';

const SEED = 20260401;
const FOR_EACH = cases(12, 2000);
const AT_ONCE = 24;
const MANY = '100000000';
const REQUEST = '/api/public/score-request';

const api = await startApi(wholeFile, {
  env: {
    RF_LIMIT_PUBLIC_SCORES: MANY,
    RF_LIMIT_FAILED_KEYS: MANY,
    RF_LIMIT_SCORE_REQUESTS: MANY,
    RF_LIMIT_SCORE_REQUESTS_IN_ALL: MANY,
  },
});
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const [sample] = (await api.get('/api/v1/scores', api.keys.ENTERPRISE)).json.data;

/** What has broken other servers, and limits of what is taken here. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '+1',
  '0x10',
  '007',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '9007199254740993',
  '99999999999999999999',
  '-99999999999999999999',
  '1000',
  '1001',
  '\u0000',
  'a\u0000b',
  '\u202e',
  '\ufeff',
  '\u{1f600}',
  'é',
  '../',
  '../../../../etc/passwd',
  '..\\..\\',
  './',
  '//',
  '%00',
  '%2e%2e%2f',
  "' or 1=1 --",
  '"; drop table indicators; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2026-04-01T24:00:00Z',
  '2026-04-01T00:00:60Z',
  '2026-04-01T00:00:00+99:99',
  '2026-04-01T00:00:00 00:00',
  '1970-01-01',
  'RF-00000-00000-00000-00000-000000',
  'RF-OOOOO-IIIII-LLLLL-UUUUU-000000',
  'rf-00000-00000-00000-00000-000000',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'a'.repeat(80),
  'a'.repeat(81),
  'a'.repeat(513),
  'a'.repeat(3000),
  Buffer.from('["name","","a"]').toString('base64url'),
  Buffer.from('["name","","a","b"]').toString('base64url'),
  Buffer.from('["name","","\\ud800","b"]').toString('base64url'),
  Buffer.from('["final_score",1e400,"a","b"]').toString('base64url'),
  Buffer.from('["final_score",null,"a","b"]').toString('base64url'),
  Buffer.from('history:999999999999999').toString('base64url'),
  Buffer.from('changelog:999999999999999').toString('base64url'),
  Buffer.from('usage:999999999999999').toString('base64url'),
  Buffer.from('issuances:999999999999999').toString('base64url'),
  Buffer.from('history:-1').toString('base64url'),
  '0/000',
  '63/000',
  '64/000',
  '0/x999/x999/x999/x999/x999/999',
  'entries/000.p/255',
  'entries/000.p/256',
  '0/000.p/0',
];

/** Bytes that are escaped in a path or a query although no text is written so. */
const RAW = [
  '%',
  '%z',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%00',
  '%2e%2e%2f',
  '%2F',
  '%5c',
  '%25',
  '+',
  '&',
  '=',
  ';',
  '#',
  '?',
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
);
/** Lone halves of pairs have no form in UTF-8. */
const escaped = (value: string) => encodeURIComponent(value.toWellFormed());
const written = fc.oneof(
  { weight: 5, arbitrary: text.map(escaped) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...RAW), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('')),
  },
);

interface BadRequest extends CallOptions {
  method: string;
  path: string;
}

/** Query parameters: known ones with any value, unknown ones, the same ones again and again. */
function queries(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])) },
    { weight: 1, arbitrary: text.map(escaped) },
  );
  return fc
    .array(fc.tuple(name, fc.option(written, { freq: 8 })), { maxLength: 6 })
    .map((pairs) => pairs.map(([key, value]) => (value === null ? key : `${key}=${value}`)).join('&'));
}

const SAMPLES: Record<string, string> = {
  providerId: sample.slug,
  id: sample.verification_id,
  verification_id: sample.verification_id,
  run: await confirmedRun(api),
  path: '0/000.p/3',
  version: '2.0',
  slug: sample.slug,
};

function paths(template: string, decoratedShare: number): fc.Arbitrary<string> {
  const parts = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const good = fc.constant(SAMPLES[part.slice(1, -1)]!);
    return fc.oneof({ weight: 2, arbitrary: written }, { weight: 1, arbitrary: good });
  });
  const whole = fc.tuple(...parts).map((texts) => texts.join(''));
  const decorated = fc.tuple(whole, written).map(([path, more]) => `${path}/${more}`);
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: decoratedShare, arbitrary: decorated });
}

/** Visible ASCII and Latin-1: what a client library lets through. */
const headerText = fc
  .oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: fc.constant('x'.repeat(9000)) })
  .map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'));
const headers = fc.record(
  {
    'x-request-id': headerText,
    'if-none-match': headerText,
    'accept-encoding': headerText,
    'idempotency-key': headerText,
    'x-forwarded-for': headerText,
    accept: headerText,
    'content-type': fc.oneof(
      headerText,
      fc.constantFrom('application/json', 'text/plain', 'application/json;charset=latin1'),
    ),
    range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'nonsense'),
    cookie: headerText,
    expect: fc.constantFrom('100-continue', 'nonsense'),
    'x-http-method-override': fc.constant('DELETE'),
  },
  { requiredKeys: [] },
);

/** fast-check has addresses too, but makes a table of all characters for them, which takes seconds. */
const address = fc
  .tuple(fc.constantFrom('https', 'http'), fc.domain(), fc.string({ unit: anyCharacter, maxLength: 20 }))
  .map(([scheme, domain, rest]) => `${scheme}://${domain}/${encodeURI(rest)}`);

const json = fc.oneof(
  fc.jsonValue({ stringUnit: anyCharacter }).map((value) => JSON.stringify(value)),
  fc
    .record(
      {
        provider_name: fc.oneof(text, fc.jsonValue()),
        provider_url: fc.oneof(text, address, fc.jsonValue()),
        planner_type: fc.oneof(text, fc.constant('btc')),
        contact_email: fc.oneof(text, fc.emailAddress(), fc.jsonValue()),
        message: fc.oneof(text, fc.constant('\ud800'), fc.constant('x'.repeat(2001))),
        __proto__: fc.constant(null),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{',
    '{"a":1,"a":2}',
    '{"provider_name":"\\ud800"}',
    '{"__proto__":{"x":1}}',
    '\ufeff{}',
    '1e999',
  ),
  fc.string({ unit: anyCharacter }),
);

function requestsTo(method: string, template: string, operation: OpenApiOperation): fc.Arbitrary<BadRequest> {
  const named = (place: string) =>
    (operation.parameters ?? []).flatMap((parameter) =>
      parameter.in === place && parameter.name !== undefined ? [parameter.name] : [],
    );
  const names = named('query');
  const others = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET', 'PROPFIND', 'PURGE', 'HEAD'].filter(
    (other) => other !== method,
  );
  // Where any parameter is let through, what can be wrong is the method and the path.
  const takesAnything =
    [...names, ...named('path')].length === 0 && !template.startsWith('/api/v1/') && method === 'GET';
  const share = takesAnything ? 9 : 1;
  return fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(method) },
        { weight: share, arbitrary: fc.constantFrom(...others) },
      ),
      path: paths(template, share),
      query: fc.option(queries(names), { freq: 5 }),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
      key: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: headerText }),
      body: method === 'POST' ? json : fc.option(json, { freq: 1 }).map((given) => given ?? undefined),
    })
    .map(({ path, query, ...rest }) => ({
      ...rest,
      // A client library sends no fragment, and neither can it be told to.
      path: (query === null ? path : `${path}?${query}`).replaceAll(/[#\s]/g, ''),
    }));
}

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
      const arbitrary = requestsTo(method, template, operation);
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
  const post = (head: string, body: string) =>
    `POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}`;
  const malformed: Record<string, string | Uint8Array> = {
    'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
    'two hosts': 'GET /api/health HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
    'the same host twice': 'GET /api/health HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n',
    'two hosts, without HTTP/1.1': 'GET /api/health HTTP/1.0\r\nhost: x\r\nHOST: y\r\n\r\n',
    'an empty host': 'GET /api/health HTTP/1.1\r\nhost:\r\n\r\n',
    'two names in one host': 'GET /api/health HTTP/1.1\r\nhost: x, y\r\n\r\n',
    'a host with a path': 'GET /api/health HTTP/1.1\r\nhost: x/y\r\n\r\n',
    'a host with a user': 'GET /api/health HTTP/1.1\r\nhost: me@x\r\n\r\n',
    'a host with a space': 'GET /api/health HTTP/1.1\r\nhost: x y\r\n\r\n',
    'a host with a port that is no number': 'GET /api/health HTTP/1.1\r\nhost: x:http\r\n\r\n',
    'a host with half a bracket': 'GET /api/health HTTP/1.1\r\nhost: [::1\r\n\r\n',
    'gzip and chunks': post('transfer-encoding: gzip, chunked', '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n'),
    'gzip and chunks in two headers': post(
      'transfer-encoding: gzip\r\ntransfer-encoding: chunked',
      '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
    ),
    'chunks twice': post('transfer-encoding: chunked, chunked', '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n'),
    'gzip alone': post('transfer-encoding: gzip', '{"provider_name":"A"}'),
    'identity alone': post('transfer-encoding: identity', '{"provider_name":"A"}'),
    'an unknown coding and chunks': post('transfer-encoding: x, chunked', '0\r\n\r\n'),
    'chunks in HTTP/1.0': post(
      'transfer-encoding: chunked',
      '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
    ).replace('HTTP/1.1', 'HTTP/1.0'),
    'two lengths': post('content-length: 21\r\ncontent-length: 22', '{"provider_name":"A"}'),
    'a length and chunks': post(
      'content-length: 5\r\ntransfer-encoding: chunked',
      '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
    ),
    'chunks and a length': post(
      'transfer-encoding: chunked\r\ncontent-length: 5',
      '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
    ),
    'a length that is no number': post('content-length: ten', '{}'),
    'a negative length': post('content-length: -1', '{}'),
    'an unknown transfer encoding': post('transfer-encoding: chunked, identity', '0\r\n\r\n'),
    'a chunk of no size': post('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
    garbage: Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
    'an unknown method': 'FETCH /api/health HTTP/1.1\r\nhost: x\r\n\r\n',
    'a space in the address': 'GET /api/he alth HTTP/1.1\r\nhost: x\r\n\r\n',
    'another version': 'GET /api/health HTTP/3.7\r\nhost: x\r\n\r\n',
    'NUL in a header': 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: a\u0000b\r\n\r\n',
    'a header without a colon': 'GET /api/health HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n',
    'a space before the colon': 'GET /api/health HTTP/1.1\r\nhost : x\r\n\r\n',
    'a bare line feed in a header': 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: a\nx-b: b\r\n\r\n',
  };
  for (const [what, text] of Object.entries(malformed)) {
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
