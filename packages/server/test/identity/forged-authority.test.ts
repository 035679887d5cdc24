// Somebody who can write to the database, and does not have the master key, gains nothing from it at the moment of use: rows
// that they wrote or put back grant nothing.

import assert from 'node:assert/strict';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { isBeingFounded } from '@rf-indicators/core/accounts/founding';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { makeRequest, requireApprovable } from '@rf-indicators/core/accounts/requests';
import { authenticate, listStaff, writeToken } from '@rf-indicators/core/accounts/staff';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { actingStaff, rolesOf } from '@rf-indicators/core/context/actor';
import { hashPassword } from '@rf-indicators/core/identity/passwords';
import { callerOfSession, deleteSession } from '@rf-indicators/core/identity/sessions';
import { createToken } from '@rf-indicators/core/secrets/tokens';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Row, Table } from '@rf-indicators/core/store/schema';
import { CHEAP_COST } from '../../../../test/support/cheap-passwords.ts';
import { Forger } from '../../../../test/support/forger.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { assertOk, Browser, PASSWORD, people, signUpMember, signUpStaff } from './people.ts';

onEitherStore('an edited session does not act as somebody else', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, reviewer, operator } = given;
  const { store } = desk;
  await signUpStaff(given);
  const browser = new Browser(given);
  assertOk(await browser.signIn('rita@example.com'));
  const caller = () => callerOfSession(desk, given.identity.sessions, browser.cookie, 'a test');
  assert.notEqual(await caller(), null);
  const forger = await Forger.at(store);
  const [session] = await forger.rowsOf('user_sessions');
  const { user_id } = session!;

  // As another person, or as another user who is that person.
  await forger.change('user_sessions', session!, { acting_as: `staff/${operator.id}` });
  await forger
    .insert('user_staff', { staff_id: operator.id, user_id, linked_at: 1, last_used_at: null })
    .catch(() => undefined);
  assert.equal(await caller(), null);
  await forger.remove('user_staff', { staff_id: operator.id });
  await forger.change('user_sessions', session!, session!);
  assert.equal((await caller())?.caller.kind, 'staff', `${reviewer.name} is signed in again`);

  // As if the person had just signed in, or longer than a session can last.
  await forger.change('user_sessions', session!, { created_at: (session!.created_at as number) + 60_000 });
  assert.equal(await caller(), null);
  await forger.change('user_sessions', session!, session!);

  // An idle session can be kept open, but not beyond the absolute limit.
  const farAway = Date.now() + 365 * 24 * 60 * 60 * 1000;
  await forger.change('user_sessions', session!, { expires_at: farAway, updated_at: farAway });
  assert.notEqual(await caller(), null);
  given.ahead(13 * 60 * 60 * 1000);
  assert.equal(await caller(), null);
});

onEitherStore('a session that has ended is not put back', async (kind, t) => {
  const given = await people(kind, t);
  const { desk } = given;
  await signUpStaff(given);
  const browser = new Browser(given);
  assertOk(await browser.signIn('rita@example.com'));
  const caller = () => callerOfSession(desk, given.identity.sessions, browser.cookie, 'a test');
  const forger = await Forger.at(desk.store);
  const [session] = await forger.rowsOf('user_sessions');
  const entries = await forger.entries();
  await deleteSession(desk.store, session!.id as string);
  await forger.insert('user_sessions', session!);
  assert.equal(await caller(), null, 'the row');
  // With the entry that it had, and without the one that says that it ended.
  await desk.store.db.deleteFrom('record_chain').where('seq', '>', entries.length).execute();
  const own = entries.find(({ table_name }) => table_name === 'user_sessions')!;
  await desk.store.db
    .updateTable('record_chain')
    .set({ salt: own.salt })
    .where('seq', '=', own.seq)
    .execute();
  await assert.rejects(caller(), /records of who may do what were altered/);
});

