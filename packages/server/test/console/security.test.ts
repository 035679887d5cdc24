// What strangers, other sites and broken clients cannot do to the console.

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, test } from 'node:test';
import type { ActName } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import type { Called } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import type { CallOptions, Credentials } from './client.ts';
import { DAY, HOUR, MINUTE, type Person, type Served, type SessionAge, serveSmallStore } from './served.ts';

const SECOND = 1000;
/** For a person who uses it up. */
const LIMIT = 150;
const MIB = 1024 * 1024;

let served: Served;
let admin: Person;
let cookie: string;

before(async () => {
  served = await serveSmallStore(wholeFile, {
    env: {
      RF_LIMIT_CONSOLE: String(LIMIT),
      RF_LIMIT_FAILED_KEYS: '20',
      RF_LIMIT_CONSOLE_PER_ADDRESS: '5000',
    },
  });
  admin = served.members.Acorn.contract_admin;
  cookie = await served.sessionOf(admin);
});

/** Status and problem code. */
async function outcome(asked: Promise<Called>): Promise<[number, string | undefined]> {
  const { status, json } = await asked;
  return [status, json?.code];
}

const post = (name: ActName, options: CallOptions) =>
  served.client.call('POST', `/api/console/${name.replace('.', '/')}`, options);

async function members(): Promise<string[]> {
  const { json } = await served.client.act('members.list', {}, { token: admin.token });
  return json.data.map(({ name }: { name: string }) => name);
}

test('a page of another site changes nothing with the cookie of a person', async () => {
  const before = await members();
  const input = { name: 'Mallory', role: 'contract_admin', email: 'mallory@example.com' };
  for (const origin of [
    null,
    'null',
    '',
    'https://evil.example',
    served.client.url.replace('http:', 'https:'),
    served.client.url.replace('127.0.0.1', 'localhost'),
    `${served.client.url}.evil.example`,
    `${served.client.url}/`,
  ]) {
    const refused = outcome(served.client.act('members.invite', input, { cookie, origin }));
    assert.deepEqual(await refused, [403, 'foreign_origin'], String(origin));
  }
  assert.deepEqual(await members(), before);
  // The form of another site cannot send JSON, and what it can send is not read.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const form = { cookie, headers: { 'content-type': type }, body: JSON.stringify(input) };
    assert.deepEqual(await outcome(post('members.invite', form)), [415, 'unsupported_media_type'], type);
  }
  assert.deepEqual(await members(), before);
});

test('no act is performed by a GET, so a link changes nothing', async () => {
  for (const { act, method, entry } of CONSOLE_OPERATIONS)
    if (method === 'GET') assert.equal(entry.kind, 'read', act);
  const link = served.client.call('GET', '/api/console/members/invite', { cookie });
  assert.deepEqual(await outcome(link), [405, 'method_not_allowed']);
  const read = served.client.act('members.list', {}, { cookie, origin: 'https://evil.example' });
  // Answered, but no browser shows the answer to the other site.
  assert.equal((await read).status, 200);
});

