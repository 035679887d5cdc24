// Sign-in with the OIDC provider of the firm: a real provider on loopback.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Provider } from 'oidc-provider';
import { assertOk, BASE_URL, Browser, people, signUpMember } from './people.ts';

const CLIENT = { clientId: 'rf', clientSecret: 'a secret that only the two know' };

/** Accounts are named by their email address; eve's address is not verified. */
function startProvider(issuer: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${BASE_URL}/api/auth/callback/oidc`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: async (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: sub.replace('-unverified', ''),
        email_verified: !sub.includes('unverified'),
        name: sub,
      }),
    }),
  });
}

/** Signs in at the provider as its pages would; returns the address that it redirects to at the end. */
async function signInAtProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === null ? {} : { method: 'POST', body: form }),
    });
    form = null;
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      if (url.startsWith(BASE_URL)) return url;
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    assert.ok(action && prompt, page.slice(0, 2000));
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('The provider did not redirect back.');
}

test('people sign in with the OIDC provider, if they were invited', async (t) => {
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    if (provider === null) response.writeHead(503).end();
    else provider.callback()(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = await people('sqlite', t, { oidc: { issuer, ...CLIENT } });
  await signUpMember(given);
  const begin = (browser: Browser, callbackURL = '/console') =>
    browser.post('/sign-in/social', { provider: 'oidc', callbackURL, errorCallbackURL: '/sign-in' });

  // The provider is down, and then up: nothing has to be restarted here.
  assert.equal((await begin(new Browser(given))).code, 'service_unavailable');
  provider = startProvider(issuer);

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
