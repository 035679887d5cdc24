// Caches, encodings, browsers and request ids: what holds for every answer, whatever it says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApi } from '../../../../test/support/api.ts';
import { cases as short } from '../../../../test/support/counts.ts';
import { type Called, faultsOf } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { officeOf } from './customers.ts';
import { pathSamples, withRequired } from './path-samples.ts';

const api = await startApi(wholeFile, { env: { RF_LIMIT_PUBLIC_SCORES: '1000000' } });
const key = api.keys.ENTERPRISE;
const [first] = (await api.get('/api/v1/scores', key)).json.data;
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const samples = await pathSamples(api, office);
/** At which there is something. */
const pathOf = (template: string) => template.replaceAll(/\{([^}]+)\}/g, (_, name) => samples[name]!);
/** Every GET of the document, at a path that exists. */
const reads = Object.entries(api.document.paths).flatMap(([template, { get }]) =>
  get === undefined ? [] : { path: withRequired(pathOf(template), get, samples), operation: get },
);
const cached = reads.filter(({ operation }) => operation['x-caching'] !== 'none');
/** Those that are asked in every way. All others send their bodies through the same code, and are asked once. */
const thorough = new Set(
  short(
    Object.values(Object.groupBy(cached, ({ operation }) => operation['x-caching'])).flatMap((alike) =>
      alike!.slice(0, 2),
    ),
    cached,
  ).map(({ path }) => path),
);
const get = (path: string, headers: Record<string, string> = {}) => api.get(path, key, headers);

test('HEAD answers as GET does, without the body', async () => {
  for (const { path } of reads) {
    await get(path);
    const [whole, head] = [await get(path), await api.call('HEAD', path, { key })];
    assert.equal(head.status, whole.status);
    assert.deepEqual(lasting(head), lasting(whole), path);
    assert.equal(head.bytes.length, 0);
  }
});

/** Headers but those that differ from one answer to the next by their nature. */
function lasting({ headers }: Called) {
  const passing = /^(date|x-request-id|ratelimit|x-ratelimit-(remaining|reset)|keep-alive|connection)$/;
  const rest = Object.entries(headers).filter(([name]) => !passing.test(name));
  // What tells the time of day is as long as its milliseconds.
  const length = headers['cache-control'] === 'no-store' ? /^content-length$/ : /^$/;
  return Object.fromEntries(rest.filter(([name]) => !length.test(name)));
}

test('each encoding carries the same text under a tag of its own', async () => {
  let compressed = 0;
  for (const { path } of cached) {
    await get(path);
    const plain = await get(path);
    assert.equal(plain.headers['content-encoding'], undefined, path);
    const tags = new Map([['identity', plain.headers.etag]]);
    for (const encoding of ['gzip', 'br']) {
      const packed = await get(path, { 'accept-encoding': encoding });
      const used = packed.headers['content-encoding'] ?? 'identity';
      assert.ok([encoding, 'identity'].includes(used), `${path}: ${used} to one who takes ${encoding}`);
      assert.deepEqual(decoded(packed), plain.bytes, `${path} in ${encoding}`);
      assert.equal(packed.headers['content-length'], String(packed.bytes.length));
      if (used !== 'identity') {
        compressed += 1;
        assert.ok(packed.bytes.length < plain.bytes.length);
        assert.ok(![...tags.values()].includes(packed.headers.etag), `${path}: ${used} has its own tag`);
      }
      tags.set(used, packed.headers.etag);
    }
  }
  assert.ok(compressed > 10);
});

function decoded({ bytes, headers }: Called): Buffer {
  const encoding = headers['content-encoding'];
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : Buffer.from(bytes);
}

test('the caller gets the encoding that they prefer among those there are', async () => {
  const cases: [accept: string, used: string | undefined][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['deflate, zstd', undefined],
    ['GZIP', 'gzip'],
    ['', undefined],
  ];
  for (const [accept, used] of cases) {
    const { headers } = await get('/api/v1/scores', { 'accept-encoding': accept });
    assert.equal(headers['content-encoding'], used, accept);
  }
});

