// Sign-in over HTTP, through the service and the thread that it starts for the first request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '@rf-indicators/core/store/open';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { type DemoPerson, readCredentialsFile } from '../../src/demo/credentials-file.ts';

test('requests under /api/auth reach the thread, and refusals are problem documents', async (t) => {
  const { url, errors } = await startInProcess(t);
  const post = (path: string, body: object, headers: Record<string, string> = { origin: url }) =>
    fetch(`${url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signIn = { email: 'eve@example.com', password: 'not a password of anybody' };
  const attempts = [
    [401, 'not_signed_in', await fetch(`${url}/api/auth/session`)],
    [401, 'sign_in_failed', await post('/sign-in/email', signIn)],
    [403, 'foreign_origin', await post('/sign-in/email', signIn, {})],
    [403, 'foreign_origin', await post('/sign-in/email', signIn, { origin: 'https://evil.example' })],
    [404, 'not_found', await post('/sign-up/email', signIn)],
    [422, 'validation_failed', await post('/password/reset', {})],
  ] as const;
  for (const [status, code, response] of attempts) {
    assert.equal(response.status, status, code);
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    assert.equal(((await response.json()) as { code: string }).code, code);
  }
  const ways = await fetch(`${url}/api/auth/ways`);
  assert.deepEqual(await ways.json(), { provider: false, mail: false });
  const forgot = await post('/password/forgot', { email: 'eve@example.com' });
  assert.equal(forgot.status, 200);
  assert.equal(forgot.headers.get('access-control-allow-origin'), null);
  assert.equal(forgot.headers.get('cache-control'), 'no-store');
  const form = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams(signIn),
  });
  assert.equal(form.status, 415);
  assert.equal(errors(), '');
});

test('a new password is stored at the full cost', async (t) => {
  const { url, dataDir } = await startInProcess(t);
  const [{ email, password: currentPassword }] = readCredentialsFile(dataDir)!.people as [DemoPerson];
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/sign-in/email', { email, password: currentPassword });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0];
  const changed = await post(
    '/change-password',
    { currentPassword, newPassword: 'seven quiet lanterns' },
    cookie,
  );
  assert.equal(changed.status, 200);
  const store = await openStore({ dataDir, databaseUrl: null });
  t.after(() => store.close());
  const { password } = await store.db
    .selectFrom('user_credentials')
    .innerJoin('users', 'users.id', 'user_credentials.user_id')
    .select('user_credentials.password')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  assert.match(password!, /^scrypt\$32768\$8\$3\$/);
});
