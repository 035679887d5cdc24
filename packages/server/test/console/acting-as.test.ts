// A page names the member that it is open for. A user who is several people has one session: each request acts as the
// person of its page, with exactly the rights of that person.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sessionCookieName, sessionSecret } from '@rf-indicators/core/identity/session-cookie';
import { stillActsAs } from '@rf-indicators/core/identity/sessions';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { HOUR, type Person, type Served, serveSmallStore } from './served.ts';

let served: Served;
/** Of a user who is a Contract Admin of Acorn, a viewer of Birch and an operator, acting in Acorn. */
let cookie: string;
let userId: string;

before(async () => {
  served = await serveSmallStore(wholeFile);
  const { contract_admin } = served.members.Acorn;
  cookie = await served.sessionOf(contract_admin);
  const { db } = served.context.store;
  const found = await db
    .selectFrom('user_members')
    .select('user_id')
    .where('member_id', '=', contract_admin.id)
    .executeTakeFirstOrThrow();
  userId = found.user_id;
  const link = { user_id: userId, linked_at: Date.now() };
  await served.context.store.transaction(async (writes) => {
    await writes
      .insertInto('user_members')
      .values({ member_id: served.members.Birch.viewer.id, ...link })
      .execute();
    await writes
      .insertInto('user_staff')
      .values({ staff_id: served.staff.operator.id, ...link })
      .execute();
  });
});

const as = ({ actingAs }: Person) => ({ 'rf-acting-as': actingAs });

test('each request acts as the member of its page, with the rights of that member', async () => {
  const { Acorn, Birch } = served.members;
  const workspaceOf = async (headers: Record<string, string>) =>
    (await served.client.act('workspaces.show', {}, { cookie }, headers)).json.name;
  assert.equal(await workspaceOf({}), 'Acorn');
  assert.equal(await workspaceOf(as(Acorn.contract_admin)), 'Acorn');
  assert.equal(await workspaceOf(as(Birch.viewer)), 'Birch');
  assert.equal(await workspaceOf({}), 'Acorn', 'the session stays as it is');
  const invited = { name: 'New', role: 'viewer', email: 'new@example.com' };
  const { json } = await served.client.act('members.invite', invited, { cookie }, as(Birch.viewer));
  assert.equal(json.code, 'insufficient_role');
});

test('nobody acts as somebody else, and members and staff do not stand in for each other', async () => {
  const { Acorn, Birch } = served.members;
  const outcome = async (act: 'keys.list' | 'workspaces.list', person: Person) =>
    (await served.client.act(act, {}, { cookie }, as(person))).json;
  for (const other of [Acorn.viewer, Birch.contract_admin, served.staff.operator, served.staff.reviewer]) {
    const { code, detail } = await outcome('keys.list', other);
    assert.equal(code, 'insufficient_role', other.name);
    assert.match(detail, /no longer signed in here/);
  }
  assert.equal((await outcome('workspaces.list', served.staff.operator)).code, 'insufficient_role');
  const act = (acting_as: string) =>
    served.context.store.transaction((writes) =>
      writes.updateTable('user_sessions').set({ acting_as }).where('user_id', '=', userId).execute(),
    );
  await act(served.staff.operator.actingAs);
  assert.equal((await outcome('keys.list', Birch.viewer)).code, 'insufficient_role');
  await act(Acorn.contract_admin.actingAs);
});

test('a token says itself who sends it', async () => {
  const { Acorn, Birch } = served.members;
  const who = { token: Acorn.viewer.token };
  const { json } = await served.client.act('workspaces.show', {}, who, as(Birch.viewer));
  assert.equal(json.name, 'Acorn');
});

test('files and streams, which have no headers, name the member in their address', async () => {
  const { Acorn, Birch } = served.members;
  const ask = async (path: string, { actingAs }: Person) => {
    const response = await fetch(`${served.client.url}${path}acting_as=${actingAs}`, { headers: { cookie } });
    await response.body?.cancel();
    return response.status;
  };
  for (const path of ['/console/workspace-audit.csv?newest_first=true&', '/console/events?']) {
    assert.equal(await ask(path, Birch.viewer), 200, path);
    assert.equal(await ask(path, Acorn.viewer), 403, path);
  }
});

test('a page of a member who was removed follows no news, though its session goes on in another workspace', async () => {
  const { Acorn, Birch } = served.members;
  const limits = { idleMs: HOUR, absoluteMs: HOUR };
  const settings = {
    cookieName: sessionCookieName(served.client.url),
    secret: sessionSecret(served.masterKey),
    staff: limits,
    members: { ...limits },
  };
  const mayFollow = (person: Person) => stillActsAs(served.context, settings, cookie, person.actingAs);
  assert.deepEqual([await mayFollow(Acorn.contract_admin), await mayFollow(Birch.viewer)], [true, true]);
  const token = Birch.contract_admin.token;
  const removed = await served.client.act('members.remove', { person: Birch.viewer.name }, { token });
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual([await mayFollow(Acorn.contract_admin), await mayFollow(Birch.viewer)], [true, false]);
});