test('what the caller has is not sent again, and the limit is told all the same', async () => {
  for (const { path, operation } of cached) {
    await get(path);
    for (const encoding of thorough.has(path) ? ['identity', 'gzip', 'br'] : ['br']) {
      const accept = { 'accept-encoding': encoding };
      const { etag } = (await get(path, accept)).headers;
      for (const given of [etag!, `W/${etag}`, `"another", ${etag}`, '*']) {
        const again = await get(path, { ...accept, 'if-none-match': given });
        assert.equal(again.status, 304, `${path} ${encoding} ${given}`);
        assert.equal(again.headers.etag, etag);
        if (operation.security.length > 0)
          assert.match(again.headers.ratelimit as string, /^"enterprise";r=\d+/);
      }
      const head = await api.call('HEAD', path, { key, headers: { ...accept, 'if-none-match': etag! } });
      assert.equal(head.status, 304);
      assert.equal((await get(path, { ...accept, 'if-none-match': '"another"' })).status, 200);
    }
    const tags = await Promise.all(
      ['identity', 'gzip'].map(async (encoding) => {
        const { headers } = await get(path, { 'accept-encoding': encoding });
        return headers['content-encoding'] === undefined ? null : headers.etag;
      }),
    );
    if (tags[1] !== null) {
      const crossed = await get(path, { 'if-none-match': tags[1]! });
      assert.equal(crossed.status, 200, `${path}: the tag of one encoding is none of another`);
    }
  }
});

test('asking for a list does not change its tag, and the tag of the first answer is taken for the next', async () => {
  const lists = [
    'sort=-final_score',
    'risk_band=LOW',
    'limit=2',
    'as_of=2026-06-01',
    'sort=-scored_at&limit=3',
  ];
  for (const [at, encoding] of ['identity', 'gzip', 'br'].entries()) {
    for (const list of lists) {
      // A list that nobody has asked for yet, in each encoding.
      const path = `/api/v1/scores?${list}&planner_type=${['btc', 'fiat', 'stablecoin'][at]}`;
      const accept = { 'accept-encoding': encoding };
      const [one, two] = [await get(path, accept), await get(path, accept)];
      assert.deepEqual(
        [one, two].map((answer) => JSON.parse(decoded(answer).toString()).cached),
        [false, true],
        path,
      );
      assert.match(one.headers.etag!, /^W\/"[\w-]{22}(-gzip|-br)?"$/);
      assert.equal(two.headers.etag, one.headers.etag, path);
      for (const given of [one.headers.etag!, one.headers.etag!.slice(2)]) {
        const again = await get(path, { ...accept, 'if-none-match': given });
        assert.deepEqual([again.status, again.headers.etag], [304, one.headers.etag], path);
      }
    }
  }
});

const PAGES = ['/docs', '/docs/errors', '/verify', '/methodology', '/assets/pages.css'];

/** Pages are no operations of the document, so nothing compares them with it. */
async function getPage(path: string, headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(`${api.url}${path}`, { headers, method });
  return { status: answer.status, headers: Object.fromEntries(answer.headers) };
}

test('If-Modified-Since is honoured where Last-Modified is sent', async () => {
  const pages = [...PAGES, `/verify/${first.verification_id}`];
  for (const path of [...cached.map((read) => read.path), ...pages]) {
    const ask = async (headers: Record<string, string> = {}, method = 'GET') =>
      pages.includes(path) ? getPage(path, headers, method) : api.call(method, path, { key, headers });
    const plain = await ask();
    const modified = plain.headers['last-modified']!;
    const at = Date.parse(modified);
    const later = new Date(at + 1000);
    const asked = async (since: string, more: Record<string, string> = {}) =>
      (await ask({ 'if-modified-since': since, ...more })).status;
    assert.equal(await asked(modified), 304, path);
    if (!thorough.has(path) && !pages.includes(path)) continue;
    assert.equal(await asked(later.toUTCString()), 304, path);
    assert.equal(await asked(new Date(at - 1000).toUTCString()), 200, `${path}: changed since`);
    for (const invalid of ['', 'yesterday', later.toISOString(), String(at), `${modified}, ${modified}`]) {
      assert.equal(await asked(invalid), 200, `${path}: "${invalid}" is not a date of HTTP`);
    }
    assert.equal(await asked(modified, { 'if-none-match': '"another"' }), 200, `${path}: the tag decides`);
    assert.equal(await asked('yesterday', { 'if-none-match': plain.headers.etag! }), 304, path);
    assert.equal((await ask({ 'if-modified-since': modified }, 'HEAD')).status, 304, path);
  }
});

