// Staff at an address of their own: they sign in and act there, with its origin, and nowhere else. What each role may
// do there is in the role matrix.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { before, test } from 'node:test';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { refusedPlace } from '../../src/cli/service/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { holdPort } from '../../src/service/held-port.ts';
import { type ConsoleClient, consoleClient, cookiesOf } from './client.ts';
import { type Served, serveSmallStore } from './served.ts';

const PASSWORD = 'marmalade tractor violet';
const EMAIL = 'analyst@example.com';

let served: Served;
let own: ConsoleClient;
let cookie: string;

before(async () => {
  const { port } = holdPort();
  const url = `http://localhost:${port}`;
  served = await serveSmallStore(wholeFile, {
    env: { RF_STAFF_ADDRESS: `127.0.0.1:${port}`, RF_STAFF_URL: url },
  });
  own = await consoleClient(url, wholeFile);
  const { operator, reviewer, analyst } = served.staff;
  const invited = { person: analyst.name, email: EMAIL };
  const { json } = await own.act('sign_ins.invite_staff', invited, { token: operator.token });
  const { invitation } = json;
  const shown = await own.act('sign_ins.show_link', { invitation }, { token: operator.token });
  const body = { code: shown.json.link.split('#')[1], password: PASSWORD };
  const claimed = await own.auth('POST', '/invitations/claim', { body });
  const again = await own.auth('POST', '/invitations/claim', { body });
  assert.deepEqual([again.status, again.json.code], [409, 'conflict']);
  const { check } = claimed.json;
  const confirmed = await own.act('sign_ins.confirm', { invitation, check }, { token: reviewer.token });
  assert.equal(confirmed.status, 200, confirmed.text);
});

const signIn = (client: ConsoleClient, origin: string, planted = '') =>
  client.auth('POST', '/sign-in/email', {
    cookie: planted,
    origin,
    body: { email: EMAIL, password: PASSWORD },
  });

test('a member of staff signs in there, with the origin of that address alone', async () => {
  for (const origin of [served.client.url, 'http://127.0.0.1', 'null', 'https://evil.example']) {
    const refused = await signIn(own, origin);
    assert.deepEqual([refused.status, refused.json.code], [403, 'foreign_origin'], origin);
  }
  const elsewhere = await signIn(served.client, own.url);
  assert.deepEqual([elsewhere.status, elsewhere.json.code], [403, 'foreign_origin']);
  const answer = await signIn(own, own.url);
  assert.equal(answer.status, 200, answer.text);
  const [set, ...others] = (answer.headers['set-cookie'] ?? []).filter((one) =>
    one.includes('session_token'),
  );
  assert.deepEqual(others, []);
  assert.match(set!, /^rf\.session_token=/);
  for (const flag of [/; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) assert.match(set!, flag);
  assert.doesNotMatch(set!, /Domain/i);
  cookie = cookiesOf(answer);
  assert.equal((await own.auth('GET', '/session', { cookie })).json.people[0].roles[0], 'analyst');
});

test('the session acts there, with the origin of that address, and not at the public one', async () => {
  const read = (client: ConsoleClient, origin: string) => client.act('staff.list', {}, { cookie, origin });
  assert.equal((await read(own, own.url)).status, 200);
  const elsewhere = await read(served.client, served.client.url);
  assert.deepEqual([elsewhere.status, elsewhere.json.code], [403, 'insufficient_role']);
  assert.match(elsewhere.json.detail, /address of their own/);
  // Somebody else's request, so that the act is allowed and its input is not.
  const change = (origin: string | null) => own.act('requests.cancel', { request: 'x' }, { cookie, origin });
  assert.equal((await change(own.url)).json.code, 'not_found');
  for (const origin of [served.client.url, 'null', null]) {
    const { status, json } = await change(origin);
    assert.deepEqual([status, json.code], [403, 'foreign_origin'], String(origin));
  }
});

test('a session that was planted before a sign-in ends with it', async () => {
  const victim = await signIn(own, own.url, cookie);
  assert.equal(victim.status, 200);
  assert.notEqual(cookiesOf(victim), cookie);
  assert.equal((await own.act('staff.list', {}, { cookie })).json.code, 'not_signed_in');
  cookie = cookiesOf(victim);
  assert.equal((await own.act('staff.list', {}, { cookie })).status, 200);
});

test('passkeys belong to the host name of the address', async () => {
  const at = async (client: ConsoleClient) =>
    (await client.auth('GET', '/passkey/generate-authenticate-options')).json.rpId;
  assert.deepEqual([await at(own), await at(served.client)], ['localhost', '127.0.0.1']);
});

test('members act at both addresses', async () => {
  const { token } = served.members.Acorn.viewer;
  for (const client of [own, served.client])
    assert.equal((await client.act('members.list', {}, { token })).status, 200);
});

test('a service that cannot listen there names that address', async () => {
  const port = Number(new URL(own.url).port);
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error');
  const config = readConfig({ PORT: '8080', RF_STAFF_ADDRESS: `127.0.0.1:${port}` });
  assert.deepEqual(refusedPlace(config, error), { place: `127.0.0.1:${port}`, setting: 'RF_STAFF_ADDRESS' });
  const shared = { ...config, port, staff: { ...config.staff!, host: '127.0.0.2' } };
  assert.deepEqual(refusedPlace(shared, error), { place: `127.0.0.1:${port}`, setting: 'HOST or PORT' });
});

test('the service stops with both listeners, and answers what was asked before', async () => {
  const begun = signIn(own, own.url);
  // Until the request has reached the thread that hashes the password.
  await own.act('staff.list', {}, { cookie });
  const stopped = served.server.stop();
  assert.equal((await begun).status, 200);
  await stopped;
  for (const { url } of [own, served.client]) await assert.rejects(fetch(`${url}/api/health`));
  assert.equal(served.server.errors(), '');
});
