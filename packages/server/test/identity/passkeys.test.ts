// Passkeys, with an authenticator in software.

import assert from 'node:assert/strict';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { assertOk, BASE_URL, Browser, people, signUpMember } from './people.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

const USER_PRESENT_ONLY = 0x01;

onEitherStore(
  'a person adds a passkey and signs in with it, once per challenge and on this site only',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const passkey = new SoftwareAuthenticator();
    const browser = new Browser(given);
    assert.equal((await browser.get('/passkey/generate-register-options')).code, 'not_signed_in');
    assertOk(await browser.signIn('ada@example.com'));
    const options = assertOk(await browser.get('/passkey/generate-register-options'));
    assert.equal(options.body.rp.id, 'localhost');
    const response = passkey.register(options.body.challenge, BASE_URL);
    assertOk(await browser.post('/passkey/verify-registration', { response, name: 'A key' }));
    const listed = assertOk(await browser.get('/passkey/list-user-passkeys'));
    assert.equal(listed.body.length, 1);

    const other = new Browser(given, '192.0.2.2');
    const challengeOf = async () =>
      assertOk(await other.get('/passkey/generate-authenticate-options')).body.challenge;
    const verify = (answer: object) => other.post('/passkey/verify-authentication', { response: answer });
    assert.notEqual(
      (await verify(passkey.authenticate(await challengeOf(), 'http://evil.localhost:8080'))).code,
      null,
    );
    assert.notEqual(
      (await verify(passkey.authenticate(await challengeOf(), BASE_URL, USER_PRESENT_ONLY))).code,
      null,
    );
    assert.notEqual((await verify(passkey.authenticate('AAAA', BASE_URL))).code, null);
    assert.notEqual(
      (await verify(new SoftwareAuthenticator().authenticate(await challengeOf(), BASE_URL))).code,
      null,
    );
    assert.equal((await other.get('/session')).code, 'not_signed_in');

    const answer = passkey.authenticate(await challengeOf(), BASE_URL);
    assertOk(await verify(answer));
    assert.equal(assertOk(await other.get('/session')).body.user.email, 'ada@example.com');
    assert.notEqual((await verify(answer)).code, null);

    assertOk(await other.post('/passkey/delete-passkey', { id: listed.body[0].id }));
    const third = new Browser(given, '192.0.2.3');
    const { challenge } = assertOk(await third.get('/passkey/generate-authenticate-options')).body;
    const late = await third.post('/passkey/verify-authentication', {
      response: passkey.authenticate(challenge, BASE_URL),
    });
    assert.notEqual(late.code, null);
  },
);
