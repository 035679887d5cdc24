// Passkeys, with an authenticator in software.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { civilDate } from '@rf-indicators/core/context/times';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { Forger } from '../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import {
  addPasskey,
  assertOk,
  BASE_URL,
  Browser,
  dayNotedBy,
  HOUR,
  people,
  signUpMember,
  signUpStaff,
  withPasskey,
} from './people.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

const USER_PRESENT_ONLY = 0x01;
const PRESENT_AND_VERIFIED = 0x05;

onEitherStore('a member of staff who signs in with a passkey is there that day', async (kind, t) => {
  const given = await people(kind, t);
  await signUpStaff(given);
  const browser = new Browser(given);
  assertOk(await browser.signIn('rita@example.com'));
  const passkey = await addPasskey(browser);
  const day = await dayNotedBy(given, () => withPasskey(new Browser(given, '192.0.2.2'), passkey));
  assert.equal(day, civilDate(given.desk.clock()));
});

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

onEitherStore('a passkey that somebody wrote or gave to another user opens nothing', async (kind, t) => {
  const given = await people(kind, t);
  await signUpStaff(given);
  await signUpMember(given);
  const passkey = new SoftwareAuthenticator();
  const browser = new Browser(given);
  assertOk(await browser.signIn('ada@example.com'));
  const { challenge } = assertOk(await browser.get('/passkey/generate-register-options')).body;
  const response = passkey.register(challenge, BASE_URL);
  assertOk(await browser.post('/passkey/verify-registration', { response, name: 'A key' }));
  const signIn = async (authenticator = passkey) => {
    const other = new Browser(given, '192.0.2.2');
    const asked = assertOk(await other.get('/passkey/generate-authenticate-options')).body;
    const answer = { response: authenticator.authenticate(asked.challenge, BASE_URL) };
    await other.post('/passkey/verify-authentication', answer);
    const session = await other.get('/session');
    return session.code === null ? session.body.user.email : session.code;
  };
  assert.equal(await signIn(), 'ada@example.com');

  const forger = await Forger.at(given.desk.store);
  const [row] = await forger.rowsOf('user_passkeys');
  const rita = (await forger.rowsOf('users')).find(({ email }) => email === 'rita@example.com')!;
  // The member's own passkey, given to the reviewer: in its row, and as a second one.
  await forger.change('user_passkeys', row!, { user_id: rita.id });
  assert.equal(await signIn(), 'not_signed_in');
  await forger.change('user_passkeys', row!, row!);
  const copy = { ...row!, id: 'forged', user_id: rita.id };
  await forger.remove('user_passkeys', row!);
  await forger.insert('user_passkeys', copy);
  assert.equal(await signIn(), 'not_signed_in');
  await forger.remove('user_passkeys', copy);
  await forger.insert('user_passkeys', row!);

  // Another device under the same credential id.
  await forger.change('user_passkeys', row!, { public_key: `${row!.public_key}`.replace(/.{4}$/, 'AAAA') });
  assert.equal(await signIn(), 'not_signed_in');
  await forger.change('user_passkeys', row!, row!);

  // A counter that is set back hides that a device was copied; it opens nothing that the device would not.
  await forger.change('user_passkeys', row!, { counter: 0 });
  assert.equal(await signIn(), 'ada@example.com');
  assert.equal(await signIn(new SoftwareAuthenticator()), 'not_signed_in');
});

/** Two people with a passkey each, and a browser that is not signed in. */
async function twoWithPasskeys(kind: StoreKind, t: TestContext) {
  const given = await people(kind, t);
  await signUpStaff(given);
  await signUpMember(given);
  const add = async (browser: Browser, passkey: SoftwareAuthenticator) => {
    const { challenge } = assertOk(await browser.get('/passkey/generate-register-options')).body;
    const response = passkey.register(challenge, BASE_URL);
    return browser.post('/passkey/verify-registration', { response, name: 'A key' });
  };
  const enrol = async (email: string) => {
    const passkey = new SoftwareAuthenticator();
    const browser = new Browser(given);
    assertOk(await browser.signIn(email));
    assertOk(await add(browser, passkey));
    return { passkey, browser };
  };
  const ada = await enrol('ada@example.com');
  const rita = await enrol('rita@example.com');
  const challengeFor = async (browser: Browser): Promise<string> =>
    assertOk(await browser.get('/passkey/generate-authenticate-options')).body.challenge;
  const verify = (browser: Browser, response: object) =>
    browser.post('/passkey/verify-authentication', { response });
  const whoIs = async (browser: Browser): Promise<string> => {
    const session = await browser.get('/session');
    return session.code === null ? session.body.user.email : session.code;
  };
  return { given, ada, rita, add, challengeFor, verify, whoIs };
}

