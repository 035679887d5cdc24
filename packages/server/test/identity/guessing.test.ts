// Guessing passwords is slow, and does not lock the owner out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireGoodPassword } from '@rf-indicators/core/identity/passwords';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { assertOk, Browser, people, signUpMember } from './people.ts';

onEitherStore(
  'whoever guesses waits ever longer; the owner signs in from another address',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const mallory = new Browser(given, '203.0.113.7');
    for (let tries = 0; tries < 6; tries += 1)
      assert.equal(
        (await mallory.signIn('ada@example.com', `wrong guess number ${tries}`)).code,
        'sign_in_failed',
      );
    const refused = await mallory.signIn('ada@example.com');
    assert.equal(refused.code, 'rate_limit_exceeded');
    assert.match(refused.detail!, /Wait 1 second\./);
    assertOk(await new Browser(given, '198.51.100.4').signIn('ada@example.com'));
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      given.ahead(20 * 60_000);
      await mallory.signIn('ada@example.com', 'still a wrong guess');
      waits.push((await mallory.signIn('ada@example.com', 'still a wrong guess')).body.retry_after);
    }
    assert.deepEqual(waits, [2, 4, 8, 16]);
    given.ahead(16_000);
    assertOk(await mallory.signIn('ada@example.com'));
  },
);

test('common, short and repeated passwords are refused', () => {
  for (const password of [
    'short',
    'password1234',
    'Passw0rd1234',
    '123456789012',
    'aaaaaaaaaaaaaa',
    'qwertyuiop12',
    'ada.lovelace',
    'ada.lovelace1',
    'abababababab',
    'x'.repeat(257),
  ])
    assert.throws(
      () => requireGoodPassword(password, 'ada.lovelace@example.com'),
      { code: 'validation_failed' },
      password,
    );
  for (const password of ['marmalade tractor violet', 'пароль который длинный', 'h7$Kq2!mZx9p'])
    requireGoodPassword(password, 'ada.lovelace@example.com');
});