test('what is told of now has no tag and is kept nowhere', async () => {
  for (const path of ['/api/v1/status', '/api/health', '/readyz', '/api/v1/usage']) {
    for (const condition of [{ 'if-none-match': '*' }, { 'if-modified-since': new Date().toUTCString() }]) {
      const { status, headers } = await get(path, condition);
      assert.deepEqual([status, headers['cache-control'], headers.etag], [200, 'no-store', undefined]);
    }
  }
});

test('Last-Modified is an instant of the past, and moves with the data only', async () => {
  for (const { path } of cached) {
    const [one, two] = [await get(path), await get(path)];
    assert.equal(one.headers['last-modified'], two.headers['last-modified']);
    assert.ok(Date.parse(one.headers['last-modified']!) <= Date.now());
  }
});

const EXPOSED = [
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

test('a page of any origin may read answers and refusals, with the headers that it needs', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const answers = await Promise.all([
    get('/api/v1/scores', headers),
    get('/api/public/scores', headers),
    api.get('/api/v1/scores', undefined, headers),
    get('/api/v1/scores?sort=x', headers),
    get('/api/v1/nothing', headers),
    api.call('DELETE', '/api/v1/scores', { headers }),
    get(`/api/v1/scores?x=${'x'.repeat(5000)}`, headers),
    get('/api/v1/scores/%ff', headers),
    api.call('POST', '/api/public/score-request', { headers, body: '{' }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 401, 400, 404, 405, 414, 400, 400],
  );
  for (const { headers: given } of answers) {
    assert.equal(given['access-control-allow-origin'], '*');
    assert.equal(given['access-control-allow-credentials'], undefined, 'keys are not cookies');
    const exposed = String(given['access-control-expose-headers']).split(', ');
    for (const name of EXPOSED) assert.ok(exposed.includes(name), name);
  }
});

test('a preflight is 204 on any path, before all else', async () => {
  for (const path of ['/api/v1/scores', '/api/public/score-request', '/api/v1/nothing', '/', '/x/y/z']) {
    const { status, headers } = await api.call('OPTIONS', path, {
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    });
    assert.equal(status, 204, path);
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of ['x-api-key', 'content-type', 'idempotency-key', 'if-none-match', 'x-request-id']) {
      assert.ok(allowed.includes(name), name);
    }
    const methods = String(headers['access-control-allow-methods']).split(', ');
    for (const name of ['GET', 'HEAD', 'POST']) assert.ok(methods.includes(name), name);
    assert.ok(Number(headers['access-control-max-age']) > 0);
  }
});

test("a caller's request id is kept where it is well formed, and replaced where it is not", async () => {
  for (const path of ['/api/v1/scores', '/api/public/scores', '/api/v1/nothing', '/api/v1/scores/%ff']) {
    for (const kept of ['a', 'my-own.id_7', 'x'.repeat(64)]) {
      assert.equal((await get(path, { 'x-request-id': kept })).headers['x-request-id'], kept, path);
    }
    for (const replaced of ['', 'two words', 'x'.repeat(65), 'semi;colon', '<b>', 'ä']) {
      const given = (await get(path, { 'x-request-id': replaced })).headers['x-request-id'];
      assert.match(String(given), /^[0-9a-f-]{36}$/, replaced);
    }
  }
  const [one, two] = [await get('/api/health'), await get('/api/health')];
  assert.notEqual(one.headers['x-request-id'], two.headers['x-request-id']);
});

