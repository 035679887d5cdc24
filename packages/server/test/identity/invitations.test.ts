// Invitations and resets: each link once, for one person, and nothing without the second person.

import assert from 'node:assert/strict';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { removeMember } from '@rf-indicators/core/accounts/members';
import { writeToken } from '@rf-indicators/core/accounts/staff';
import { retireStaff } from '@rf-indicators/core/accounts/staff-changes';
import { claimInvitation, inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import {
  claimSignIn,
  claimWithHash,
  confirmMemberClaim,
  confirmSignIn,
  requestReset,
  resetPassword,
} from '@rf-indicators/core/identity/claims';
import {
  inviteFirstAdmin,
  inviteMember,
  inviteMemberAgain,
  inviteStaffToSignIn,
  showLink,
} from '@rf-indicators/core/identity/invitations';
import { type Mail, signInLinks } from '@rf-indicators/core/identity/mails';
import { CHEAP_COST } from '../../../../test/support/cheap-passwords.ts';
import { person } from '../../../../test/support/desk-fixture.ts';
import { actServices } from '../../../../test/support/next-framework.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { actions, atOnce } from '../../../../test/support/workspace-fixture.ts';
import { assertOk, Browser, DAY, HOUR, PASSWORD, people, signUpMember } from './people.ts';

onEitherStore('a claim activates nothing until the Contract Admin confirms it', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada } = given;
  const { code } = await inviteMember(desk, ada, {
    name: 'Dev',
    role: 'developer',
    email: 'Dev@Example.com',
  });
  const browser = new Browser(given);
  const shown = assertOk(await browser.post('/invitations/show', { code }));
  const { expires_at: _, ...invitation } = shown.body;
  assert.deepEqual(invitation, {
    ...{ name: 'Dev', email: 'dev@example.com', workspace: 'Acorn', confirmed_by: ['Ada'] },
    ...{ is_recovery: false, needs_password: true, is_confirmed_at_once: false },
  });
  assert.equal(
    (await browser.post('/invitations/claim', { code, password: 'password1234' })).code,
    'validation_failed',
  );
  const { body } = assertOk(await browser.post('/invitations/claim', { code, password: PASSWORD }));
  assert.deepEqual([body.active, body.email], [false, 'dev@example.com']);
  assert.equal((await browser.signIn('dev@example.com')).code, 'sign_in_failed');
  for (const operation of ['claim', 'show'])
    assert.equal((await browser.post(`/invitations/${operation}`, { code })).code, 'conflict');
  await assert.rejects(
    confirmMemberClaim(desk, ada, { person: 'Dev', check: '0000-0000' }),
    /not the check number/,
  );
  await confirmMemberClaim(desk, ada, { person: 'Dev', check: body.check });
  assertOk(await browser.signIn('dev@example.com'));
  const session = assertOk(await browser.get('/session'));
  assert.deepEqual(session.body.people[0].roles, ['developer']);
  assert.deepEqual((await actions(given)).slice(-3), [
    'sign_in.invited',
    'sign_in.claimed',
    'sign_in.confirmed',
  ]);
});

/** A code for each purpose, and what its holder does with it. */
async function codes(given: Awaited<ReturnType<typeof people>>) {
  const { desk, operator, ada, masterKey } = given;
  await signUpMember(given);
  const dev = { name: 'Dev', role: 'viewer', email: 'dev@example.com' } as const;
  const birch = { name: 'Birch', tier: 'FREE' } as const;
  const claimLink = (code: string) => claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
  return {
    staff: {
      code: (await inviteStaff(desk, operator, { name: 'Bo', roles: ['analyst'] })).code,
      use: (code: string) => claimInvitation(desk, code),
    },
    invitation: { code: (await inviteMember(desk, ada, dev)).code, use: claimLink },
    reset: {
      code: (await requestReset(desk, 'ada@example.com'))!.code!,
      use: (code: string) => resetPassword(desk, { code, password: PASSWORD }, CHEAP_COST),
    },
    workspace: {
      code: (await createWorkspace(desk, operator, masterKey, birch)).claim.code,
      use: (code: string) => claimWorkspace(desk, masterKey, { code, name: 'Bea' }),
    },
  };
}