onEitherStore('a passkey that was removed opens nothing when its row is put back', async (kind, t) => {
  const { given, ada, challengeFor, verify, whoIs } = await twoWithPasskeys(kind, t);
  const forger = await Forger.at(given.desk.store);
  const [listed] = assertOk(await ada.browser.get('/passkey/list-user-passkeys')).body;
  const row = (await forger.rowsOf('user_passkeys')).find(({ id }) => id === listed.id)!;
  assertOk(await ada.browser.post('/passkey/delete-passkey', { id: listed.id }));
  await forger.insert('user_passkeys', row);
  const browser = new Browser(given, '192.0.2.2');
  const answer = await verify(browser, ada.passkey.authenticate(await challengeFor(browser), BASE_URL));
  assert.notEqual(answer.code, null);
  assert.equal(await whoIs(browser), 'not_signed_in');
});

onEitherStore('an answer of a passkey for another site, person or time opens nothing', async (kind, t) => {
  const { given, ada, rita, add, challengeFor, verify, whoIs } = await twoWithPasskeys(kind, t);
  let addresses = 1;
  const fresh = () => {
    addresses += 1;
    return new Browser(given, `192.0.2.${addresses}`);
  };
  type Make = (browser: Browser) => Promise<object>;
  // Each from an address of its own, so that none is refused because of those before.
  const refused = async (why: string, make: Make) => {
    const browser = fresh();
    const { code } = await verify(browser, await make(browser));
    assert.ok(code !== null && code !== 'rate_limit_exceeded', `${why}: ${code}`);
    assert.equal(await whoIs(browser), 'not_signed_in', why);
    t.mock.timers.reset();
  };
  type Options = Parameters<SoftwareAuthenticator['authenticate']>[3];
  const sign = async (browser: Browser, options: Options = {}, flags = PRESENT_AND_VERIFIED) =>
    ada.passkey.authenticate(await challengeFor(browser), BASE_URL, flags, options);
  await refused('the device signed for another site', (by) => sign(by, { site: 'https://evil.example' }));
  await refused('made for a registration', (by) => sign(by, { type: 'webauthn.create' }));
  await refused('a device that was copied: its counter is behind', (by) => sign(by, { counter: 1 }));
  await refused('neither present nor verified', (by) => sign(by, { counter: 50 }, 0));
  await refused('the challenge of another browser', () => sign(fresh(), { counter: 60 }));
  await refused('an hour later', async (by) => {
    const answer = await sign(by, { counter: 70 });
    // better-auth reads the clock of the machine.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + HOUR });
    return answer;
  });
  const id = rita.passkey.id.toString('base64url');
  await refused('the id of a colleague', async (by) => ({
    ...(await sign(by, { counter: 80 })),
    id,
    rawId: id,
  }));

  // Ada adds a passkey with the id of a colleague's and a key of her own, and one that was made for another site.
  const copy = new SoftwareAuthenticator();
  copy.id = rita.passkey.id;
  assert.equal((await add(ada.browser, copy)).code, 'conflict');
  const { challenge } = assertOk(await ada.browser.get('/passkey/generate-register-options')).body;
  const elsewhere = new SoftwareAuthenticator().register(challenge, 'https://evil.example');
  const added = await ada.browser.post('/passkey/verify-registration', {
    response: elsewhere,
    name: 'A key',
  });
  assert.equal(added.code, 'validation_failed');
  await refused('a key of her own under that id', async (by) =>
    copy.authenticate(await challengeFor(by), BASE_URL),
  );

  const browser = fresh();
  assertOk(await verify(browser, await sign(browser, { counter: 200 })));
  assert.equal(await whoIs(browser), 'ada@example.com');
});
