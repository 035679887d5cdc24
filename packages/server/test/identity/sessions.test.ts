// Sessions: who has one, when it ends, and what a stranger cannot do with it.

import assert from 'node:assert/strict';
import { addMember, removeMember } from '@rf-indicators/core/accounts/members';
import { ablePeople, writeToken } from '@rf-indicators/core/accounts/staff';
import { retireStaff } from '@rf-indicators/core/accounts/staff-changes';
import { resumeWorkspace, suspendWorkspace } from '@rf-indicators/core/accounts/suspension';
import { civilDate } from '@rf-indicators/core/context/times';
import { deleteExpiredSignIns } from '@rf-indicators/core/identity/expired';
import { countGuess } from '@rf-indicators/core/identity/guessing';
import { callerOfSession } from '@rf-indicators/core/identity/sessions';
import { createFirstSigningKey } from '@rf-indicators/core/log/signing-keys';
import { serveDays } from '../../../../test/support/service-days.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { isSameOrigin } from '../../src/http/same-origin.ts';
import { assertOk, Browser, DAY, HOUR, MINUTE, people, signUpMember, signUpStaff } from './people.ts';

onEitherStore(
  'a person signs in with a password, is known by the cookie alone, and signs out',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const browser = new Browser(given);
    assert.equal((await browser.get('/session')).code, 'not_signed_in');
    const signedIn = assertOk(await browser.signIn('Ada@Example.com'));
    assert.equal(JSON.stringify(signedIn.body).includes('token'), false);
    const { body } = assertOk(await browser.get('/session'));
    assert.equal(body.user.email, 'ada@example.com');
    assert.equal(body.acting_as, `members/${given.ada.id}`);
    assert.equal(body.is_fresh, true);
    const known = await callerOfSession(given.desk, given.identity.sessions, browser.cookie, '192.0.2.1');
    assert.ok(known?.caller.kind === 'member');
    assert.equal(known.caller.member.role, 'contract_admin');
    assert.equal(known.caller.from, '192.0.2.1');
    const old = browser.cookie;
    assertOk(await browser.post('/sign-out'));
    assert.equal(await callerOfSession(given.desk, given.identity.sessions, old, '192.0.2.1'), null);
  },
);

onEitherStore(
  'a wrong password, an unknown address and a person without a link get the same answer',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const browser = new Browser(given);
    const wrong = await browser.signIn('ada@example.com', 'not her password at all');
    const unknown = await browser.signIn('eve@example.com');
    assert.equal(wrong.code, 'sign_in_failed');
    assert.deepEqual(wrong.body, unknown.body);
    assert.equal(browser.cookies.size, 0);
  },
);

onEitherStore('a cookie that was made up, changed or sent twice opens nothing', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  const browser = new Browser(given);
  assertOk(await browser.signIn('ada@example.com'));
  const { sessions } = given.identity;
  const caller = (cookie: string) => callerOfSession(given.desk, sessions, cookie, 'a test');
  const { token } = await given.desk.store.db
    .selectFrom('user_sessions')
    .select('token')
    .executeTakeFirstOrThrow();
  const real = browser.cookie;
  assert.notEqual(await caller(real), null);
  for (const cookie of [
    '',
    `${sessions.cookieName}=${token}`,
    `${sessions.cookieName}=${token}.AAAA`,
    `${sessions.cookieName}=%`,
    `${real}; ${real}`,
    real.replace(sessions.cookieName, 'other'),
  ])
    assert.equal(await caller(cookie), null, cookie);
});

onEitherStore('a session ends when it was idle too long, and at its absolute limit', async (kind, t) => {
  const given = await people(kind, t);
  await signUpStaff(given);
  const browser = new Browser(given);
  const caller = () => callerOfSession(given.desk, given.identity.sessions, browser.cookie, 'a test');
  assertOk(await browser.signIn('rita@example.com'));
  given.ahead(30 * MINUTE - 5000);
  assert.equal((await caller())?.isFresh, false);
  given.ahead(30 * MINUTE);
  assert.equal(await caller(), null);

  assertOk(await browser.signIn('rita@example.com'));
  for (let used = 0; used < 12 * HOUR - 20 * MINUTE; used += 20 * MINUTE) {
    assert.notEqual(await caller(), null);
    given.ahead(20 * MINUTE);
  }
  assert.notEqual(await caller(), null);
  given.ahead(20 * MINUTE - 10_000);
  assert.notEqual(await caller(), null);
  given.ahead(10_000);
  assert.equal(await caller(), null);
});

onEitherStore('what a page reads by itself does not keep a session alive', async (kind, t) => {
  const given = await people(kind, t);
  await signUpStaff(given);
  const browser = new Browser(given);
  const { sessions } = given.identity;
  const unattended = () =>
    callerOfSession(given.desk, sessions, browser.cookie, 'a test', { isUnattended: true });
  assertOk(await browser.signIn('rita@example.com'));
  for (let passed = 0; passed < 30 * MINUTE - 5000; passed += MINUTE) {
    assert.notEqual(await unattended(), null);
    given.ahead(MINUTE);
  }
  given.ahead(5000);
  assert.equal(await unattended(), null);
});

