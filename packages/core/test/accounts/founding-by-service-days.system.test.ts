// A store returns to its founding only by days on which the service ran. One person with a faked clock, with an edited
// database, or with colleagues who only sign in does not get there.

import assert from 'node:assert/strict';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { noteAttendance } from '@rf-indicators/core/accounts/attendance';
import { foundingState } from '@rf-indicators/core/accounts/founding';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { mailFounding } from '@rf-indicators/core/identity/founding-mails';
import type { Mail } from '@rf-indicators/core/identity/mails';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { readServiceHistory } from '@rf-indicators/core/log/service-history';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { Forger } from '../../../../test/support/forger.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { lowerGuards } from '../../../../test/support/mutations.ts';
import { serveDays } from '../../../../test/support/service-days.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, publishedWorld, type World } from '../../../../test/support/world.ts';

const reason = 'Everybody else has left.';

function unexpected(error: unknown): never {
  throw error;
}

interface Insider {
  world: World;
  act<Name extends ActName>(actor: Actor, name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>>;
  giveNotice(): Promise<AnswerOf<'founding.return'>>;
  serve(days: number): Promise<void>;
}

async function insiderIn(kind: StoreKind, t: Lifetime): Promise<Insider> {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, people } = world;
  const services = actServicesOf(desk, () => masterKey);
  const act: Insider['act'] = (actor, name, input) =>
    performAct(services, { kind: 'staff', actor }, name, input);
  return {
    world,
    act,
    giveNotice: () => act(people.operator, 'founding.return', { reason }),
    serve: (days) => serveDays(desk, masterKey, days, (by) => desk.moveTo(desk.clock() + by)),
  };
}

/** Everybody but the operator loses their token, as the program records it. */
async function loseTokens({ store, people, desk }: World): Promise<void> {
  await store.transaction((writes) =>
    writes
      .updateTable('staff_tokens')
      .set({ revoked_at: desk.clock() })
      .where('staff_id', '<>', people.operator.id)
      .execute(),
  );
}

/** A colleague signs in with an address, and has no token. */
async function linkUser({ store, desk }: World, staffId: string, email: string): Promise<void> {
  await store.transaction(async (writes) => {
    const now = desk.clock();
    const user = { id: `user-${staffId}`, email, name: email, email_verified: 1, image: null };
    await writes
      .insertInto('users')
      .values({ ...user, two_factor_enabled: 0, created_at: now, updated_at: now })
      .execute();
    await writes
      .insertInto('user_staff')
      .values({ staff_id: staffId, user_id: user.id, linked_at: now, last_used_at: null })
      .execute();
  });
}

onEitherStore(
  'a clock that is ahead neither ends a notice nor makes colleagues disappear',
  async (kind, t) => {
    const { world, giveNotice, serve } = await insiderIn(kind, t);
    const { desk } = world;
    const now = desk.clock();
    desk.moveTo(now + 200 * DAY);
    await assert.rejects(
      giveNotice(),
      /can act as the second person/,
      'nobody was gone for 90 days of service',
    );
    desk.moveTo(now);
    await loseTokens(world);
    assert.equal((await giveNotice()).state, 'notice');
    desk.moveTo(now + 8 * DAY);
    await assert.rejects(giveNotice(), /after 7 days with a signed checkpoint\. There were 0 since\./);
    desk.moveTo(now);
    await serve(6);
    desk.moveTo(desk.clock() + 2 * DAY);
    await assert.rejects(giveNotice(), /There were 6 since\./);
    desk.moveTo(desk.clock() - 2 * DAY);
    await serve(1);
    assert.deepEqual(await giveNotice(), { state: 'founding', effective_at: null });
  },
);

onEitherStore(
  'an act dated before the last signed checkpoint is refused, but a notice can always be stopped',
  async (kind, t) => {
    const { world, act, giveNotice, serve } = await insiderIn(kind, t);
    const { desk, people } = world;
    await serve(20);
    const now = desk.clock();
    await loseTokens(world);
    desk.moveTo(now - 10 * DAY);
    await assert.rejects(giveNotice(), /is behind the last signed checkpoint/);
    await assert.rejects(
      act(people.analyst, 'providers.add_note', { provider: world.slugOf('FX-05'), text: 'Back-dated.' }),
      /nothing is recorded as of before it/,
    );
    desk.moveTo(now);
    await giveNotice();
    desk.moveTo(now - 10 * DAY);
    await act(people.analyst, 'founding.stop', { reason: 'I am here.' });
  },
);

onEitherStore(
  'colleagues who only sign in by mail are notified, and count while they are there',
  async (kind, t) => {
    const { world, giveNotice } = await insiderIn(kind, t);
    const { store, people, desk } = world;
    await linkUser(world, people.reviewer.id, 'reviewer@example.org');
    // The others never had a token that worked.
    await store.transaction((writes) =>
      writes
        .updateTable('staff_tokens')
        .set({ confirmed_at: null })
        .where('staff_id', '<>', people.operator.id)
        .execute(),
    );
    await assert.rejects(giveNotice(), /can act as the second person/);
    await store.transaction((writes) =>
      writes.deleteFrom('staff_roles').where('staff_id', '=', people.reviewer.id).execute(),
    );
    const answer = await giveNotice();
    assert.equal(answer.state, 'notice', 'somebody else was enrolled, so the store does not return at once');
    const mails: Mail[] = [];
    const send = async (mail: Mail) => void mails.push(mail);
    assert.equal(await mailFounding(desk, send, unexpected), 1);
    assert.equal(await mailFounding(desk, send, unexpected), 0, 'once');
    assert.equal(mails[0]!.to, 'reviewer@example.org');
    assert.match(mails[0]!.text, /stop it: rf staff founding stop/);
  },
);