onEitherStore('roles, tokens and people who somebody added grant nothing', async (kind, t) => {
  const { desk, operator, reviewer } = await people(kind, t);
  const { store } = desk;
  const forger = await Forger.at(store);
  await forger.insert('staff_roles', { staff_id: operator.id, role: 'chief_risk_officer' });
  assert.deepEqual(await rolesOf(store.db, operator.id), ['operator']);
  await assert.rejects(
    store.transaction((writes) => actingStaff(writes, operator, 'frameworks.sign_off' as never)),
  );

  const { token, hash, prefix } = createToken('rf_staff_');
  const added = { token_hash: hash, staff_id: reviewer.id, prefix, created_at: 1, revoked_at: null };
  await forger.insert('staff_tokens', { ...added, confirmed_at: 1, last_used_at: null });
  await assert.rejects(authenticate(desk, token), /unknown or revoked/);

  await forger.insert('staff', { id: 'eve', name: 'Eve', created_at: 1, retired_at: null });
  await forger.insert('staff_roles', { staff_id: 'eve', role: 'reviewer' });
  assert.equal(
    (await listStaff(store.db)).some(({ id }) => id === 'eve'),
    false,
  );
  await assert.rejects(
    store.transaction((writes) => actingStaff(writes, { id: 'eve', name: 'Eve' }, 'requests.approve')),
    /no longer on the staff/,
  );
});

onEitherStore('a token that was revoked and a person who has left stay so', async (kind, t) => {
  const { desk, reviewer } = await people(kind, t);
  const { store } = desk;
  const { token } = await store.transaction((writes) =>
    writeToken(desk, writes, reviewer.id, { confirmed: true }),
  );
  const forger = await Forger.at(store);
  const rows: [Table, Row][] = [
    [
      'staff_tokens',
      (await forger.rowsOf('staff_tokens')).find(({ prefix }) => token.startsWith(prefix as string))!,
    ],
    ['staff', (await forger.rowsOf('staff')).find(({ id }) => id === reviewer.id)!],
  ];
  const end: Row[] = [{ revoked_at: 5 }, { retired_at: 5 }];
  for (const [at, [table, genuine]] of rows.entries()) {
    assert.equal((await authenticate(desk, token)).id, reviewer.id);
    await store.transaction(async (writes) => {
      const update = writes.updateTable(table as 'staff').set(end[at]!);
      await (table === 'staff'
        ? update.where('id', '=', reviewer.id)
        : update.where('token_hash' as never, '=', genuine.token_hash as never)
      ).execute();
    });
    await assert.rejects(authenticate(desk, token));
    // The older genuine row is put back, with an entry that repeats the MAC of another one.
    await forger.change(table, genuine, genuine);
    await assert.rejects(authenticate(desk, token), /unknown or revoked/);
    await forger.change(table, genuine, end[at]!);
    await store.transaction((writes) =>
      writes
        .updateTable(table as 'staff')
        .set(genuine as never)
        .where(
          (table === 'staff' ? 'id' : 'token_hash') as 'id',
          '=',
          (genuine.id ?? genuine.token_hash) as string,
        )
        .execute(),
    );
  }
});

onEitherStore('a password hash, an address and a link that somebody wrote open nothing', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, operator } = given;
  await signUpStaff(given);
  await signUpMember(given);
  const forger = await Forger.at(desk.store);
  const mine = 'a password of the forger';
  const [credential] = await forger.rowsOf('user_credentials');
  for (const row of await forger.rowsOf('user_credentials'))
    await forger.change('user_credentials', row, { password: await hashPassword(mine, CHEAP_COST) });
  assert.equal((await new Browser(given).signIn('rita@example.com', mine)).code, 'sign_in_failed');
  await forger.change('user_credentials', credential!, credential!);

  const member = (await forger.rowsOf('users')).find(({ email }) => email === 'ada@example.com')!;
  await forger.insert('user_staff', {
    staff_id: operator.id,
    user_id: member.id,
    linked_at: 1,
    last_used_at: null,
  });
  const browser = new Browser(given);
  await browser.signIn('ada@example.com', PASSWORD);
  const known = await callerOfSession(desk, given.identity.sessions, browser.cookie, 'a test');
  assert.notEqual(known?.caller.kind, 'staff');
});

