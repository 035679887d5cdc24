// Second factors and recovery codes work while the master key is being replaced and afterwards; sessions end.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { createIdentity } from '../../src/identity/handler.ts';
import { assertOk, Browser, PASSWORD, people, signUpMember } from './people.ts';
import { totp } from './totp.ts';

onEitherStore(
  'a second factor outlives the master key that encrypted it; a session does not',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk, operator, reviewer, settings } = given;
    await signUpMember(given);
    const ada = new Browser(given);
    assertOk(await ada.signIn('ada@example.com'));
    const { body } = assertOk(await ada.post('/two-factor/enable', { password: PASSWORD }));
    assertOk(await ada.post('/two-factor/verify-totp', { code: totp(body.totpURI) }));
    const fresh = Buffer.alloc(32, 5).toString('base64');
    const ring = readMasterKey('', `${fresh} ${TEST_MASTER_KEY}`);
    let steps = 0;
    const signInWith = async (masterKey: typeof ring, factor: 'totp' | 'recovery') => {
      steps += 1;
      const identity = createIdentity(desk, masterKey, settings);
      const browser = new Browser({ identity }, `192.0.2.${20 + steps}`);
      for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
      assert.equal((await browser.get('/session')).code, 'not_signed_in', 'the cookie is of the old key');
      browser.cookies.clear();
      assertOk(await browser.signIn('ada@example.com'));
      if (factor === 'recovery')
        assertOk(await browser.post('/two-factor/verify-backup-code', { code: body.backupCodes[steps] }));
      else
        assertOk(
          await browser.post('/two-factor/verify-totp', { code: totp(body.totpURI, Date.now() + 30_000) }),
        );
      assertOk(await browser.get('/session'));
    };
    await signInWith(ring, 'recovery');

    const services = actServicesOf(desk, () => ring);
    const input = { reason: 'Ivy left.' };
    const { request } = await performAct(
      services,
      { kind: 'staff', actor: operator },
      'master_key.rotate',
      input,
    );
    await performAct(services, { kind: 'staff', actor: reviewer }, 'requests.approve', { request: request! });
    await signInWith(ring, 'recovery');
    await signInWith(readMasterKey('', fresh), 'recovery');
    await signInWith(readMasterKey('', fresh), 'totp');
  },
);