onEitherStore('the day on which somebody was last there cannot be edited', async (kind, t) => {
  const { world, giveNotice, serve } = await insiderIn(kind, t);
  const { desk, store, people } = world;
  for (const colleague of [people.reviewer, people.officer, people.analyst])
    await noteAttendance(desk, colleague.id);
  await serve(1);
  const before = await store.db.selectFrom('record_chain').select('seq').execute();
  await noteAttendance(desk, people.reviewer.id);
  await noteAttendance(desk, people.reviewer.id);
  const after = await store.db.selectFrom('record_chain').select('seq').execute();
  assert.equal(after.length, before.length + 1, 'one record a day');
  await serve(100);
  for (const colleague of [people.reviewer, people.officer]) await noteAttendance(desk, colleague.id);
  await assert.rejects(giveNotice(), /can act as the second person/);
  await lowerGuards(store);
  await store.db.updateTable('staff_attendance').set({ last_day: '2026-04-01' }).execute();
  await assert.rejects(giveNotice(), /its records were altered: staff_attendance/);
  await store.db.deleteFrom('staff_attendance').execute();
  await assert.rejects(giveNotice(), /its records were altered: staff_attendance .* is missing/);
});

onEitherStore(
  'a colleague who is there does not disappear behind a day that is forged while they sign in',
  async (kind, t) => {
    const { world, giveNotice, serve } = await insiderIn(kind, t);
    const { desk, store, people } = world;
    const colleagues = [people.reviewer, people.officer, people.analyst];
    for (const { id } of colleagues) await noteAttendance(desk, id);
    const forger = await Forger.at(store);
    const days = await forger.rowsOf('staff_attendance');
    const restore = async () => {
      for (const row of days) await forger.change('staff_attendance', row, row);
    };
    await serve(100);
    for (const row of days) await forger.change('staff_attendance', row, { last_day: '2999-12-31' });
    // Refused, so that the colleague learns of it.
    for (const { id } of colleagues)
      await assert.rejects(noteAttendance(desk, id), /staff_attendance .* somebody changed it/);
    await restore();
    for (const { id } of colleagues) await noteAttendance(desk, id);
    await assert.rejects(giveNotice(), /can act as the second person/);

    // Or while it is hidden, and put back later.
    await serve(100);
    const hidden = await forger.rowsOf('staff_attendance');
    for (const row of hidden) await forger.remove('staff_attendance', row);
    for (const { id } of colleagues) await noteAttendance(desk, id).catch(() => undefined);
    for (const row of hidden) {
      await forger.remove('staff_attendance', row);
      await forger.insert('staff_attendance', row);
    }
    await assert.rejects(giveNotice(), /its records were altered: staff_attendance/);
  },
);

onEitherStore('seals that somebody wrote into the database are not days of service', async (kind, t) => {
  const { world, giveNotice } = await insiderIn(kind, t);
  const { desk, store } = world;
  await loseTokens(world);
  await giveNotice();
  await lowerGuards(store);
  const { idx } = await store.db
    .selectFrom('log_leaves')
    .select('idx')
    .orderBy('idx', 'desc')
    .executeTakeFirstOrThrow();
  for (let day = 1; day <= 8; day += 1) {
    const at = new Date(desk.clock() + day * DAY).toISOString();
    const leaf = JSON.stringify({ at, count: 1, head: 'x', leaf: 'records', version: 1 });
    await store.db
      .insertInto('log_leaves')
      .values({ idx: idx + day, kind: 'records', leaf, leaf_hash: 'x' })
      .execute();
  }
  desk.moveTo(desk.clock() + 9 * DAY);
  await assert.rejects(giveNotice(), /the store was altered: the log has/);
});

onEitherStore('a return to the founding and a pause of the service are in the log', async (kind, t) => {
  const { world, giveNotice, serve } = await insiderIn(kind, t);
  const { desk, store, publisher } = world;
  await loseTokens(world);
  await giveNotice();
  await serve(8);
  await giveNotice();
  const returned = desk.clock();
  desk.moveTo(returned + 3 * DAY);
  await sealRecords(desk, publisher, { daily: true });
  const history = await readServiceHistory(store.db);
  assert.deepEqual(
    history.map(({ what, at, since }) => [what, at, since]),
    [
      ['returned', returned, null],
      ['resumed', returned + 3 * DAY, returned],
    ],
  );
  const { findings, service } = await verifyAll(store.db);
  assert.deepEqual([findings, service], [[], history]);
});

onEachStore(
  'a store that returned ends its founding, also while its frameworks are hidden',
  async (kind, t) => {
    const { world, act, giveNotice, serve } = await insiderIn(kind, t);
    const { desk, store, people } = world;
    await loseTokens(world);
    assert.equal((await giveNotice()).state, 'notice');
    await serve(8);
    assert.equal((await giveNotice()).state, 'founding');
    const forger = await Forger.at(store);
    const hidden = await forger.rowsOf('methodology_activations');
    assert.ok(hidden.length > 0);
    for (const row of hidden) await forger.remove('methodology_activations', row);
    // Nor is it the first founding, in which one person retires the keys of officers.
    const [key] = await forger.rowsOf('officer_keys');
    const retired = await act(people.operator, 'officer_keys.retire', { key_id: String(key!.key_id) });
    assert.equal(retired.done, false);
    await enrol(desk, people.operator, { name: 'Nell', roles: ['reviewer'] });
    for (const row of hidden) await forger.insert('methodology_activations', row);
    assert.equal((await foundingState(store.db)).state, 'in_force');
  },
);
