// Somebody who can write to the database hides a row while an act ends what it grants, and puts it back afterwards. Either
// the act is refused, and works once the row is back, or the row grants nothing any more.

import assert from 'node:assert/strict';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import {
  addMember,
  authenticateMember,
  removeMember,
  revokeMemberToken,
} from '@rf-indicators/core/accounts/members';
import { authenticate, writeToken } from '@rf-indicators/core/accounts/staff';
import { retireStaff, rotateOwnToken, setRoles } from '@rf-indicators/core/accounts/staff-changes';
import { claimInvitation, confirmClaim, inviteAgain } from '@rf-indicators/core/accounts/staff-invitations';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { rolesOf } from '@rf-indicators/core/context/actor';
import { claimSignIn } from '@rf-indicators/core/identity/claims';
import { inviteMemberAgain } from '@rf-indicators/core/identity/invitations';
import { callerOfSession, endAllSessions, endSession } from '@rf-indicators/core/identity/sessions';
import { provedRows } from '@rf-indicators/core/store/records/proved';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import type { Writes } from '@rf-indicators/core/store/store';
import { CHEAP_COST } from '../../../../test/support/cheap-passwords.ts';
import { person } from '../../../../test/support/desk-fixture.ts';
import { Forger } from '../../../../test/support/forger.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import {
  addPasskey,
  assertOk,
  Browser,
  PASSWORD,
  type People,
  people,
  signUpMember,
  signUpStaff,
  withPasskey,
} from './people.ts';

interface Attack {
  /** What is hidden: by default, the whole row. */
  table: Table;
  rows: readonly Row[];
  /** Instead of removing the rows, somebody gives them other values for a while. */
  disguise?: Row;
  /** What ends the grant. */
  act: () => Promise<unknown>;
  isGranted: () => Promise<boolean>;
}

/** Returns why the act was refused; null if it was not. */
async function hidden(forger: Forger, { table, rows, disguise, act }: Attack): Promise<Error | null> {
  for (const row of rows)
    await (disguise === undefined ? forger.remove(table, row) : forger.change(table, row, disguise));
  const refused = await act().then(
    () => null,
    (error: Error) => error,
  );
  const there = new Set((await forger.rowsOf(table)).map((row) => rowKey(table, row)));
  for (const row of rows)
    await (there.has(rowKey(table, row)) ? forger.change(table, row, row) : forger.insert(table, row));
  return refused;
}

async function assertEnds(forger: Forger, attack: Attack): Promise<Error | null> {
  assert.ok(attack.rows.length > 0, `${attack.table} has rows to hide`);
  assert.equal(await attack.isGranted(), true, `${attack.table} grants something before the act`);
  const refused = await hidden(forger, attack);
  if (refused !== null) {
    assert.equal(await attack.isGranted(), true, `nothing was done: ${refused.message}`);
    await attack.act();
  }
  assert.equal(await attack.isGranted(), false, `${attack.table} grants nothing after the act`);
  return refused;
}

const works = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

async function rowsOf(forger: Forger, table: Table, wanted: Row): Promise<Row[]> {
  const rows = await forger.rowsOf(table);
  return rows.filter((row) => Object.entries(wanted).every(([column, value]) => row[column] === value));
}

/** For rows whose use takes more than one request. */
function isProved({ desk: { store } }: People, table: Table, row: Row): Promise<boolean> {
  const read = async () => {
    const rows = (await store.db.selectFrom(table).selectAll().execute()) as Row[];
    return rows.filter((found) => rowKey(table, found) === rowKey(table, row));
  };
  return provedRows(store.db, table, read).then((proved) => proved.length === 1);
}

const MISSING = /is missing or was changed. Nothing was recorded. Run rf verify --all/;

onEachStore('a role that is hidden while roles are set does not survive', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator, reviewer } = given;
  const two = { requester: operator, approver: await person(desk, 'otto', 'operator') };
  const forger = await Forger.at(desk.store);
  const refused = await assertEnds(forger, {
    table: 'staff_roles',
    rows: await rowsOf(forger, 'staff_roles', { staff_id: reviewer.id }),
    act: () => desk.store.transaction((writes) => setRoles(desk, writes, two, reviewer.id, ['analyst'])),
    isGranted: async () => (await rolesOf(desk.store.db, reviewer.id)).includes('reviewer'),
  });
  assert.match(refused!.message, MISSING);
  assert.match(refused!.message, /staff_roles rita reviewer/);
});

