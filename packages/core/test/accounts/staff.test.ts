// The staff: who gets a token, and that nobody outside the founding enrols, promotes or removes anyone alone.

import assert from 'node:assert/strict';
import { foundingState } from '@rf-indicators/core/accounts/founding';
import { ablePeople, authenticate, listStaff } from '@rf-indicators/core/accounts/staff';
import { claimInvitation, inviteAgain, inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { instantText } from '@rf-indicators/core/context/times';
import { createFirstSigningKey } from '@rf-indicators/core/log/signing-keys';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { fixtureDesk } from '../../../../test/support/desk-fixture.ts';
import { serveDays } from '../../../../test/support/service-days.ts';
import { enrol, firstOperator } from '../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { newMasterKey } from '../../../../test/support/world.ts';

const DAY = 24 * 60 * 60 * 1000;
const invalid = { code: 'invalid_token' };

/** Acts as a caller performs them, through the table. */
function acting(desk: Context) {
  const services = actServicesOf(desk, () => MASTER_KEY);
  return (
    actor: Actor | null,
    ...[name, input]: Parameters<typeof performAct> extends [unknown, unknown, ...infer R] ? R : never
  ) => performAct(services, actor === null ? { kind: 'nobody' } : { kind: 'staff', actor }, name, input);
}

/** Ends the founding as the first activation does, without the framework. */
async function endFounding(desk: Context): Promise<void> {
  const step = {
    seq: 99,
    state: 'in_force',
    set_by: 'service',
    effective_at: null,
    logged_as: null,
  } as const;
  await desk.store.transaction((writes) =>
    writes
      .insertInto('founding')
      .values({ ...step, since: desk.clock(), reason: 'A test.' })
      .execute(),
  );
}

type FixtureDesk = Awaited<ReturnType<typeof fixtureDesk>>;

const MASTER_KEY = newMasterKey();

/** Days on which the service seals its records, with a key that it gets first. */
async function serve(desk: FixtureDesk, days: number): Promise<void> {
  if ((await desk.store.db.selectFrom('signing_keys').select('key_id').execute()).length === 0) {
    const actor = { id: 'service', name: 'service', roles: [] };
    await desk.store.transaction((writes) => createFirstSigningKey(desk, writes, actor, MASTER_KEY, 'test'));
  }
  await serveDays(desk, MASTER_KEY, days, (by) => {
    desk.now += by;
  });
}

async function staffOfThree(desk: Context) {
  const { actor: olga, token, prefix } = await firstOperator(desk);
  const { actor: rita, ...ritas } = await enrol(desk, olga, { name: 'Rita', roles: ['reviewer'] });
  const { actor: ann } = await enrol(desk, olga, { name: 'Ann', roles: ['analyst'] });
  return { olga, token, prefix, rita, ritas, ann };
}

onEitherStore('while a store is being founded, the first operator enrols people alone', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, ann } = await staffOfThree(desk);
  assert.equal((await foundingState(desk.store.db)).state, 'founding');
  assert.deepEqual([olga.roles, ann.roles], [['operator'], ['analyst']]);
  await assert.rejects(inviteStaff(desk, olga, { name: 'Ann', roles: ['analyst'] }), { code: 'conflict' });
  const odd = { name: 'Odd', roles: ['king' as 'operator'] };
  await assert.rejects(inviteStaff(desk, olga, odd), /"king" is not a role\. Roles are analyst, reviewer/);
  await assert.rejects(inviteStaff(desk, ann, { name: 'Eve', roles: ['analyst'] }), {
    code: 'insufficient_role',
  });
  const done = await acting(desk)(olga, 'staff.set_roles', { person: 'Ann', roles: ['analyst', 'reviewer'] });
  assert.deepEqual(done, { done: true, request: null });
  const trail = await desk.store.db.selectFrom('audit').select(['action', 'after']).orderBy('seq').execute();
  const claims = trail.filter(({ action }) => action === 'staff.claimed');
  assert.ok(claims.every(({ after }) => JSON.parse(after!).founding === true));
  assert.equal(JSON.parse(trail.at(-1)!.after!).alone, true);
});

onEitherStore('afterwards a claim works only once somebody else has confirmed it', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita, ann } = await staffOfThree(desk);
  await endFounding(desk);
  const act = acting(desk);
  const { code } = await inviteStaff(desk, olga, { name: 'Bo', roles: ['operator'] });
  await assert.rejects(act(rita, 'staff.confirm', { person: 'Bo', check: '0000-0000' }), /has not claimed/);
  const { token, check, active } = await claimInvitation(desk, code);
  assert.equal(active, false);
  await assert.rejects(claimInvitation(desk, code), /has already been used/);
  await assert.rejects(authenticate(desk, token), /a second person must confirm it first/);
  await assert.rejects(
    act(olga, 'staff.confirm', { person: 'Bo', check }),
    /You invited Bo and saw the code/,
  );
  await assert.rejects(act(ann, 'staff.confirm', { person: 'Bo', check }), { code: 'insufficient_role' });
  await assert.rejects(
    act(rita, 'staff.confirm', { person: 'Bo', check: '1234-5678' }),
    /not the check number/,
  );
  await assert.rejects(authenticate(desk, token), invalid);
  await act(rita, 'staff.confirm', { person: 'Bo', check });
  assert.equal((await authenticate(desk, token)).name, 'Bo');
});

