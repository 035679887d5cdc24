// An OIDC provider on loopback, and what its pages would do.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Provider } from 'oidc-provider';
import { type Answer, assertOk, BASE_URL, type Browser } from './people.ts';

export const CLIENT = { clientId: 'rf', clientSecret: 'a secret that only the two know' };

/** Accounts are named by their email address; eve's address is not verified. */
export function startProvider(issuer: string): Provider {
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
export async function signInAtProvider(start: string, login: string): Promise<string> {
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

/** Listens; `provider` is null until it is up. */
export async function providerAddress(t: TestContext): Promise<{ issuer: string; start(): void }> {
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
  return {
    issuer,
    start: () => {
      provider = startProvider(issuer);
    },
  };
}

export function beginAtProvider(browser: Browser, callbackURL = '/console'): Promise<Answer> {
  return browser.post('/sign-in/social', { provider: 'oidc', callbackURL, errorCallbackURL: '/sign-in' });
}

/** The whole way: to the provider, in as `login`, and back. Returns the answer to the browser that comes back. */
export async function throughProvider(browser: Browser, login: string): Promise<Answer> {
  const { body } = assertOk(await beginAtProvider(browser));
  const back = await signInAtProvider(body.url, login);
  return browser.get(back.slice(`${BASE_URL}/api/auth`.length));
}

export function locationOf({ headers }: Answer): string {
  return headers[headers.indexOf('location') + 1] ?? '';
}