onEachStore('of people who use one code at once, one succeeds, whatever it is for', async (kind, t) => {
  const given = await people(kind, t);
  for (const [purpose, { code, use }] of Object.entries(await codes(given))) {
    const { won, lost } = await atOnce<unknown>(use(code), use(code), use(code));
    assert.deepEqual([won.length, lost.length], [1, 2], purpose);
    for (const refusal of lost) assert.equal((refusal as Refusal).code, 'conflict', purpose);
    // Nobody else can have the check number of the claim that won.
    if (purpose === 'invitation') {
      const { check } = won[0] as Awaited<ReturnType<typeof claimSignIn>>;
      await confirmMemberClaim(given.desk, given.ada, { person: 'Dev', check: check! });
    }
  }
});

onEitherStore('a code opens only what it was issued for', async (kind, t) => {
  const given = await people(kind, t);
  const all = Object.entries(await codes(given));
  const before = await actions(given);
  const prefix = (code: string) => /^rf_[a-z]+_/.exec(code)![0];
  for (const [purpose, { use, code: own }] of all)
    for (const [other, { code }] of all.filter(([name]) => name !== purpose))
      for (const tried of [code, code.replace(prefix(code), prefix(own))])
        await assert.rejects(use(tried), { code: 'invalid_token' }, `${other} used for ${purpose}`);
  const { code: reset } = Object.fromEntries(all).reset!;
  const browser = new Browser(given);
  for (const operation of ['show', 'claim'])
    assert.equal((await browser.post(`/invitations/${operation}`, { code: reset })).code, 'invalid_token');
  // The demo claims with a hash, without what is checked before.
  await assert.rejects(claimWithHash(given.desk, reset, null), { code: 'invalid_token' });
  assert.deepEqual(await actions(given), before);
  for (const [, { code, use }] of all) await use(code);
});

onEitherStore('the codes of a person who left the staff open nothing', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator, reviewer } = given;
  const olaf = await person(desk, 'olaf', 'chief_risk_officer');
  const email = 'bo@example.com';
  const { code: token } = await inviteStaff(desk, operator, { name: 'Bo', roles: ['analyst'] });
  const { code: link } = await inviteStaffToSignIn(desk, operator, { person: 'Bo', email });
  const { id } = await inviteStaffToSignIn(desk, operator, { person: 'olaf', email: 'olaf@example.com' });
  const { code: claimed } = await showLink(desk, operator, id);
  const { check } = await claimSignIn(desk, { code: claimed, password: PASSWORD }, CHEAP_COST);
  // An operator who can act must be left.
  await desk.store.transaction((writes) => writeToken(desk, writes, operator.id, { confirmed: true }));
  const leave = (name: string) =>
    desk.store.transaction((writes) =>
      retireStaff(desk, writes, { requester: operator, approver: reviewer }, name),
    );
  await leave('Bo');
  await leave(olaf.name);
  const invalid = { code: 'invalid_token' };
  await assert.rejects(claimInvitation(desk, token), invalid);
  await assert.rejects(claimSignIn(desk, { code: link, password: PASSWORD }, CHEAP_COST), invalid);
  const confirmation = { invitation: id, check: check! };
  await assert.rejects(confirmSignIn(desk, reviewer, confirmation), { code: 'not_found' });
  // Links of people who left before these ended with them.
  await desk.store.transaction((writes) =>
    writes.updateTable('sign_in_invitations').set({ ended_at: null }).execute(),
  );
  await assert.rejects(claimSignIn(desk, { code: link, password: PASSWORD }, CHEAP_COST), invalid);
  await assert.rejects(confirmSignIn(desk, reviewer, confirmation), invalid);
  assert.equal((await new Browser(given).post('/invitations/show', { code: link })).code, 'invalid_token');
});