onEitherStore('guessing the check number ends the invitation', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita } = await staffOfThree(desk);
  await endFounding(desk);
  const { code } = await inviteStaff(desk, olga, { name: 'Bo', roles: ['operator'] });
  const { check } = await claimInvitation(desk, code);
  const guess = (number: string) => acting(desk)(rita, 'staff.confirm', { person: 'Bo', check: number });
  for (const number of ['1', '2', '3', '4']) await assert.rejects(guess(number), /not the check number/);
  await assert.rejects(guess('5'), /wrong 5 times/);
  await assert.rejects(guess(check), /has no open invitation/);
});

onEitherStore('an inviter who has left cannot leave a second person behind', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita } = await staffOfThree(desk);
  const { actor: oscar } = await enrol(desk, olga, { name: 'Oscar', roles: ['operator'] });
  await endFounding(desk);
  const act = acting(desk);
  const { code } = await inviteStaff(desk, oscar, { name: 'Bo', roles: ['operator'] });
  const { check } = await claimInvitation(desk, code);
  const { request } = (await act(olga, 'staff.retire', { person: 'Oscar' })) as { request: string };
  await act(rita, 'requests.approve', { request });
  await assert.rejects(act(rita, 'staff.confirm', { person: 'Bo', check }), /no longer on the staff/);
});

onEitherStore('roles, retirement and a token of somebody else take two people', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita, ritas, ann } = await staffOfThree(desk);
  await endFounding(desk);
  const act = acting(desk);
  const wanted = [
    ['staff.set_roles', { person: 'Olga', roles: ['operator', 'reviewer'] }],
    ['staff.revoke_token', { prefix: ritas.prefix }],
    ['staff.retire', { person: 'Rita' }],
    ['rules.set', { name: 'activation_notice_days', value: 1 }],
  ] as const;
  for (const [name, input] of wanted) {
    const { done, request } = (await act(olga, name, input)) as { done: boolean; request: string };
    assert.equal(done, false, name);
    await assert.rejects(act(olga, 'requests.approve', { request }), /you requested it/, name);
    await assert.rejects(act(ann, 'requests.approve', { request }), { code: 'insufficient_role' }, name);
    await act(rita, 'requests.refuse', { request, reason: 'No.' });
    await assert.rejects(act(rita, 'requests.approve', { request }), /This request was refused/, name);
  }
  assert.deepEqual((await authenticate(desk, ritas.token)).roles, ['reviewer']);
  const [olgasRoles] = wanted;
  const { request } = (await act(olga, ...olgasRoles)) as { request: string };
  await act(rita, 'requests.approve', { request });
  const [first] = await listStaff(desk.store.db);
  assert.deepEqual(first!.roles, ['operator', 'reviewer']);
  await assert.rejects(act(rita, 'requests.approve', { request }), /This request was approved/);
});

onEitherStore('a request ends after 30 days, and with the role of whoever made it', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita } = await staffOfThree(desk);
  const { actor: oscar } = await enrol(desk, olga, { name: 'Oscar', roles: ['operator'] });
  await endFounding(desk);
  const act = acting(desk);
  const ask = async (actor: Actor) =>
    ((await act(actor, 'staff.set_roles', { person: 'Ann', roles: ['operator'] })) as { request: string })
      .request;
  const old = await ask(olga);
  const late = await ask(oscar);
  const demotion = await act(olga, 'staff.set_roles', { person: 'Oscar', roles: ['analyst'] });
  await act(rita, 'requests.approve', { request: (demotion as { request: string }).request });
  await assert.rejects(act(rita, 'requests.approve', { request: late }), /which Oscar does not have/);
  desk.now += 31 * DAY;
  await assert.rejects(act(rita, 'requests.approve', { request: old }), /This request expired/);
});

onEitherStore('an approver who has just left approves nothing', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita } = await staffOfThree(desk);
  await endFounding(desk);
  const act = acting(desk);
  const { request } = (await act(olga, 'staff.retire', { person: 'Ann' })) as { request: string };
  await desk.store.transaction((writes) =>
    writes.updateTable('staff').set({ retired_at: 1 }).where('name', '=', 'Rita').execute(),
  );
  await assert.rejects(act(rita, 'requests.approve', { request }), /Rita is no longer on the staff/);
});

