// One person stays one person: what somebody who chooses the settings of the service, or reads mails, cannot do to a
// colleague's sign-in. Each test is an attack that once worked.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { addFirstOperator } from '@rf-indicators/core/accounts/founding';
import {
  confirmedSentence,
  mayUse,
  serverStates,
  settleServers,
} from '@rf-indicators/core/accounts/sign-in-servers';
import { inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { civilDate } from '@rf-indicators/core/context/times';
import { claimSignIn, confirmSignIn } from '@rf-indicators/core/identity/claims';
import { inviteStaffToSignIn, listInvitations } from '@rf-indicators/core/identity/invitations';
import { mailLink, signInLinks } from '@rf-indicators/core/identity/mails';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { person } from '../../../../test/support/desk-fixture.ts';
import { emptyStore, onEitherStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { actions } from '../../../../test/support/workspace-fixture.ts';
import { newMasterKey } from '../../../../test/support/world.ts';
import { createIdentity } from '../../src/identity/handler.ts';
import { mailer } from '../../src/identity/mailer.ts';
import { configuredServers } from '../../src/identity/settings.ts';
import { mailServer } from './mail-server.ts';
import {
  type Answer,
  addPasskey,
  assertOk,
  BASE_URL,
  Browser,
  confirmServers,
  confirmWaiting,
  dayNotedBy,
  HOUR,
  MINUTE,
  PASSWORD,
  type People,
  people,
  signUpStaff,
  withPasskey,
} from './people.ts';
import { beginAtProvider, CLIENT, locationOf, providerAddress, throughProvider } from './provider.ts';
import { totp } from './totp.ts';

const NEW_PASSWORD = 'seven quiet lanterns';

onEitherStore('an own mail server does not get the link that resets a colleague', async (kind, t) => {
  const { mail, received } = await mailServer(t);
  const given = await people(kind, t, { mail });
  await signUpStaff(given);
  const attacker = new Browser(given);
  const asked = await attacker.post('/password/forgot', { email: 'rita@example.com' });
  assert.deepEqual(asked.body, { mailed: false });
  // Nor by a command in a shell with other settings, which invites as if it were for the first time.
  const links = signInLinks(BASE_URL, 'RF Risk Indicators', mailer(given.desk, mail));
  const invited = await inviteStaffToSignIn(given.desk, given.operator, {
    person: 'rita',
    email: 'rita@example.com',
  });
  assert.equal(await mailLink(links, invited), false);
  assert.deepEqual((await attacker.get('/ways')).body, { provider: false, mail: false });
  await pause(300);
  assert.deepEqual(received, []);
});

onEitherStore('an own issuer signs in as nobody', async (kind, t) => {
  const { issuer, start } = await providerAddress(t);
  start();
  const given = await people(kind, t, { oidc: { issuer, ...CLIENT } });
  await signUpStaff(given);
  const attacker = new Browser(given);
  const begun = await beginAtProvider(attacker);
  if (begun.code === null) await throughProvider(attacker, 'rita@example.com');
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  assert.equal(begun.code, 'service_unavailable');
});

onEitherStore('the first link of an account at the provider waits for a second person', async (kind, t) => {
  const { issuer, start } = await providerAddress(t);
  start();
  const given = await people(kind, t, { oidc: { issuer, ...CLIENT } });
  await signUpStaff(given);
  await confirmServers(given);
  // Somebody who holds the account at the provider alone.
  const attacker = new Browser(given, '192.0.2.66');
  await throughProvider(attacker, 'rita@example.com');
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  assert.deepEqual(await linksOf(given), []);
  assert.equal((await listInvitations(given.desk)).length, 0);

  // Rita signs in, and then at the provider.
  const rita = new Browser(given);
  assertOk(await rita.signIn('rita@example.com'));
  const check = checkIn(await throughProvider(rita, 'rita@example.com'));
  await throughProvider(attacker, 'rita@example.com');
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  const { id, account } = (await listInvitations(given.desk))[0]!;
  assert.equal(account, `${issuer} rita@example.com`);
  const confirm = (actor: Actor, number = check) =>
    confirmSignIn(given.desk, actor, { invitation: id, check: number });
  await assert.rejects(confirm(given.reviewer), /Somebody else must confirm/);
  await assert.rejects(confirm(given.operator, '0000-0000'), /not the check number/);
  await confirm(given.operator);
  assert.deepEqual((await actions(given)).slice(-2), ['sign_in.linked', 'sign_in.confirmed']);
  assert.deepEqual(await linksOf(given), [`${issuer} rita@example.com`]);

  // From then on it is free.
  const later = new Browser(given);
  const day = await dayNotedBy(given, async () =>
    assert.equal(locationOf(await throughProvider(later, 'rita@example.com')), '/console'),
  );
  assert.equal(day, civilDate(given.desk.clock()), 'a sign-in with the provider is a use');
  assert.equal(assertOk(await later.get('/session')).body.user.email, 'rita@example.com');

  // Removing it takes two people, and linking it again a third confirmation.
  const services = actServicesOf(given.desk, () => given.masterKey);
  const by = (actor: Actor) => ({ kind: 'staff', actor }) as const;
  const asked = await performAct(services, by(given.operator), 'sign_ins.unlink', { person: 'rita' });
  assert.equal(asked.done, false);
  assertOk(await later.get('/session'));
  await performAct(services, by(given.reviewer), 'requests.approve', { request: asked.request! });
  assert.deepEqual(await linksOf(given), []);
  assert.equal((await later.get('/session')).code, 'not_signed_in');
  assert.ok((await actions(given)).includes('sign_in.unlinked'));
  await throughProvider(later, 'rita@example.com');
  assert.equal((await later.get('/session')).code, 'not_signed_in');
});

onEitherStore(
  'a subject of one issuer is nobody at another, which two people changed to',
  async (kind, t) => {
    const first = await providerAddress(t);
    const second = await providerAddress(t);
    first.start();
    second.start();
    const given = await people(kind, t, { oidc: { issuer: first.issuer, ...CLIENT } });
    await signUpStaff(given);
    await confirmServers(given);
    const rita = new Browser(given);
    assertOk(await rita.signIn('rita@example.com'));
    await confirmWaiting(given, checkIn(await throughProvider(rita, 'rita@example.com')));
    const settings = { ...given.settings, oidc: { issuer: second.issuer, ...CLIENT } };
    const moved = { ...given, settings, identity: createIdentity(given.desk, given.masterKey, settings) };
    assert.equal((await beginAtProvider(new Browser(moved))).code, 'service_unavailable');
    await confirmServers(moved);
    const attacker = new Browser(moved, '192.0.2.66');
    await throughProvider(attacker, 'rita@example.com');
    assert.equal((await attacker.get('/session')).code, 'not_signed_in');
    // The one before is no longer accepted.
    assert.equal((await beginAtProvider(new Browser(given))).code, 'service_unavailable');
  },
);

onEitherStore('a person whose only way is the provider waits for a second person too', async (kind, t) => {
  const { issuer, start } = await providerAddress(t);
  start();
  const given = await people(kind, t, { oidc: { issuer, ...CLIENT } });
  const { desk, operator, reviewer } = given;
  await confirmServers(given);
  const second = await person(desk, 'otto', 'operator');
  const wanted = { person: reviewer.name, email: 'rita@example.com' };
  const { code, id } = await inviteStaffToSignIn(desk, operator, wanted);
  const { check } = await claimSignIn(desk, { code, password: null });
  await confirmSignIn(desk, second, { invitation: id, check: check! });
  const rita = new Browser(given);
  const number = checkIn(await throughProvider(rita, 'rita@example.com'));
  assert.equal((await rita.get('/session')).code, 'not_signed_in');
  await confirmWaiting(given, number);
  await throughProvider(rita, 'rita@example.com');
  assertOk(await rita.get('/session'));
});

onEitherStore('the provider does not replace the authenticator app', async (kind, t) => {
  const { issuer, start } = await providerAddress(t);
  start();
  const given = await people(kind, t, { oidc: { issuer, ...CLIENT } });
  await signUpStaff(given);
  await confirmServers(given);
  const rita = new Browser(given);
  assertOk(await rita.signIn('rita@example.com'));
  const { body } = assertOk(await rita.post('/two-factor/enable', { password: PASSWORD }));
  assertOk(await rita.post('/two-factor/verify-totp', { code: totp(body.totpURI) }));
  await confirmWaiting(given, checkIn(await throughProvider(rita, 'rita@example.com')));
  const attacker = new Browser(given, '192.0.2.66');
  const back = await throughProvider(attacker, 'rita@example.com');
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  assert.equal(locationOf(back), '/sign-in?step=code&to=%2Fconsole');
  assert.equal((await attacker.post('/two-factor/verify-totp', { code: '000000' })).code, 'sign_in_failed');
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  const code = totp(body.totpURI, Date.now() + 30_000);
  assertOk(await attacker.post('/two-factor/verify-totp', { code }));
  assertOk(await attacker.get('/session'));
});

onEitherStore('neither the password nor the provider replaces a passkey', async (kind, t) => {
  const { issuer, start } = await providerAddress(t);
  start();
  const given = await people(kind, t, { oidc: { issuer, ...CLIENT } });
  await signUpStaff(given);
  await confirmServers(given);
  const rita = new Browser(given);
  assertOk(await rita.signIn('rita@example.com'));
  await confirmWaiting(given, checkIn(await throughProvider(rita, 'rita@example.com')));
  assertOk(await rita.signIn('rita@example.com'));
  const device = await addPasskey(rita);
  const attacker = new Browser(given, '192.0.2.66');
  const half = assertOk(await attacker.signIn('rita@example.com'));
  assert.deepEqual(half.body, { twoFactorRedirect: true, twoFactorMethods: ['passkey'] });
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  assert.equal(locationOf(await throughProvider(attacker, 'rita@example.com')), '/sign-in?error=passkey');
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
  await withPasskey(attacker, device);
  assertOk(await attacker.get('/session'));
});

onEitherStore('somebody who reads the mails of a colleague does not set their password', async (kind, t) => {
  const { mail, received } = await mailServer(t);
  const given = await people(kind, t, { mail });
  await signUpStaff(given);
  await confirmServers(given);
  const attacker = new Browser(given, '192.0.2.66');
  const forgot = async (email: string) => assertOk(await attacker.post('/password/forgot', { email })).body;
  // The mail says why it has no link. The answer tells nothing of the address.
  for (const email of ['eve@example.com', 'rita@example.com', 'rita@example.com'])
    assert.deepEqual(await forgot(email), { mailed: true });
  await until('a mail arrives', () => received.length > 0);
  assert.match(received[0]!.text, /neither a passkey nor an authenticator app/);
  assert.doesNotMatch(received[0]!.text, /rf_signin_/);
  assert.deepEqual(await listInvitations(given.desk), []);

  // A link from when there was a passkey, too, before and after it is used.
  const rita = new Browser(given);
  const newLink = async () => {
    given.ahead(2 * HOUR);
    const { length } = received;
    assertOk(await rita.signIn('rita@example.com'));
    await addPasskey(rita);
    await forgot('rita@example.com');
    await until('a mail arrives', () => received.length > length);
    return linkIn(received[length]!.text);
  };
  const removePasskeys = () =>
    given.desk.store.transaction((writes) => writes.deleteFrom('user_passkeys').execute());
  const reset = async (code: string) => attacker.post('/password/reset', { code, password: NEW_PASSWORD });
  const unused = await newLink();
  await removePasskeys();
  assert.match((await reset(unused)).detail!, /only if a passkey or an authenticator app is asked for too/);
  const { body } = assertOk(await reset(await newLink()));
  await removePasskeys();
  const { id } = (await listInvitations(given.desk))[0]!;
  await assert.rejects(
    confirmSignIn(given.desk, given.operator, { invitation: id, check: body.check }),
    /This person has neither/,
  );
  assert.equal((await attacker.signIn('rita@example.com', NEW_PASSWORD)).code, 'sign_in_failed');
  assert.equal(received.length, 3);
});

onEitherStore('a colleague who confirms a reset does not become the person', async (kind, t) => {
  const { mail, received } = await mailServer(t);
  const given = await people(kind, t, { mail });
  await signUpStaff(given);
  await confirmServers(given);
  const rita = new Browser(given);
  assertOk(await rita.signIn('rita@example.com'));
  const app = assertOk(await rita.post('/two-factor/enable', { password: PASSWORD })).body.totpURI;
  assertOk(await rita.post('/two-factor/verify-totp', { code: totp(app) }));
  const attacker = new Browser(given, '192.0.2.66');
  assertOk(await attacker.post('/password/forgot', { email: 'rita@example.com' }));
  await until('a mail arrives', () => received.length > 0);
  const code = linkIn(received[0]!.text);
  const { body } = assertOk(await attacker.post('/password/reset', { code, password: NEW_PASSWORD }));
  assert.equal((await attacker.signIn('rita@example.com', NEW_PASSWORD)).code, 'sign_in_failed');
  assertOk(await new Browser(given).signIn('rita@example.com', PASSWORD));

  // Nobody who knows the address ends what waits.
  given.ahead(10 * MINUTE);
  assertOk(await attacker.post('/password/forgot', { email: 'rita@example.com' }));
  const { id } = (await listInvitations(given.desk))[0]!;
  const confirm = (actor: Actor) => confirmSignIn(given.desk, actor, { invitation: id, check: body.check });
  await assert.rejects(confirm(given.reviewer), /Somebody else must confirm/);
  await confirm(given.operator);
  assert.deepEqual((await actions(given)).slice(-3), [
    'sign_in.reset_requested',
    'sign_in.password_reset',
    'sign_in.confirmed',
  ]);
  assert.equal((await attacker.signIn('rita@example.com', PASSWORD)).code, 'sign_in_failed');
  assert.equal(
    assertOk(await attacker.signIn('rita@example.com', NEW_PASSWORD)).body.twoFactorRedirect,
    true,
  );
  assert.equal((await attacker.get('/session')).code, 'not_signed_in');
});

onEitherStore(
  'a reset waits for nobody if a passkey shows who it is; a second factor stays',
  async (kind, t) => {
    const { mail, received } = await mailServer(t);
    const given = await people(kind, t, { mail });
    await signUpStaff(given);
    await confirmServers(given);
    const rita = new Browser(given);
    assertOk(await rita.signIn('rita@example.com'));
    const device = await addPasskey(rita);
    const { body } = assertOk(await rita.post('/two-factor/enable', { password: PASSWORD }));
    assertOk(await rita.post('/two-factor/verify-totp', { code: totp(body.totpURI) }));
    assertOk(await rita.post('/password/forgot', { email: 'rita@example.com' }));
    await until('a mail arrives', () => received.length > 0);
    const code = linkIn(received[0]!.text);
    const browser = new Browser(given);
    await withPasskey(browser, device);
    const reset = assertOk(await browser.post('/password/reset', { code, password: NEW_PASSWORD }));
    assert.equal(reset.body.check, null);
    const again = new Browser(given);
    assert.equal(assertOk(await again.signIn('rita@example.com', NEW_PASSWORD)).body.twoFactorRedirect, true);
    assert.equal((await again.get('/session')).code, 'not_signed_in');
  },
);

onEitherStore('a founder alone needs nobody; whoever is invited then is protected', async (kind, t) => {
  const { mail } = await mailServer(t);
  const other = await mailServer(t);
  const store = await emptyStore(kind, t);
  const desk = { store, clock: () => Date.now(), newId: () => uuidV7(Date.now()) };
  const founder = await store.transaction((writes) => addFirstOperator(desk, writes, 'olga'));
  const actor = { id: founder.id, name: 'olga', roles: ['operator'] as const };
  const [first, later] = [mail, other.mail].map((one) => configuredServers({ mail: one, oidc: null }));
  assert.equal(await mayUse(desk, 'mail', first!), true);
  assert.equal(await mayUse(desk, 'mail', later!), false);
  await inviteStaff(desk, actor, { name: 'rita', roles: ['reviewer'] });
  const provider = { address: 'https://evil.example', used_as: 'rf' };
  for (const isService of [false, true]) await settleServers(desk, { mail: null, provider }, { isService });
  assert.equal(await mayUse(desk, 'provider', { mail: null, provider }), false);
  assert.equal(await mayUse(desk, 'mail', first!), true);
  const services = actServicesOf(desk, newMasterKey);
  const wanted = { kind: 'mail', ...later!.mail! } as const;
  assert.equal((await performAct(services, { kind: 'staff', actor }, 'servers.set', wanted)).done, false);
  assert.equal(await mayUse(desk, 'mail', later!), false);
});

onEitherStore('a store from before is taken as the service finds it, once', async (kind, t) => {
  const { mail } = await mailServer(t);
  const { desk } = await people(kind, t);
  const found = configuredServers({ mail, oidc: null });
  // A command with other settings takes nothing as found.
  assert.equal(await mayUse(desk, 'mail', found), false);
  await settleServers(desk, found, { isService: false });
  assert.equal(await mayUse(desk, 'mail', found), false);
  await settleServers(desk, found, { isService: true });
  assert.equal(await mayUse(desk, 'mail', found), true);
  const provider = { address: 'https://evil.example', used_as: 'rf' };
  await settleServers(desk, { ...found, provider }, { isService: true });
  assert.equal(await mayUse(desk, 'provider', { mail: null, provider }), false);
  const [state] = await serverStates(desk.store.db, found);
  assert.match(confirmedSentence(state!), /^mail server: smtp:.*, taken as found on \d{4}-/);
  const trail = await desk.store.db.selectFrom('audit').select(['action', 'actor']).execute();
  assert.deepEqual({ ...trail.at(-1) }, { action: 'server.set', actor: 'service' });
});

/** The code of the link in a mail. */
function linkIn(text: string): string {
  return /\/sign-in\/reset#(rf_signin_\w+)/.exec(text)![1]!;
}

/** The check number that the browser is shown after it came back from the provider. */
function checkIn(back: Answer): string {
  const [, check] = /^\/sign-in\/link#(\d{4}-\d{4})$/.exec(locationOf(back)) ?? [];
  assert.ok(check, locationOf(back));
  return check;
}

async function linksOf({ desk }: People): Promise<string[]> {
  const rows = await desk.store.db
    .selectFrom('user_credentials')
    .select('account_id')
    .where('provider_id', '=', 'oidc')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