onEitherStore('a session of a member lasts longer, and is fresh for ten minutes', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  const browser = new Browser(given);
  const caller = () => callerOfSession(given.desk, given.identity.sessions, browser.cookie, 'a test');
  assertOk(await browser.signIn('ada@example.com'));
  given.ahead(10 * MINUTE - 10_000);
  assert.equal((await caller())?.isFresh, true);
  given.ahead(10_000);
  assert.equal((await caller())?.isFresh, false);
  // Adding a passkey takes a recent sign-in.
  assert.equal((await browser.get('/passkey/generate-register-options')).code, 'sign_in_again');
  assertOk(await browser.signIn('ada@example.com'));
  assert.equal((await caller())?.isFresh, true);
  given.ahead(11 * HOUR);
  assert.notEqual(await caller(), null);
  given.ahead(30 * DAY);
  assert.equal(await caller(), null);
});

onEitherStore(
  'signing in replaces the session that the browser had, so that none can be planted',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const mallory = new Browser(given);
    assertOk(await mallory.signIn('ada@example.com'));
    const planted = mallory.cookie;
    const victim = new Browser(given);
    for (const [name, value] of mallory.cookies) victim.cookies.set(name, value);
    assertOk(await victim.signIn('ada@example.com'));
    assert.notEqual(victim.cookie, planted);
    assert.equal(await callerOfSession(given.desk, given.identity.sessions, planted, 'a test'), null);
  },
);

onEitherStore('people see their own sessions, end one, and sign out everywhere', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  await signUpStaff(given);
  const [here, there, rita] = [new Browser(given), new Browser(given, '192.0.2.2'), new Browser(given)];
  assertOk(await here.signIn('ada@example.com'));
  assertOk(await there.signIn('ada@example.com'));
  assertOk(await rita.signIn('rita@example.com'));
  const { body } = assertOk(await here.get('/sessions'));
  assert.deepEqual(
    body.data.map(({ address, current }: { address: string; current: boolean }) => [address, current]).sort(),
    [
      ['192.0.2.1', true],
      ['192.0.2.2', false],
    ],
  );
  const other = body.data.find(({ current }: { current: boolean }) => !current);
  assert.equal((await rita.post('/sessions/end', { id: other.id })).code, 'not_found');
  assertOk(await here.post('/sessions/end', { id: other.id }));
  assert.equal((await there.get('/session')).code, 'not_signed_in');
  assertOk(await there.signIn('ada@example.com'));
  assertOk(await here.post('/sessions/end-all'));
  for (const browser of [here, there]) assert.equal((await browser.get('/session')).code, 'not_signed_in');
  assertOk(await rita.get('/session'));
});

onEitherStore(
  'removing, retiring and suspending end sessions at once, and nobody signs in again',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk, ada, operator, reviewer } = given;
    await addMember(desk, ada, { name: 'Dev', role: 'developer' });
    await signUpMember(given, 'Dev', 'dev@example.com');
    await signUpMember(given);
    await signUpStaff(given);
    const [dev, admin, rita] = [new Browser(given), new Browser(given), new Browser(given)];
    assertOk(await dev.signIn('dev@example.com'));
    assertOk(await admin.signIn('ada@example.com'));
    assertOk(await rita.signIn('rita@example.com'));

    await removeMember(desk, ada, 'Dev');
    assert.equal((await dev.get('/session')).code, 'not_signed_in');
    assert.equal((await dev.signIn('dev@example.com')).code, 'insufficient_role');

    await suspendWorkspace(desk, operator, ada.workspace.id, 'A test.');
    assert.equal((await admin.get('/session')).code, 'not_signed_in');
    assert.equal((await admin.signIn('ada@example.com')).code, 'insufficient_role');
    await resumeWorkspace(desk, operator, ada.workspace.id, 'A test.');
    // The sessions stay ended.
    assert.equal((await admin.get('/session')).code, 'not_signed_in');
    assertOk(await admin.signIn('ada@example.com'));

    await desk.store.transaction(async (writes) => {
      await writeToken(desk, writes, operator.id, { confirmed: true });
      await retireStaff(desk, writes, { requester: operator, approver: null }, reviewer.name);
    });
    assert.equal((await rita.get('/session')).code, 'not_signed_in');
    assert.equal((await rita.signIn('rita@example.com')).code, 'insufficient_role');
  },
);

