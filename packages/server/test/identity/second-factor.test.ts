// The second factor: codes of an authenticator app, and recovery codes that work once.

import assert from 'node:assert/strict';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { actions } from '../../../../test/support/workspace-fixture.ts';
import { assertOk, Browser, PASSWORD, people, signUpMember, signUpStaff } from './people.ts';
import { totp } from './totp.ts';

onEitherStore(
  'with a second factor the password alone opens nothing; each recovery code works once',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    await signUpStaff(given);
    const browser = new Browser(given);
    assertOk(await browser.signIn('ada@example.com'));
    const before = { has_password: true, has_second_factor: false, has_provider: false };
    assert.deepEqual(assertOk(await browser.get('/credentials')).body, before);
    const { body } = assertOk(await browser.post('/two-factor/enable', { password: PASSWORD }));
    assert.equal(body.backupCodes.length, 10);
    const first = totp(body.totpURI);
    assertOk(await browser.post('/two-factor/verify-totp', { code: first }));
    assertOk(await browser.get('/session'));
    assert.equal(assertOk(await browser.get('/credentials')).body.has_second_factor, true);
    assert.ok((await actions(given)).includes('sign_in.credentials_changed'));
    const kept = await given.desk.store.db.selectFrom('user_two_factors').selectAll().execute();
    assert.equal(JSON.stringify(kept).includes(body.backupCodes[0]), false);

    const other = new Browser(given, '192.0.2.9');
    const half = assertOk(await other.signIn('ada@example.com'));
    assert.equal(half.body.twoFactorRedirect, true);
    assert.equal((await other.get('/session')).code, 'not_signed_in');
    assert.equal((await other.post('/two-factor/verify-totp', { code: '000000' })).code, 'sign_in_failed');
    // The code that was used to enable it; somebody may have seen it being typed.
    const reused = await other.post('/two-factor/verify-totp', { code: first });
    assert.equal(reused.detail, 'This code was used already. Wait for the next one.');
    assert.equal((await other.get('/session')).code, 'not_signed_in');
    assertOk(await other.signIn('ada@example.com'));
    const next = totp(body.totpURI, Date.now() + 30_000);
    assertOk(await other.post('/two-factor/verify-totp', { code: next, trustDevice: true }));
    assertOk(await other.get('/session'));
    assert.equal(
      [...other.cookies.keys()].some((name) => name.includes('trust')),
      false,
    );

    const [code] = body.backupCodes;
    const third = new Browser(given, '192.0.2.10');
    assertOk(await third.signIn('ada@example.com'));
    assertOk(await third.post('/two-factor/verify-backup-code', { code }));
    assertOk(await third.get('/session'));
    const fourth = new Browser(given, '192.0.2.11');
    assertOk(await fourth.signIn('ada@example.com'));
    assert.equal((await fourth.post('/two-factor/verify-backup-code', { code })).code, 'sign_in_failed');
    assert.equal((await fourth.get('/session')).code, 'not_signed_in');
    // Somebody else's recovery code is no use to Rita.
    const rita = new Browser(given, '192.0.2.12');
    assertOk(await rita.signIn('rita@example.com'));
    assert.notEqual(
      (await rita.post('/two-factor/verify-backup-code', { code: body.backupCodes[1] })).code,
      null,
    );
    // Without the cookie of a challenge there is nothing to answer.
    const nobody = new Browser(given, '192.0.2.13');
    assert.equal(
      (await nobody.post('/two-factor/verify-backup-code', { code: body.backupCodes[1] })).code,
      'sign_in_failed',
    );
  },
);