onEitherStore(
  'links end: after a newer one, after 14 days, and after five wrong check numbers',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk, ada } = given;
    const email = 'dev@example.com';
    const first = await inviteMember(desk, ada, { name: 'Dev', role: 'developer', email });
    const second = await inviteMemberAgain(desk, ada, { person: 'Dev', email });
    await assert.rejects(claimSignIn(desk, { code: first.code, password: null }), { code: 'invalid_token' });
    given.ahead(14 * DAY);
    await assert.rejects(claimSignIn(desk, { code: second.code, password: null }), /expired/);
    const third = await inviteMemberAgain(desk, ada, { person: 'Dev', email });
    const { check } = await claimSignIn(desk, { code: third.code, password: null });
    for (let tries = 0; tries < 5; tries += 1)
      await assert.rejects(confirmMemberClaim(desk, ada, { person: 'Dev', check: '12' }), {
        name: 'Refusal',
      });
    await assert.rejects(confirmMemberClaim(desk, ada, { person: 'Dev', check: check! }), {
      code: 'not_found',
    });
    for (const code of ['', 'rf_signin_', `${third.code}x`, 'rf_invite_0000'])
      await assert.rejects(claimSignIn(desk, { code, password: null }), { code: 'invalid_token' });
  },
);

onEitherStore('whoever invited a colleague or saw the link cannot confirm the claim', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator, reviewer } = given;
  const otto = await person(desk, 'otto', 'operator');
  const { id } = await inviteStaffToSignIn(desk, operator, { person: 'rita', email: 'rita@example.com' });
  const { code } = await showLink(desk, otto, id);
  const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
  const claim = { invitation: id, check: check! };
  for (const who of [operator, otto])
    await assert.rejects(confirmSignIn(desk, who, claim), /somebody else must confirm/);
  await assert.rejects(confirmSignIn(desk, reviewer, claim), /your own claim/);
  const third = await person(desk, 'olaf', 'chief_risk_officer');
  await confirmSignIn(desk, third, claim);
  // The same address for a second member of staff would let one person be two.
  const again = await inviteStaffToSignIn(desk, otto, { person: 'olga', email: 'rita@example.com' });
  const second = await claimSignIn(desk, { code: again.code, password: null });
  await assert.rejects(
    confirmSignIn(desk, third, { invitation: again.id, check: second.check! }),
    /belongs to rita/,
  );
});

onEitherStore(
  'the first Contract Admin is invited by an operator and confirmed by another',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk, operator, reviewer, masterKey, ada } = given;
    const { claim } = await createWorkspace(desk, operator, masterKey, {
      name: 'Birch',
      tier: 'PROFESSIONAL',
    });
    const wanted = { workspace: 'Birch', name: 'Bea', email: 'bea@example.com' };
    const { id, code } = await inviteFirstAdmin(desk, operator, wanted);
    const shown = assertOk(await new Browser(given).post('/invitations/show', { code }));
    assert.deepEqual([shown.body.workspace, shown.body.confirmed_by], ['Birch', []]);
    const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
    await assert.rejects(confirmMemberClaim(desk, ada, { person: 'Bea', check: check! }), {
      code: 'not_found',
    });
    await confirmSignIn(desk, reviewer, { invitation: id, check: check! });
    assertOk(await new Browser(given).signIn('bea@example.com'));
    await assert.rejects(inviteFirstAdmin(desk, operator, wanted), /already been claimed/);
    assert.ok(claim.code);
  },
);

onEitherStore('a Contract Admin cannot take over a colleague who signs in already', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada } = given;
  await inviteMember(desk, ada, { name: 'Dev', role: 'contract_admin', email: 'dev@example.com' });
  await signUpMember(given, 'Dev', 'dev@example.com');
  const again = { person: 'Dev', email: 'ada@example.com' };
  await assert.rejects(inviteMemberAgain(desk, ada, again), /Ask the operator/);
});