onEitherStore(
  'a request of another site changes nothing, and one without an Origin neither',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const browser = new Browser(given);
    assertOk(await browser.signIn('ada@example.com'));
    for (const origin of [
      undefined,
      'null',
      'https://evil.example',
      'http://localhost:8081',
      'http://localhost:8080.evil.example',
    ]) {
      browser.origin = origin;
      for (const path of ['/sign-out', '/sessions/end-all', '/sign-in/email', '/password/forgot'])
        assert.equal(
          (await browser.post(path, { email: 'ada@example.com' })).code,
          'foreign_origin',
          `${origin} ${path}`,
        );
      assert.equal(isSameOrigin('POST', origin, 'http://localhost:8080'), false);
    }
    browser.origin = undefined;
    assertOk(await browser.get('/session'));
  },
);

onEitherStore('cookies are for this host, and not for scripts', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  const plain = assertOk(await new Browser(given).signIn('ada@example.com'));
  const cookie = plain.headers[plain.headers.indexOf('set-cookie') + 1]!;
  assert.match(cookie, /^rf\.session_token=/);
  assert.match(cookie, /; HttpOnly/);
  assert.match(cookie, /; SameSite=Lax/);
  assert.match(cookie, /; Path=\/(;|$)/);
  assert.doesNotMatch(cookie, /Domain|Secure/);

  const secure = await people(kind, t, { baseUrl: 'https://rf.example.com' });
  await signUpMember(secure);
  const browser = new Browser(secure);
  browser.origin = 'https://rf.example.com';
  const { headers } = assertOk(await browser.signIn('ada@example.com'));
  const overHttps = headers[headers.indexOf('set-cookie') + 1]!;
  assert.match(overHttps, /^__Host-rf\.session_token=/);
  assert.match(overHttps, /; Secure/);
  assert.doesNotMatch(overHttps, /Domain/);
  assertOk(await browser.get('/session'));
});

onEitherStore('operations of better-auth that are not listed do not exist', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  const browser = new Browser(given);
  assertOk(await browser.signIn('ada@example.com'));
  for (const path of [
    '/sign-up/email',
    '/update-user',
    '/delete-user',
    '/change-email',
    '/revoke-session',
    '/unlink-account',
    '/toString',
  ])
    assert.equal((await browser.post(path, {})).code, 'not_found', path);
  for (const path of ['/list-sessions', '/get-session', '/error', '/ok', '/list-accounts'])
    assert.equal((await browser.get(path)).code, 'not_found', path);
});

onEitherStore(
  'who signs in can act as the second person, for 90 days of service after the last use',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk } = given;
    await signUpStaff(given);
    const { id } = given.reviewer;
    await desk.store.transaction(async (writes) => {
      await createFirstSigningKey(desk, writes, given.operator, given.masterKey, 'test');
      await writes
        .updateTable('staff_tokens')
        .set({ revoked_at: desk.clock() })
        .where('staff_id', '=', id)
        .execute();
    });
    const serve = (days: number) => serveDays(desk, given.masterKey, days, given.ahead);
    const lastDay = async () =>
      (
        await desk.store.db
          .selectFrom('staff_attendance')
          .select('last_day')
          .where('staff_id', '=', id)
          .executeTakeFirst()
      )?.last_day;
    const isAble = async () =>
      (await ablePeople(desk.store.db, desk.clock())).some((person) => person.id === id);
    assert.equal(await isAble(), true);
    await serve(80);
    const browser = new Browser(given);
    assertOk(await browser.signIn('rita@example.com'));
    assert.equal(await lastDay(), civilDate(desk.clock()), 'a sign-in is a use');
    await desk.store.transaction((writes) =>
      writes.updateTable('staff_attendance').set({ last_day: '2026-01-01' }).execute(),
    );
    given.ahead(5 * MINUTE);
    assert.notEqual(
      await callerOfSession(desk, given.identity.sessions, browser.cookie, 'a test'),
      null,
      'this notes the use',
    );
    assert.equal(await lastDay(), civilDate(desk.clock()), 'and so is a session');
    await serve(80);
    assert.equal(await isAble(), true);
    given.ahead(20 * DAY);
    assert.equal(await isAble(), true, 'days without service do not count');
    await serve(11);
    assert.equal(await isAble(), false);
  },
);

onEitherStore('expired sessions and counts of failures are deleted', async (kind, t) => {
  const given = await people(kind, t);
  const { desk } = given;
  await signUpStaff(given);
  assertOk(await new Browser(given).signIn('rita@example.com'));
  await countGuess(desk, { account: 'rita@example.com', address: '192.0.2.1' });
  const counts = async () => [
    (await desk.store.db.selectFrom('user_sessions').select('id').execute()).length,
    (await desk.store.db.selectFrom('sign_in_failures').select('key').execute()).length,
  ];
  await deleteExpiredSignIns(desk);
  assert.deepEqual(await counts(), [1, 3]);
  given.ahead(DAY + MINUTE);
  await deleteExpiredSignIns(desk);
  assert.deepEqual(await counts(), [0, 0]);
});