onEitherStore('a key whose tier somebody raised is not loaded, nor one that was added', async (kind, t) => {
  const { desk, ada } = await people(kind, t);
  const { store } = desk;
  await acceptTerms(desk, ada, { kind: 'api', digest: currentTerms('api').digest, from: 'a test' });
  await createKey(desk, ada, { name: 'one', tier: 'FREE' });
  assert.equal((await readAccess(store.db)).length, 1);
  const forger = await Forger.at(store);
  const [key] = await forger.rowsOf('api_keys');
  for (const changes of [{ tier: 'ENTERPRISE' }, { agent_scope: 1 }, { expires_at: 1 }]) {
    await forger.change('api_keys', key!, changes);
    assert.deepEqual(await readAccess(store.db), [], JSON.stringify(changes));
    await forger.change('api_keys', key!, key!);
  }
  await forger.insert('api_keys', { ...key!, id: 'added', key_hash: 'added', replaces: null });
  assert.deepEqual(
    (await readAccess(store.db)).map(({ keyId }) => keyId),
    [key!.id],
  );
  const [workspace] = await forger.rowsOf('workspaces');
  await forger.change('workspaces', workspace!, { tier: 'CUSTOM' });
  assert.deepEqual(await readAccess(store.db), []);
  await forger.change('workspaces', workspace!, workspace!);
  assert.equal((await readAccess(store.db)).length, 1);
});

onEitherStore(
  'a request in the name of a colleague, and a return to the founding, are refused',
  async (kind, t) => {
    const { desk, operator, reviewer } = await people(kind, t);
    const { store } = desk;
    const forger = await Forger.at(store);
    const request = { kind: 'staff.retire', subject: 'staff/x', content: '{}', requested_at: desk.clock() };
    await forger.insert('requests', { id: 'forged', requested_by: reviewer.id, ...request });
    await assert.rejects(requireApprovable(desk, store.db, operator, 'forged'), /There is no request forged/);

    // A decision that is deleted does not open the request again.
    const id = await store.transaction((writes) =>
      makeRequest(desk, writes, operator, 'staff.retire', 'staff/x', {}),
    );
    await store.transaction((writes) =>
      writes
        .insertInto('request_decisions')
        .values({
          ...{ request_id: id, requested_by: operator.id, decision: 'refused' },
          ...{ decided_by: reviewer.id, decided_at: desk.clock(), reason: 'No.' },
        })
        .execute(),
    );
    await forger.remove('request_decisions', { request_id: id });
    await assert.rejects(requireApprovable(desk, store.db, reviewer, id), /There is no request/);

    assert.equal(await isBeingFounded(store.db), false);
    await forger.insert('founding', {
      ...{ seq: 99, state: 'founding', since: 1, set_by: operator.id, effective_at: null, reason: 'Mine.' },
    });
    assert.equal(await isBeingFounded(store.db), false, 'a row that somebody added');
    for (const row of await forger.rowsOf('founding')) await forger.remove('founding', row);
    await assert.rejects(isBeingFounded(store.db), /records of who may do what were altered/);
  },
);

onEitherStore('an entry that somebody made for a row stops every act, and is named', async (kind, t) => {
  const { desk, operator } = await people(kind, t);
  const { store } = desk;
  const forger = await Forger.at(store);
  const role = { staff_id: operator.id, role: 'chief_risk_officer' };
  await forger.insert('staff_roles', role);
  await forger.append('staff_roles', rowKey('staff_roles', role), [role]);
  await assert.rejects(
    rolesOf(store.db, operator.id),
    /records of who may do what were altered: entry \d+ of the record chain has a wrong MAC/,
  );
});