onEachStore('tokens of staff that are hidden while they are revoked do not survive', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator, reviewer } = given;
  const { store } = desk;
  const otto = await person(desk, 'otto', 'operator');
  const forger = await Forger.at(store);
  const newToken = () =>
    store.transaction((writes) => writeToken(desk, writes, reviewer.id, { confirmed: true }));
  const rowOf = (prefix: string) => rowsOf(forger, 'staff_tokens', { prefix });
  const isGranted = (token: string) => () => works(authenticate(desk, token));

  const own = await newToken();
  await assertEnds(forger, {
    table: 'staff_tokens',
    rows: await rowOf(own.prefix),
    act: () => rotateOwnToken(desk, reviewer, own.prefix),
    isGranted: isGranted(own.token),
  });

  // A token that was stolen, when its holder is invited again.
  for (const disguise of [undefined, { staff_id: operator.id }, { revoked_at: 5 }]) {
    const stolen = await newToken();
    const { code } = await inviteAgain(desk, operator, reviewer.id);
    const { check } = await claimInvitation(desk, code);
    await assertEnds(forger, {
      ...{ table: 'staff_tokens', rows: await rowOf(stolen.prefix), ...(disguise && { disguise }) },
      act: () => confirmClaim(desk, otto, reviewer.id, check),
      isGranted: isGranted(stolen.token),
    });
  }

  const invited = await inviteAgain(desk, operator, reviewer.id);
  const [invitation] = (await rowsOf(forger, 'staff_invitations', { claimed_at: null })).slice(-1);
  await assertEnds(forger, {
    ...{ table: 'staff_invitations', rows: [invitation!] },
    act: () => inviteAgain(desk, operator, reviewer.id),
    isGranted: async () => (await isProved(given, 'staff_invitations', invitation!)) && invited.code !== '',
  });

  const kept = await newToken();
  const retire = (writes: Writes) =>
    retireStaff(desk, writes, { requester: operator, approver: otto }, reviewer.id);
  await assertEnds(forger, {
    table: 'staff_tokens',
    rows: await rowOf(kept.prefix),
    act: () => store.transaction(retire),
    isGranted: () =>
      rowOf(kept.prefix).then(
        async ([row]) => row!.revoked_at === null && isProved(given, 'staff_tokens', row!),
      ),
  });
});

onEachStore('a session that is hidden while sessions end does not survive', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator, reviewer } = given;
  const { store } = desk;
  const otto = await person(desk, 'osman', 'operator');
  await signUpStaff(given);
  await signUpMember(given);
  const forger = await Forger.at(store);
  const [user] = await rowsOf(forger, 'users', { email: 'rita@example.com' });
  const userId = user!.id as string;
  const signIn = async (password = PASSWORD) => {
    const browser = new Browser(given);
    assertOk(await browser.signIn('rita@example.com', password));
    return browser;
  };
  const caller = (browser: Browser) =>
    callerOfSession(desk, given.identity.sessions, browser.cookie, 'a test');
  const attack = async (
    act: (stolen: Browser, id: string) => Promise<unknown>,
    disguise?: Row,
    password?: string,
  ) => {
    const stolen = await signIn(password);
    const { sessionId } = (await caller(stolen))!;
    const cookie = new Browser(given);
    for (const [name, value] of stolen.cookies) cookie.cookies.set(name, value);
    const refused = await assertEnds(forger, {
      ...{ table: 'user_sessions', rows: await rowsOf(forger, 'user_sessions', { id: sessionId }) },
      ...(disguise && { disguise }),
      act: () => act(stolen, sessionId),
      isGranted: async () => (await caller(cookie)) !== null,
    });
    // Who signs out everywhere must not be stopped by somebody who hides a session.
    assert.equal(refused, null);
  };
  const other = new Browser(given);
  assertOk(await other.signIn('ada@example.com'));
  const [others] = await rowsOf(forger, 'users', { email: 'ada@example.com' });

  await attack(() => endAllSessions(store, userId));
  await attack(() => endAllSessions(store, userId), { user_id: others!.id });
  await attack((_, id) =>
    endSession(desk, { user: { ...user!, id: userId }, sessionId: id } as never, id).catch(() => undefined),
  );
  const retire = (writes: Writes) =>
    retireStaff(desk, writes, { requester: operator, approver: otto }, reviewer.id);
  await attack(() => store.transaction(retire)).catch(() => undefined);
  assert.notEqual(await caller(other), null, 'the session of somebody else goes on');
});

onEachStore('a session whose entry is altered while it ends does not survive', async (kind, t) => {
  const given = await people(kind, t);
  const { desk } = given;
  const { store } = desk;
  await signUpStaff(given);
  const forger = await Forger.at(store);
  const browser = new Browser(given);
  const caller = () => callerOfSession(desk, given.identity.sessions, browser.cookie, 'a test');
  for (const alter of [{ salt: null }, { row_count: 0 }, null]) {
    assertOk(await browser.signIn('rita@example.com'));
    assert.notEqual(await caller(), null);
    const [session] = await forger.rowsOf('user_sessions');
    const own = (await forger.entries()).findLast(({ table_name }) => table_name === 'user_sessions')!;
    const entries = () => store.db.updateTable('record_chain').where('seq', '=', own.seq);
    if (alter !== null) await entries().set(alter).execute();
    else await store.db.deleteFrom('record_chain').where('seq', '=', own.seq).execute();
    const isDone = await works(endAllSessions(store, session!.user_id as string));
    const later = store.db.updateTable('record_chain').set({ salt: null }).where('seq', '>', own.seq);
    await later.where('row_key', '=', own.row_key).execute();
    if (alter !== null) await entries().set({ salt: own.salt, row_count: own.row_count }).execute();
    else await store.db.insertInto('record_chain').values(own).execute();
    const there = await rowsOf(forger, 'user_sessions', { id: session!.id });
    if (there.length === 0) await forger.insert('user_sessions', session!);
    const isGranted = await caller().then(
      (found) => found !== null,
      () => false,
    );
    assert.equal(isDone && isGranted, false, JSON.stringify(alter));
    await forger.remove('user_sessions', session!);
  }
});

