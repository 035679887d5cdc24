// Somebody who can write to the database forges a row, has an act performed, and puts the genuine row back, which then equals
// its record. What the act came to must be the same as without the forged row, or a refusal.

import assert from 'node:assert/strict';
import { issueClaimCode } from '@rf-indicators/core/accounts/claim';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { enablePilot } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import { isSpecimen } from '@rf-indicators/core/desk/providers/specimens';
import {
  claimSignIn,
  confirmMemberClaim,
  confirmSignIn,
  requestReset,
  resetPassword,
} from '@rf-indicators/core/identity/claims';
import {
  beginRecovery,
  inviteMember,
  inviteMemberAgain,
  inviteStaffToSignIn,
  listInvitations,
} from '@rf-indicators/core/identity/invitations';
import { accountAt, beginLink } from '@rf-indicators/core/identity/provider-links';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import { CHEAP_COST } from '../../../../test/support/cheap-passwords.ts';
import { person } from '../../../../test/support/desk-fixture.ts';
import { Forger } from '../../../../test/support/forger.ts';
import { importSigned, nextFramework, requestActivation } from '../../../../test/support/next-framework.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { accept, claimed, ready } from '../../../../test/support/workspace-fixture.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import {
  addPasskey,
  assertOk,
  Browser,
  DAY,
  HOUR,
  PASSWORD,
  type People,
  people,
  signUpMember,
  signUpStaff,
} from './people.ts';

/** `was`: null for a row that is added. `is`: null for a row that is hidden. */
interface Forged {
  table: Table;
  was: Row | null;
  is: Row | null;
}

/** Performs the act while the rows are forged. Returns the refusal, if there was one. */
async function behind(
  forger: Forger,
  forged: readonly Forged[],
  act: () => Promise<unknown>,
): Promise<Error | null> {
  for (const { table, was, is } of forged) await put(forger, table, was, is);
  const refusal = await act().then(
    () => null,
    (error: Error) => error,
  );
  // The act may have written the row too.
  for (const { table, was, is } of forged.toReversed()) {
    await forger.remove(table, (is ?? was)!);
    if (was !== null) await forger.insert(table, was);
  }
  return refusal;
}

async function put(forger: Forger, table: Table, was: Row | null, is: Row | null): Promise<void> {
  if (was !== null) await forger.remove(table, was);
  if (is !== null) await forger.insert(table, is);
}

async function rowOf(forger: Forger, table: Table, column: string, value: unknown): Promise<Row> {
  return (await forger.rowsOf(table)).find((row) => row[column] === value)!;
}

/** An operator invites a colleague to sign in, who claims it with a password of their own. */
async function invited(
  { desk, operator }: People,
  { name }: Actor,
  password: string,
  email = `${name}@example.com`,
) {
  const wanted = { person: name, email };
  const { id: invitation, code } = await inviteStaffToSignIn(desk, operator, wanted);
  const { check } = await claimSignIn(desk, { code, password }, CHEAP_COST);
  return { invitation, check: check! };
}

/** Rita, and Eve, who forges. Otto confirms whatever a colleague shows him. */
async function withEve(given: People) {
  const { desk } = given;
  await signUpStaff(given);
  const eve = await person(desk, 'eve', 'reviewer');
  const otto = await person(desk, 'otis', 'operator');
  await confirmSignIn(desk, otto, await invited(given, eve, PASSWORD));
  const forger = await Forger.at(desk.store);
  const rita = await rowOf(forger, 'user_staff', 'staff_id', given.reviewer.id);
  const own = await rowOf(forger, 'user_staff', 'staff_id', eve.id);
  // Eve's record names the user of Rita.
  const asRita: Forged[] = [
    { table: 'user_staff', was: rita, is: null },
    { table: 'user_staff', was: own, is: { ...own, user_id: rita.user_id } },
  ];
  return { eve, otto, forger, rita, own, asRita };
}