test('addresses in answers are those of the setting, whatever the Host header says', async () => {
  for (const path of [`/api/v1/scores/${first.slug}`, `/api/public/verify/${first.verification_id}`]) {
    const { text, json } = await get(path, { host: 'evil.example' });
    assert.equal(json.verify_url, `${api.url}/verify`);
    assert.doesNotMatch(text, /evil/);
  }
  const refused = await get('/api/v1/nothing', { host: 'evil.example' });
  assert.doesNotMatch(refused.text, /evil/);
});

test('a method that a path does not take is 405 and says which it takes', async () => {
  for (const [template, item] of Object.entries(api.document.paths)) {
    const path = pathOf(template);
    const taken = [...(item.get ? ['GET', 'HEAD'] : []), ...(item.post ? ['POST'] : [])];
    const allowed = taken.join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PURGE']) {
      if (taken.includes(method)) continue;
      const { status, headers } = await api.call(method, path, {
        key,
        ...(method === 'POST' ? { body: 'x'.repeat(20_000), headers: { 'content-type': 'text/xml' } } : {}),
      });
      assert.deepEqual([status, headers.allow], [405, allowed], `${method} ${path}`);
    }
  }
});

// The comparison with the document that all these tests rest on.

test('a response that the document does not describe is told apart, in every respect', async () => {
  const path = '/api/v1/scores';
  const good = await get(path);
  const wrong = (change: Partial<Called>) => faultsOf(api.document, 'GET', path, { ...good, ...change });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(good.headers).filter(([other]) => other !== name));
  assert.deepEqual(wrong({}), []);
  assert.match(wrong({ status: 202 }).join(), /declares no 202/);
  assert.match(wrong({ json: { ...good.json, cached: 'yes' } }).join(), /\/cached must be boolean/);
  assert.match(
    wrong({ json: { ...good.json, data: [{ id: 7 }] } }).join(),
    /\/data\/0 must have required property/,
  );
  assert.match(wrong({ headers: { ...good.headers, 'content-type': 'text/html' } }).join(), /not declared/);
  for (const name of ['x-request-id', 'etag', 'last-modified', 'ratelimit', 'x-ratelimit-reset']) {
    assert.ok(wrong({ headers: without(name) }).length > 0, name);
  }
  assert.match(wrong({ headers: { ...good.headers, 'cache-control': 'public' } }).join(), /Cache-Control/);
  assert.match(wrong({ headers: { ...good.headers, vary: '*' } }).join(), /Vary/);
  assert.match(
    faultsOf(api.document, 'HEAD', path, good).join(),
    /it has a body/,
    'HEAD and 304 bring no body',
  );
  assert.match(faultsOf(api.document, 'GET', '/nowhere', good).join(), /no such operation/);

  const refusal = await get('/api/v1/scores?sort=x');
  const wrongly = (change: object) =>
    faultsOf(api.document, 'GET', path, { ...refusal, json: { ...refusal.json, ...change } }).join();
  assert.equal(wrongly({}), '');
  assert.match(wrongly({ code: 'conflict' }), /code conflict is none of/);
  assert.match(wrongly({ request_id: 'another' }), /request_id/);
  assert.match(wrongly({ status: 404 }), /status 404/);
  assert.match(wrongly({ detail: 'at /work/main/x.ts:12' }), /tells of the machine/);
  assert.match(wrongly({ type: 'https://x.example/#a' }), /type is/);
  assert.match(
    faultsOf(api.document, 'GET', path, {
      ...refusal,
      headers: { ...refusal.headers, 'content-type': 'text/html' },
    }).join(),
    /no problem document/,
  );
  const unlimited = { ...refusal, status: 429, json: { ...refusal.json, status: 429 } };
  assert.match(faultsOf(api.document, 'GET', path, unlimited).join(), /Retry-After is undefined/);
});