onEachStore(
  'passwords, passkeys and second factors that are hidden during a recovery do not survive',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk } = given;
    const { store } = desk;
    await signUpMember(given);
    const browser = new Browser(given);
    assertOk(await browser.signIn('ada@example.com'));
    const device = await addPasskey(browser);
    const forger = await Forger.at(store);
    const [user] = await forger.rowsOf('users');
    const factor = {
      ...{ id: 'factor', user_id: user!.id as string, secret: 'x', backup_codes: 'x', verified: 1 },
      ...{ failed_verification_count: 0, locked_until: null },
    };
    await store.transaction((writes) => writes.insertInto('user_two_factors').values(factor).execute());
    const recover = () => signUpMember(given, 'Ada', 'ada@example.com');
    const byPasskey = async () => {
      const fresh = new Browser(given);
      return (await works(withPasskey(fresh, device))) && (await fresh.get('/session')).code === null;
    };

    const [passkey] = await forger.rowsOf('user_passkeys');
    const refused = await assertEnds(forger, {
      ...{ table: 'user_passkeys', rows: [passkey!], act: recover, isGranted: byPasskey },
    });
    assert.match(refused!.message, MISSING);
    await store.transaction((writes) =>
      writes
        .insertInto('user_two_factors')
        .values({ ...factor, id: 'again' })
        .execute(),
    );
    const [second] = await rowsOf(forger, 'user_two_factors', { id: 'again' });
    await assertEnds(forger, {
      ...{ table: 'user_two_factors', rows: [second!], act: recover },
      isGranted: () => isProved(given, 'user_two_factors', second!),
    });
    const [password] = await forger.rowsOf('user_credentials');
    await assertEnds(forger, {
      ...{ table: 'user_credentials', rows: [password!], act: recover },
      isGranted: () => isProved(given, 'user_credentials', password!),
    });
  },
);

onEachStore('what a customer revokes while somebody hides it does not survive', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, ada } = given;
  const { store } = desk;
  const forger = await Forger.at(store);
  await acceptTerms(desk, ada, { kind: 'api', digest: currentTerms('api').digest, from: 'a test' });
  await createKey(desk, ada, { name: 'one', tier: 'FREE' });
  await assertEnds(forger, {
    ...{ table: 'api_keys', rows: await forger.rowsOf('api_keys') },
    act: () => revokeKey(desk, ada, 'one'),
    isGranted: async () => (await readAccess(store.db)).some(({ revokedAt }) => revokedAt === null),
  });

  const first = await addMember(desk, ada, { name: 'Dev', role: 'developer' });
  const rows = (prefix: string) => rowsOf(forger, 'member_tokens', { prefix });
  await assertEnds(forger, {
    ...{ table: 'member_tokens', rows: await rows(first.prefix) },
    act: () => revokeMemberToken(desk, ada, first.prefix),
    isGranted: () => works(authenticateMember(desk, first.token)),
  });

  const second = await addMember(desk, ada, { name: 'Val', role: 'viewer' });
  const [token] = await rows(second.prefix);
  await assertEnds(forger, {
    ...{ table: 'member_tokens', rows: [token!], act: () => removeMember(desk, ada, 'Val') },
    isGranted: async () => {
      const [row] = await rows(second.prefix);
      return row!.revoked_at === null && (await isProved(given, 'member_tokens', row!));
    },
  });

  const wanted = { person: 'Dev', email: 'dev@example.com' };
  const { code } = await inviteMemberAgain(desk, ada, wanted);
  const [invitation] = await rowsOf(forger, 'sign_in_invitations', { email: wanted.email });
  await assertEnds(forger, {
    ...{ table: 'sign_in_invitations', rows: [invitation!] },
    act: () => inviteMemberAgain(desk, ada, wanted),
    isGranted: async () => {
      const [row] = await rowsOf(forger, 'sign_in_invitations', { id: invitation!.id });
      return row!.ended_at === null && (await isProved(given, 'sign_in_invitations', row!));
    },
  });
  await assert.rejects(claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST), /not valid/);
});