onEachStore('keys follow from terms, tiers and the pilot that are on record', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada, masterKey, operator } = given;
  const all = { desk, masterKey, operator } as never;
  const birch = (await claimed(all, { name: 'Birch', tier: 'PROFESSIONAL' })).member;
  await accept(given, birch, 'api');
  await accept(given, birch, 'agent');
  const cedar = await ready(all, { name: 'Cedar' });
  await enablePilot(desk, operator, cedar.workspace.id);
  const forger = await Forger.at(desk.store);
  const acceptance = (workspace_id: string, kind: 'api' | 'agent'): Forged => {
    const { version, digest } = currentTerms(kind);
    const row = { workspace_id, kind, version, digest, accepted_by: ada.id, accepted_at: 1 };
    return {
      table: 'terms_acceptances',
      was: null,
      is: { ...row, id: `forged ${kind}`, accepted_from: 'nowhere', typed_name: null },
    };
  };
  const workspace = await rowOf(forger, 'workspaces', 'id', birch.workspace.id);
  const changed = (changes: Row): Forged => ({
    table: 'workspaces',
    was: workspace,
    is: { ...workspace, ...changes },
  });
  const wanted = { name: 'A key' } as const;
  const cases: [Forged[], () => Promise<unknown>][] = [
    [[acceptance(ada.workspace.id, 'api')], () => createKey(desk, ada, { ...wanted, tier: 'PROFESSIONAL' })],
    [[changed({ tier: 'ENTERPRISE' })], () => createKey(desk, birch, { ...wanted, tier: 'ENTERPRISE' })],
    [
      [changed({ pilot_enabled_at: 1 })],
      () => createKey(desk, birch, { ...wanted, tier: 'PROFESSIONAL', agent_scope: true }),
    ],
    [
      [acceptance(cedar.workspace.id, 'agent')],
      () => createKey(desk, cedar, { ...wanted, tier: 'ENTERPRISE', agent_scope: true }),
    ],
  ];
  for (const [forged, act] of cases)
    assert.notEqual(await behind(forger, forged, act), null, forged[0]!.table);
  assert.deepEqual(await forger.rowsOf('api_keys'), []);
});

onEachStore('a workspace is claimed once, even if its claim was hidden', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator, ada } = given;
  given.ahead(20 * DAY);
  const forger = await Forger.at(desk.store);
  const claim = await rowOf(forger, 'claims', 'workspace_id', ada.workspace.id);
  for (const is of [null, { ...claim, claimed_at: null, claimed_by: null }]) {
    const again = () => issueClaimCode(desk, operator, ada.workspace.id);
    assert.notEqual(await behind(forger, [{ table: 'claims', was: claim, is }], again), null);
  }
  assert.equal((await forger.rowsOf('claims')).length, 1);
  await assert.rejects(issueClaimCode(desk, operator, ada.workspace.id), /already been claimed/);
});

onEachStore('a password is not enough where there is a passkey, even a hidden one', async (kind, t) => {
  const given = await people(kind, t);
  await signUpStaff(given);
  const rita = new Browser(given);
  assertOk(await rita.signIn('rita@example.com'));
  await addPasskey(rita);
  const forger = await Forger.at(given.desk.store);
  const [passkey] = await forger.rowsOf('user_passkeys');
  const user = await rowOf(forger, 'users', 'email', 'rita@example.com');
  const cases: Forged[] = [
    { table: 'user_passkeys', was: passkey!, is: null },
    { table: 'user_passkeys', was: passkey!, is: { ...passkey!, user_id: 'somebody else' } },
    { table: 'users', was: user, is: { ...user, two_factor_enabled: 1 } },
  ];
  for (const forged of cases) {
    const attacker = new Browser(given, '192.0.2.66');
    await behind(forger, [forged], () => attacker.signIn('rita@example.com'));
    assert.equal((await attacker.get('/session')).code, 'not_signed_in', JSON.stringify(forged.is));
  }
});

onEachStore('what is confirmed for one person does not let them in as another', async (kind, t) => {
  const given = await people(kind, t);
  const { desk } = given;
  const { eve, otto, forger, rita, own, asRita } = await withEve(given);

  // An account at the provider.
  const userId = own.user_id as string;
  const account = { userId, accountId: accountAt('https://issuer.example', 'eve'), signedInAs: userId };
  const link = await beginLink(desk, account);
  assert.equal(link.state, 'waits');
  const { id: invitation } = (await listInvitations(desk))[0]!;
  const check = link.state === 'waits' ? link.check : '';
  await behind(forger, asRita, () => confirmSignIn(desk, otto, { invitation, check }));
  const linked = await rowOf(forger, 'user_credentials', 'provider_id', 'oidc');
  assert.notEqual(linked?.user_id, rita.user_id);

  // A recovery, for which Eve has lost everything.
  const claim = await invited(given, eve, 'a password of the forger', 'new@example.com');
  await behind(forger, asRita, () => confirmSignIn(desk, otto, claim));
  const browser = new Browser(given);
  assertOk(await browser.signIn('rita@example.com'));
  assert.equal(assertOk(await browser.get('/session')).body.acting_as, `staff/${given.reviewer.id}`);
});