onEitherStore('a token works until it is revoked or rotated, and is kept nowhere', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, token: first, prefix, ritas, rita } = await staffOfThree(desk);
  const { actor: oscar } = await enrol(desk, olga, { name: 'Oscar', roles: ['operator'] });
  await endFounding(desk);
  const act = acting(desk);
  const { token: second } = (await act(olga, 'staff.rotate_token', { prefix })) as { token: string };
  await assert.rejects(authenticate(desk, first), invalid);
  assert.equal((await authenticate(desk, second)).name, 'Olga');
  await assert.rejects(
    act(oscar, 'staff.rotate_token', { prefix: ritas.prefix }),
    /You have no active token/,
  );
  // One's own token needs nobody else.
  assert.deepEqual(await act(rita, 'staff.revoke_token', { prefix: ritas.prefix }), {
    done: true,
    request: null,
  });
  await assert.rejects(authenticate(desk, ritas.token), invalid);
  for (const wrong of ['', 'rf_staff_', `${second.slice(0, -1)}~`, second.replace('rf_staff_', 'rf_live_')]) {
    await assert.rejects(authenticate(desk, wrong), invalid);
  }
  const { db } = desk.store;
  const kept = JSON.stringify([
    await db.selectFrom('staff_tokens').selectAll().execute(),
    await db.selectFrom('staff_invitations').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await listStaff(db),
  ]);
  for (const secret of [first, second, ritas.token]) assert.ok(!kept.includes(secret.slice(9, -6)));
});

onEitherStore('there is always an operator who can act', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { actor: olga, token, prefix } = await firstOperator(desk);
  const act = acting(desk);
  const left = { code: 'conflict', message: /would leave no operator/ };
  await assert.rejects(act(olga, 'staff.set_roles', { person: 'Olga', roles: ['analyst'] }), left);
  await assert.rejects(act(olga, 'staff.retire', { person: 'Olga' }), left);
  await assert.rejects(act(olga, 'staff.revoke_token', { prefix }), left);
  await enrol(desk, olga, { name: 'Oscar', roles: ['operator'] });
  await act(olga, 'staff.set_roles', { person: 'Olga', roles: ['analyst', 'reviewer'] });
  assert.deepEqual((await authenticate(desk, token)).roles, ['analyst', 'reviewer']);
});

onEitherStore('a store returns to its founding only after a notice that anyone can stop', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita, ritas, ann } = await staffOfThree(desk);
  await endFounding(desk);
  const act = acting(desk);
  const back = () => act(olga, 'founding.return', { reason: 'Rita has left.' });
  await assert.rejects(back(), /Rita can act as the second person/);
  await act(rita, 'staff.revoke_token', { prefix: ritas.prefix });
  assert.deepEqual(
    (await ablePeople(desk.store.db, desk.now)).map(({ name }) => name),
    ['Olga'],
  );
  assert.deepEqual(await back(), { state: 'notice', effective_at: instantText(desk.now + 7 * DAY) });
  await act(ann, 'founding.stop', {});
  await serve(desk, 8);
  assert.deepEqual(await back(), { state: 'notice', effective_at: instantText(desk.now + 7 * DAY) });
  await serve(desk, 6);
  await assert.rejects(back(), /the store can return to its founding from/);
  const pending = (await act(olga, 'staff.retire', { person: 'Ann' })) as { done: boolean };
  assert.equal(pending.done, false);
  await serve(desk, 2);
  assert.deepEqual(await back(), { state: 'founding', effective_at: null });
  await assert.rejects(act(ann, 'founding.stop', {}), /No notice was given/);
});

onEitherStore('where nobody else was ever enrolled, the store returns at once', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { actor: olga } = await firstOperator(desk);
  await inviteStaff(desk, olga, { name: 'Bo', roles: ['reviewer'] });
  await endFounding(desk);
  await serve(desk, 1);
  const answer = await acting(desk)(olga, 'founding.return', { reason: 'I am alone.' });
  assert.deepEqual(answer, { state: 'founding', effective_at: null });
});

onEitherStore('whoever waits for a new token, or is long silent, does not count as able', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, token, ritas } = await staffOfThree(desk);
  await endFounding(desk);
  const able = async () => (await ablePeople(desk.store.db, desk.now)).map(({ name }) => name);
  assert.deepEqual(await able(), ['Olga', 'Rita']);
  await serve(desk, 89);
  await authenticate(desk, token);
  await serve(desk, 2);
  assert.deepEqual(await able(), ['Olga']);
  await authenticate(desk, ritas.token);
  assert.deepEqual(await able(), ['Olga', 'Rita']);
  await inviteAgain(desk, olga, 'Rita');
  assert.deepEqual(await able(), ['Olga']);
  await serve(desk, 15);
  assert.deepEqual(await able(), ['Olga', 'Rita']);
});

onEitherStore('whoever is confirmed again can no longer use the token that was lost', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const { olga, rita, ritas } = await staffOfThree(desk);
  const { actor: cora } = await enrol(desk, olga, { name: 'Cora', roles: ['chief_risk_officer'] });
  await endFounding(desk);
  const { code } = await inviteAgain(desk, olga, 'Rita');
  const { token, check } = await claimInvitation(desk, code);
  assert.equal((await authenticate(desk, ritas.token)).id, rita.id, 'it works until then');
  await acting(desk)(cora, 'staff.confirm', { person: 'Rita', check });
  await assert.rejects(authenticate(desk, ritas.token), invalid);
  assert.equal((await authenticate(desk, token)).id, rita.id);
});
