// Sign-in with the OIDC provider of the firm: a real provider on loopback.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOk, BASE_URL, Browser, confirmServers, people, signUpMember } from './people.ts';
import { beginAtProvider, CLIENT, providerAddress, signInAtProvider } from './provider.ts';

test('people sign in with the OIDC provider, if they were invited', async (t) => {
  const { issuer, start } = await providerAddress(t);
  const given = await people('sqlite', t, { oidc: { issuer, ...CLIENT } });
  await signUpMember(given);
  await confirmServers(given);
  const begin = beginAtProvider;

  // The provider is down, and then up: nothing has to be restarted here.
  assert.equal((await begin(new Browser(given))).code, 'service_unavailable');
  start();

  const browser = new Browser(given);
  const { body } = assertOk(await begin(browser));
  assert.ok(body.url.startsWith(issuer));
  const back = await signInAtProvider(body.url, 'ada@example.com');
  const path = back.slice(`${BASE_URL}/api/auth`.length);
  // Somebody else's browser cannot finish what this one began.
  const stranger = new Browser(given);
  await stranger.get(path);
  assert.equal((await stranger.get('/session')).code, 'not_signed_in');
  const fresh = assertOk(await begin(browser));
  const again = await signInAtProvider(fresh.body.url, 'ada@example.com');
  const done = await browser.get(again.slice(`${BASE_URL}/api/auth`.length));
  assert.equal(done.status, 302);
  assert.equal(done.headers[done.headers.indexOf('location') + 1], '/console');
  assert.equal(assertOk(await browser.get('/session')).body.user.email, 'ada@example.com');
  const credentials = await given.desk.store.db.selectFrom('user_credentials').selectAll().execute();
  assert.deepEqual(credentials.map(({ provider_id }) => provider_id).sort(), ['credential', 'oidc']);

  for (const login of ['eve@example.com', 'ada@example.com-unverified']) {
    const other = new Browser(given, '192.0.2.7');
    const started = assertOk(await begin(other));
    const returned = await signInAtProvider(started.body.url, login);
    const refused = await other.get(returned.slice(`${BASE_URL}/api/auth`.length));
    assert.ok(!('location' in refused) || refused.status >= 300);
    assert.equal((await other.get('/session')).code, 'not_signed_in', login);
  }
});

test('a redirect leads to pages of this service only', async (t) => {
  const given = await people('sqlite', t);
  await signUpMember(given);
  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil',
    7,
  ]) {
    const browser = new Browser(given);
    for (const member of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo']) {
      const body = { email: 'ada@example.com', password: 'x', provider: 'oidc', [member]: target };
      for (const path of ['/sign-in/email', '/sign-in/social'])
        assert.equal(
          (await browser.post(path, body)).code,
          'validation_failed',
          `${path} ${member} ${target}`,
        );
    }
  }
});