onEachStore('an account that has no other way is one without a hidden password', async (kind, t) => {
  const given = await people(kind, t);
  await signUpStaff(given);
  const forger = await Forger.at(given.desk.store);
  const user = await rowOf(forger, 'users', 'email', 'rita@example.com');
  const password = await rowOf(forger, 'user_credentials', 'user_id', user.id);
  const account = { userId: user.id as string, accountId: 'x y', signedInAs: null };
  for (const is of [null, { ...password, user_id: 'somebody else' }])
    await behind(forger, [{ table: 'user_credentials', was: password, is }], () =>
      beginLink(given.desk, account),
    );
  assert.deepEqual(await listInvitations(given.desk), []);
});

onEachStore('a mail is not enough for a colleague who is a member too', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada, reviewer } = given;
  await signUpStaff(given);
  const email = 'rita@example.com';
  await inviteMember(desk, ada, { name: 'Rita', role: 'developer', email });
  await signUpMember(given, 'Rita', email);
  const forger = await Forger.at(desk.store);
  const cases: Forged[] = [
    { table: 'user_staff', was: await rowOf(forger, 'user_staff', 'staff_id', reviewer.id), is: null },
    { table: 'staff', was: await rowOf(forger, 'staff', 'id', reviewer.id), is: null },
  ];
  for (const forged of cases) {
    given.ahead(HOUR);
    await behind(forger, [forged], async () => {
      const reset = await requestReset(desk, email);
      await resetPassword(desk, { code: reset!.code!, password: 'seven quiet lanterns' }, CHEAP_COST);
    });
    assertOk(await new Browser(given).signIn(email, PASSWORD));
  }
});

onEachStore('a Contract Admin lets nobody in who is also somebody else', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada, operator, reviewer } = given;
  await signUpStaff(given);
  const email = 'rita@example.com';
  await inviteMember(desk, ada, { name: 'Rita', role: 'developer', email });
  await signUpMember(given, 'Rita', email);
  const forger = await Forger.at(desk.store);
  const staffLink = await rowOf(forger, 'user_staff', 'staff_id', reviewer.id);
  const again = () => inviteMemberAgain(desk, ada, { person: 'Rita', email });
  for (const is of [null, { ...staffLink, user_id: 'somebody else' }])
    assert.notEqual(await behind(forger, [{ table: 'user_staff', was: staffLink, is }], again), null);
  assert.deepEqual(await listInvitations(desk), []);

  // Nor confirms what an operator began, as if a member had.
  await inviteMember(desk, ada, { name: 'Bea', role: 'contract_admin', email: 'bea@example.com' });
  await signUpMember(given, 'Bea', 'bea@example.com');
  const { code, id } = await desk.store.transaction((writes) =>
    beginRecovery(
      desk,
      writes,
      { requester: operator, approver: reviewer },
      { workspace: ada.workspace.id, person: 'Bea', email: 'thief@example.com' },
    ),
  );
  const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
  const member = await rowOf(forger, 'members', 'name', 'Ada');
  const inviter: Forged = { table: 'members', was: null, is: { ...member, id: operator.id, name: 'Olga' } };
  const confirm = () => confirmMemberClaim(desk, ada, { person: 'Bea', check: check! });
  assert.notEqual(await behind(forger, [inviter], confirm), null);
  assert.equal((await rowOf(forger, 'sign_in_invitations', 'id', id)).confirmed_at, null);
});

onEachStore('a framework is announced as long before as the rule on record says', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { store, desk } = world;
  const digest = await importSigned(world, nextFramework('2.0', '2026-04-05'));
  const forger = await Forger.at(store);
  const [activation] = await forger.rowsOf('methodology_activations');
  const rule = { name: 'activation_notice_days', value: '0', set_at: desk.clock(), request_id: 'forged' };
  const cases: Forged[] = [
    { table: 'methodology_activations', was: activation!, is: null },
    { table: 'desk_rules', was: null, is: rule },
  ];
  for (const forged of cases)
    assert.notEqual(
      await behind(forger, [forged], () => requestActivation(world, digest)),
      null,
      forged.table,
    );
  const asked = (await forger.rowsOf('requests')).map(({ kind }) => kind);
  assert.ok(!asked.includes('frameworks.activate'), 'nothing was requested');

  // Nor does a row make a provider a specimen.
  const [provider] = await forger.rowsOf('providers');
  const provider_id = provider!.id as string;
  const row = { seq: 1, provider_id, state: 'named', since: 1, request_id: 'forged' };
  let named: boolean | null = null;
  await behind(forger, [{ table: 'specimens', was: null, is: row }], async () => {
    named = await isSpecimen(store.db, provider_id);
  });
  assert.notEqual(named, true);
});
