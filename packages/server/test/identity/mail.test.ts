// Mails, through a real SMTP server on loopback.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inviteMember } from '@rf-indicators/core/identity/invitations';
import { mailLink, signInLinks } from '@rf-indicators/core/identity/mails';
import { until } from '../../../../test/support/until.ts';
import { mailer } from '../../src/identity/mailer.ts';
import { mailServer } from './mail-server.ts';
import { assertOk, BASE_URL, Browser, confirmServers, PASSWORD, people, signUpMember } from './people.ts';

async function arrived<T>(read: () => T | undefined): Promise<T> {
  await until('a mail arrives', () => read() !== undefined);
  return read()!;
}

test('links are mailed to the address of the person, and a mail server that is down is told', async (t) => {
  const { mail, received, stop } = await mailServer(t);
  const given = await people('sqlite', t, { mail });
  const { desk, ada } = given;
  await confirmServers(given);

  const invited = await inviteMember(desk, ada, { name: 'Dev', role: 'developer', email: 'dev@example.com' });
  const links = signInLinks(BASE_URL, 'RF Risk Indicators', mailer(desk, mail));
  assert.equal(await mailLink(links, invited), true);
  assert.deepEqual(received[0]!.to, ['dev@example.com']);
  assert.ok(received[0]!.text.includes(`${BASE_URL}/sign-in/invitation#${invited.code}`));

  await signUpMember(given);
  const browser = new Browser(given);
  assert.deepEqual(assertOk(await browser.post('/password/forgot', { email: 'eve@example.com' })).body, {
    mailed: true,
  });
  assert.deepEqual(assertOk(await browser.post('/password/forgot', { email: 'ada@example.com' })).body, {
    mailed: true,
  });
  const { to, text } = await arrived(() => received[1]);
  assert.deepEqual(to, ['ada@example.com']);
  const code = /\/sign-in\/reset#(rf_signin_\w+)/.exec(text)![1]!;
  assertOk(await browser.post('/password/reset', { code, password: 'seven quiet lanterns' }));
  assert.equal((await browser.signIn('ada@example.com', PASSWORD)).code, 'sign_in_failed');
  assertOk(await browser.signIn('ada@example.com', 'seven quiet lanterns'));

  await stop();
  assert.equal(await mailLink(links, invited), false);
});