onEitherStore(
  'a sole Contract Admin who lost everything comes back through two people, on record',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk, operator, reviewer, ada, masterKey } = given;
    await signUpMember(given);
    const browser = new Browser(given);
    assertOk(await browser.signIn('ada@example.com'));
    const mails: Mail[] = [];
    const services = {
      ...actServices({ desk, masterKey } as never),
      signInLinks: () =>
        signInLinks('http://localhost:8080', 'RF Risk Indicators', async (mail) => void mails.push(mail)),
    };
    const staff = (actor: typeof operator): Caller => ({ kind: 'staff', actor });
    const input = { workspace: ada.workspace.name, person: 'Ada', email: 'ada.new@example.com' };
    const { done, request } = await performAct(services, staff(operator), 'sign_ins.recover', input);
    assert.equal(done, false);
    await assert.rejects(
      performAct(services, staff(operator), 'requests.approve', { request: request! }),
      /two people/,
    );
    await performAct(services, staff(reviewer), 'requests.approve', { request: request! });
    assert.equal(mails.length, 1);
    assert.equal(mails[0]!.to, 'ada.new@example.com');
    const code = /#(rf_signin_\w+)/.exec(mails[0]!.text)![1]!;
    const { data } = await performAct(services, staff(reviewer), 'sign_ins.list', {});
    const { check } = await claimSignIn(desk, { code, password: 'seven quiet lanterns' }, CHEAP_COST);
    // Until the confirmation she keeps what she had.
    assertOk(await browser.get('/session'));
    await performAct(services, staff(reviewer), 'sign_ins.confirm', {
      invitation: data[0]!.id,
      check: check!,
    });
    assert.equal((await browser.get('/session')).code, 'not_signed_in');
    assert.equal((await browser.signIn('ada@example.com')).code, 'sign_in_failed');
    assertOk(await browser.signIn('ada.new@example.com', 'seven quiet lanterns'));
    assert.ok((await actions(given)).includes('sign_in.recovery_begun'));
  },
);

onEitherStore(
  'a reset works once, within an hour, ends all sessions, and tells nobody who exists',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk } = given;
    await signUpMember(given);
    const browser = new Browser(given);
    assertOk(await browser.signIn('ada@example.com'));
    assert.equal(await requestReset(desk, 'eve@example.com'), null);
    const reset = await requestReset(desk, ' Ada@Example.com');
    assert.equal(await requestReset(desk, 'ada@example.com'), null);
    await assert.rejects(claimSignIn(desk, { code: reset!.code!, password: null }), {
      code: 'invalid_token',
    });
    const fresh = { code: reset!.code!, password: 'seven quiet lanterns' };
    assertOk(await browser.post('/password/reset', fresh));
    assert.equal((await browser.post('/password/reset', fresh)).code, 'conflict');
    assert.equal((await browser.get('/session')).code, 'not_signed_in');
    assert.equal((await browser.signIn('ada@example.com')).code, 'sign_in_failed');
    assertOk(await browser.signIn('ada@example.com', 'seven quiet lanterns'));
    given.ahead(6 * 60_000);
    const late = await requestReset(desk, 'ada@example.com');
    given.ahead(HOUR);
    await assert.rejects(resetPassword(desk, { code: late!.code!, password: PASSWORD }), /expired/);
    // Without a mail server nothing is sent, whoever asks.
    const [known, unknown] = [
      await browser.post('/password/forgot', { email: 'ada@example.com' }),
      await browser.post('/password/forgot', { email: 'eve@example.com' }),
    ];
    assert.deepEqual(known.body, unknown.body);
  },
);

onEitherStore('the list of members says how each signs in and what waits for them', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada, masterKey } = given;
  await signUpMember(given);
  assertOk(await new Browser(given).signIn('ada@example.com'));
  const invited = { name: 'Dev', role: 'developer', email: 'dev@example.com' } as const;
  const { code } = await inviteMember(desk, ada, invited);
  const services = actServices({ desk, masterKey } as never);
  const caller: Caller = { kind: 'member', member: ada, from: 'a test' };
  const listed = async () => (await performAct(services, caller, 'members.list', {})).data;
  const [first, second] = await listed();
  assert.deepEqual([first!.email, first!.sessions, first!.invitation], ['ada@example.com', 1, null]);
  assert.deepEqual([second!.email, second!.sessions], [null, 0]);
  assert.deepEqual(
    [second!.invitation!.email, second!.invitation!.claimed_at, second!.invitation!.is_confirmed_here],
    ['dev@example.com', null, true],
  );
  const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
  assert.notEqual((await listed())[1]!.invitation!.claimed_at, null);
  await confirmMemberClaim(desk, ada, { person: 'Dev', check: check! });
  assert.deepEqual([(await listed())[1]!.email, (await listed())[1]!.invitation], ['dev@example.com', null]);
});

onEitherStore('the link of a member who was removed opens nothing', async (kind, t) => {
  const { desk, ada } = await people(kind, t);
  const invited = { name: 'Dev', role: 'developer', email: 'dev@example.com' } as const;
  const { code } = await inviteMember(desk, ada, invited);
  await removeMember(desk, ada, 'Dev');
  await assert.rejects(claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST), {
    code: 'invalid_token',
  });
});