test('a cookie that was changed, repeated or made up identifies nobody', async () => {
  const [name, value] = cookie.split('=') as [string, string];
  const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
  const other = (await served.sessionOf(served.staff.operator)).split('=')[1]!;
  const otherSignature = decodeURIComponent(other).split('.')[1]!;
  for (const made of [
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=${token}.${otherSignature}`,
    `${name}=${token.slice(1)}.${signature}`,
    `${name}=%E0%A4%A`,
    `${name}=`,
    `${cookie}; ${cookie}`,
    `${name}=${other}; ${cookie}`,
    `__Host-${cookie}`,
    `${name}=${admin.token}`,
  ]) {
    const read = served.client.act('members.list', {}, { cookie: made });
    assert.deepEqual(await outcome(read), [401, 'not_signed_in'], made);
  }
  const padded = served.client.act('members.list', {}, { cookie: `a=1;  ${cookie};b=2` });
  assert.equal((await padded).status, 200);
});

test('a token that is not valid is not saved by a valid cookie', async () => {
  const invalid = ['rf_member_x', 'rf_staff_x', `${admin.token}x`, 'rf_live_x'];
  for (const token of invalid) {
    const read = served.client.act('members.list', {}, { token, cookie });
    assert.deepEqual(await outcome(read), [401, 'invalid_token'], token);
  }
  for (const authorization of [
    'Basic YTpi',
    'Bearer',
    'bearer a b',
    `Bearer ${admin.token},${admin.token}`,
  ]) {
    const options = { headers: { authorization } };
    const read = served.client.call('GET', '/api/console/members/list', options);
    assert.deepEqual(await outcome(read), [401, 'invalid_token'], authorization);
  }
  const small = { headers: { authorization: `bearer  ${admin.token}` } };
  assert.equal((await served.client.call('GET', '/api/console/members/list', small)).status, 200);
});

test('sessions end at their limits, to the second', async () => {
  const { staff, members } = served;
  const edges: [Person, ActName, limit: number, (age: number) => SessionAge][] = [
    [members.Acorn.viewer, 'keys.list', 12 * HOUR, (idle) => ({ idle, signedIn: idle })],
    [members.Acorn.viewer, 'keys.list', 30 * DAY, (signedIn) => ({ signedIn })],
    [staff.analyst, 'staff.list', 30 * MINUTE, (idle) => ({ idle, signedIn: idle })],
    [staff.analyst, 'staff.list', 12 * HOUR, (signedIn) => ({ signedIn })],
  ];
  for (const [person, name, limit, age] of edges) {
    const status = async (at: number) => {
      const old = await served.sessionOf(person, age(at));
      return (await served.client.act(name, {}, { cookie: old })).status;
    };
    // The clocks of the test and of the service can differ by milliseconds.
    assert.deepEqual(
      [await status(limit - 20 * SECOND), await status(limit + SECOND)],
      [200, 401],
      `${name} ${limit}`,
    );
  }
});

test('use does not take a session beyond its absolute limit', async () => {
  const { reviewer } = served.staff;
  const old = await served.sessionOf(reviewer, { signedIn: 12 * HOUR - 3 * MINUTE, idle: 2 * MINUTE });
  assert.equal((await served.client.act('staff.list', {}, { cookie: old })).status, 200);
  const rows = await served.context.store.db
    .selectFrom('user_sessions')
    .select(['created_at', 'expires_at', 'updated_at'])
    .where('acting_as', '=', reviewer.actingAs)
    .executeTakeFirstOrThrow();
  assert.ok(rows.expires_at <= rows.created_at + 12 * HOUR, JSON.stringify(rows));
});

test('the audit trail says that a secret was shown to a token, and to a session', async () => {
  const since = new Date().toISOString();
  const person = served.members.Birch.contract_admin;
  const fresh = { cookie: await served.sessionOf(person) };
  const stale = { cookie: await served.sessionOf(person, { signedIn: 11 * MINUTE }) };
  const wanted = { person: 'only viewer' };
  assert.deepEqual(await outcome(served.client.act('members.issue_token', wanted, stale)), [
    403,
    'sign_in_again',
  ]);
  for (const who of [{ token: person.token }, fresh])
    assert.equal((await served.client.act('members.issue_token', wanted, who)).status, 200);
  const { json } = await served.client.act(
    'audit.list',
    { from: since, action: 'member.token_issued' },
    { token: served.staff.analyst.token },
  );
  assert.deepEqual(
    json.data.map(({ via }: { via: string }) => via),
    ['token', 'session'],
  );
});

test('codes work once, and only for what they are for', async () => {
  const operator = { token: served.staff.operator.token };
  const claim = (code: string) => outcome(served.client.act('staff.claim', { code }));
  const { json: invited } = await served.client.act(
    'staff.invite',
    { name: 'Nell', roles: ['analyst'] },
    operator,
  );
  assert.deepEqual(await claim(invited.code), [200, undefined]);
  assert.deepEqual(await claim(invited.code), [409, 'conflict']);
  const wanted = { name: 'Cedar', tier: 'FREE' };
  const { json: created } = await served.client.act('workspaces.create', wanted, operator);
  const join = (code: string) => outcome(served.client.act('workspaces.claim', { code, name: 'Eve' }));
  assert.deepEqual(await join(invited.code), [401, 'invalid_token']);
  assert.deepEqual(await claim(created.claim_code), [401, 'invalid_token']);
  assert.deepEqual(await join(created.claim_code), [200, undefined]);
  assert.deepEqual(await join(created.claim_code), [409, 'conflict']);
  const signIn = await served.client.auth('POST', '/invitations/claim', {
    body: { code: created.claim_code },
  });
  assert.deepEqual([signIn.status, signIn.json.code], [401, 'invalid_token']);
});

test('an Idempotency-Key is for one request of one person', async () => {
  const key = { 'idempotency-key': 'add-zoe' };
  const [ours, theirs] = [served.members.Acorn, served.members.Birch].map(({ contract_admin }) => ({
    token: contract_admin.token,
  }));
  const add = (who: Credentials, name: string) =>
    served.client.act('members.add', { name, role: 'viewer' }, who, key);
  const first = await add(ours!, 'Zoe');
  assert.match(first.json.token, /^rf_member_/);
  assert.deepEqual((await add(ours!, 'Zoe')).json, { ...first.json, token: null });
  assert.deepEqual(await outcome(add(ours!, 'Zed')), [409, 'conflict']);
  assert.match((await add(theirs!, 'Zoe')).json.token, /^rf_member_/);
  for (const bad of ['', 'a b', 'x'.repeat(256), 'é'])
    assert.deepEqual(
      await outcome(
        served.client.act('members.add', { name: 'Zac', role: 'viewer' }, ours!, { 'idempotency-key': bad }),
      ),
      [400, 'invalid_parameter'],
      bad,
    );
});

test('bodies that are not what they should be are refused, each with its reason', async () => {
  const token = { token: admin.token };
  const bad: [body: string | Buffer, status: number, code: string][] = [
    ['', 400, 'malformed_json'],
    ['{', 400, 'malformed_json'],
    ['{"person":"a","person":"b"}', 400, 'malformed_json'],
    ['{"person":NaN}', 400, 'malformed_json'],
    ['\ufeff{}', 400, 'malformed_json'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 400, 'malformed_json'],
    ['{"person":"\\ud800"}', 400, 'malformed_json'],
    [`${'['.repeat(100_000)}`, 400, 'malformed_json'],
    ['null', 422, 'validation_failed'],
    ['[]', 422, 'validation_failed'],
    ['"person"', 422, 'validation_failed'],
    ['{"person":1e400}', 422, 'validation_failed'],
    ['{"person":12345678901234567890}', 422, 'validation_failed'],
    ['{"person":"x","__proto__":{"role":"contract_admin"}}', 422, 'validation_failed'],
    ['{"person":"x","constructor":1}', 422, 'validation_failed'],
    [JSON.stringify({ person: 'x'.repeat(501) }), 422, 'validation_failed'],
  ];
  for (const [body, status, code] of bad) {
    const found = await outcome(post('members.remove', { ...token, body }));
    assert.deepEqual(found, [status, code], String(body).slice(0, 60));
  }
  for (const headers of [
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-type': 'application/jsonx' },
  ]) {
    const found = await outcome(post('members.remove', { ...token, headers, body: '{"person":"x"}' }));
    assert.deepEqual(found, [415, 'unsupported_media_type'], JSON.stringify(headers));
  }
});

test('parameters that are unknown, repeated or of another type are refused', async () => {
  const list = (query: string) =>
    outcome(served.client.call('GET', `/api/console/deliveries/list?${query}`, { token: admin.token }));
  for (const query of [
    'unknown=1',
    '__proto__=1',
    'limit=1&limit=2',
    'limit=1e3',
    'limit=0x10',
    'limit=9007199254740993',
    'limit=99999999999999999999',
    'limit=',
    'limit=0',
    'status=nothing',
    'workspace=Acorn&workspace=Birch',
  ])
    assert.deepEqual(await list(query), [400, 'invalid_parameter'], query);
  assert.deepEqual(await list('limit=1'), [200, undefined]);
  const all = served.client.call('GET', '/api/console/members/list?all=yes', { token: admin.token });
  assert.deepEqual(await outcome(all), [400, 'invalid_parameter']);
});

test('HEAD answers without a body, and other methods are refused', async () => {
  const head = await served.client.call('HEAD', '/api/console/members/list', { token: admin.token });
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  const stranger = await served.client.call('HEAD', '/api/console/members/list');
  assert.deepEqual([stranger.status, stranger.bytes.length], [401, 0]);
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const found = await outcome(
      served.client.call(method, '/api/console/members/list', { token: admin.token }),
    );
    assert.deepEqual(found, [405, 'method_not_allowed'], method);
  }
});

/** Sends the head of a request with a large body, and waits for an answer before the body is sent. */
function announce(path: string, length: number, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(served.client.url);
  return new Promise((resolve, reject) => {
    const sent = { 'content-type': 'application/json', 'content-length': String(length), ...headers };
    const asked = httpRequest({ hostname, port, method: 'POST', path, headers: sent }, (response) => {
      resolve(response.statusCode!);
      asked.destroy();
    });
    asked.on('error', reject);
    asked.flushHeaders();
  });
}

test('a large body is read from people only, and up to 15 MiB', async () => {
  const propose = '/api/console/inputs/propose';
  const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });
  const { analyst } = served.staff;
  // Answered before a byte of the body came.
  assert.equal(await announce(propose, 10 * MIB, {}), 401);
  assert.equal(await announce(propose, 10 * MIB, { cookie, origin: 'https://evil.example' }), 403);
  assert.equal(await announce(propose, 10 * MIB, bearer(admin)), 403);
  assert.equal(await announce(propose, 15 * MIB + 1, bearer(analyst)), 413);
  assert.equal(await announce('/api/console/staff/claim', 16 * 1024 + 1, {}), 413);
  const body = `{"rows":[],"documents":{"a.txt":{"media_type":"text/plain","base64":"${'A'.repeat(14 * MIB)}"}}}`;
  const read = outcome(post('inputs.propose', { token: analyst.token, body }));
  // Read, and then refused: no framework is active in this store.
  assert.deepEqual(await read, [409, 'conflict']);
});

test('no answer of the console or of sign-in lets another site read it', async () => {
  const { client } = served;
  const long = 'x'.repeat(5000);
  const origin = 'https://evil.example';
  const asked: [Promise<Called>, number][] = [
    [client.call('GET', '/api/console/members/list', { cookie, headers: { origin } }), 200],
    [client.call('GET', '/api/console/members/list', { headers: { origin } }), 401],
    [client.call('GET', '/api/console/nothing', { headers: { origin } }), 404],
    [client.call('GET', '/api/console/v1/scores/%zz', { headers: { origin } }), 400],
    [client.call('POST', '/api/console/members/list', { headers: { origin } }), 405],
    [client.call('OPTIONS', '/api/console/members/invite', { headers: { origin } }), 204],
    [client.call('GET', `/api/console/members/list?all=${long}`, { headers: { origin } }), 414],
    [client.auth('GET', '/session', { cookie, origin }), 200],
    [client.auth('GET', '/session', { origin }), 401],
    [client.auth('POST', '/sign-out', { cookie, origin, body: {} }), 403],
    [client.auth('GET', '/nothing', { origin }), 404],
    [client.auth('PUT', '/session', { origin }), 405],
    [client.auth('OPTIONS', '/sign-in/email', { origin }), 204],
    [client.auth('POST', '/sign-in/email', { origin, body: '{' }), 400],
    [client.auth('POST', '/sign-in/email', { origin, body: 'x'.repeat(20_000) }), 413],
    [
      client.auth('POST', '/sign-in/email', { origin, headers: { 'content-type': 'text/plain' }, body: 'a' }),
      415,
    ],
    [client.auth('GET', '/openapi.json', { origin }), 404],
  ];
  for (const [at, [answer, status]] of asked.entries()) {
    const called = await answer;
    assert.equal(called.status, status, `${at}: ${called.text}`);
    const cors = Object.keys(called.headers).filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(cors, [], `${at}`);
  }
  const document = await fetch(`${client.url}/api/console/openapi.json`);
  assert.equal(document.headers.get('access-control-allow-origin'), null);
});

test('a sign-in sends nobody to another site', async () => {
  for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1']) {
    const body = { email: 'a@example.com', password: 'x', provider: 'oidc', callbackURL };
    for (const path of ['/sign-in/social', '/sign-in/email']) {
      const { status, json, headers } = await served.client.auth('POST', path, { body });
      assert.deepEqual(
        [status, json.code, headers.location],
        [422, 'validation_failed', undefined],
        callbackURL,
      );
    }
  }
});

test('too many requests of a person, and too many invalid tokens, are refused with the time to wait', async () => {
  const busy = { token: served.members.Birch.viewer.token };
  for (let asked = 0; asked < LIMIT; asked += 1)
    assert.equal((await served.client.act('notices.list', {}, busy)).status, 200);
  const refused = await served.client.act('notices.list', {}, busy);
  assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limit_exceeded']);
  const cookieToo = await served.sessionOf(served.members.Birch.viewer);
  assert.equal((await served.client.act('notices.list', {}, { cookie: cookieToo })).status, 429);
  assert.equal((await served.client.act('members.list', {}, { token: admin.token })).status, 200);
  let last = 0;
  for (let guesses = 0; guesses < 25; guesses += 1)
    last = (await served.client.act('members.list', {}, { token: 'rf_member_guess' })).status;
  assert.equal(last, 429);
  // Whoever has a valid token is not affected by the guesses of others at the address.
  assert.equal((await served.client.act('members.list', {}, { token: admin.token })).status, 200);
  assert.equal(served.server.errors(), '');
});
