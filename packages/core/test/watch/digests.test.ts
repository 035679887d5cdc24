// Digests: at the hour of the person, only if there is something to tell, and once a week that all is quiet.

import assert from 'node:assert/strict';
import { takeRights } from '@rf-indicators/core/books/rights';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import type { Mail } from '@rf-indicators/core/identity/mails';
import { createCalendar, removeCalendar } from '@rf-indicators/core/watch/calendars';
import { readDigest, setDigest } from '@rf-indicators/core/watch/digest-settings';
import { readCalendarAt } from '@rf-indicators/core/watch/read-calendar';
import { sendDigests } from '@rf-indicators/core/watch/send-digests';
import ICAL from 'ical.js';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { evaluate, signsIn, watchers } from '../../../../test/support/watch.ts';
import { DAY, MINUTE, publishedWorld, type World } from '../../../../test/support/world.ts';

const PLACE = { siteName: 'RF', baseUrl: 'https://rf.example' };

function sending(world: World) {
  const { desk, masterKey } = world;
  const mails: Mail[] = [];
  const errors: unknown[] = [];
  let isDown = false;
  return {
    ...{ mails, errors },
    down(given: boolean) {
      isDown = given;
    },
    async at(instant: number) {
      desk.moveTo(instant);
      await evaluate(world);
      return sendDigests(desk, {
        ...{ masterKey, publishing: DEFAULT_POLICY, place: PLACE },
        mail: async (mail) => {
          if (isDown) throw new Error('the mail server is down');
          mails.push(mail);
        },
        onError: (error) => errors.push(error),
      });
    },
  };
}

onEachStore('a digest comes at the hour of its reader, with what they may see', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, idOf } = world;
  const { ada, rio, rule, book: newBook } = await watchers(world);
  for (const [member, address] of [
    [ada, 'ada@example.com'],
    [rio, 'rio@example.com'],
  ] as const) {
    await signsIn(world, member, address);
    await setDigest(desk, member, { every: 'day', hour: 7, time_zone: 'America/New_York' });
  }
  const book = await newBook(rio, [idOf('FX-05')]);
  await rule(rio, { book, conditions: [{ kind: 'below_score', score: 100 }] });
  const { next_at } = await readDigest(desk.store.db, rio);
  assert.equal(new Date(next_at!).toISOString(), '2026-04-01T11:00:00.000Z', '7 o’clock in New York');
  const { mails, errors, at, down } = sending(world);
  assert.equal(await at(next_at! - 1), 0);
  down(true);
  assert.equal(await at(next_at!), 0);
  assert.equal(errors.length, 1, 'Ada has nothing to be told');
  down(false);
  assert.equal(await at(next_at! + MINUTE), 0, 'the next attempt waits');
  assert.equal(await at(next_at! + 5 * MINUTE), 1);
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [['rio@example.com', 'RF: 1 open, Acorn, 1 April 2026']],
  );
  assert.match(mails[0]!.text, /Harbourglass Dollar \(91\.52\): Harbourglass Dollar is below 100\.00/);
  assert.match(mails[0]!.text, /Treasury: 91\.52, unchanged in a day/);
  assert.doesNotMatch(mails[0]!.text, /100\.00 EUR/, 'amounts are not allowed in mails');
  assert.equal((await readDigest(desk.store.db, rio)).next_at, next_at! + DAY);
  await takeRights(desk, ada, { book, person: 'Rio', rights: ['see'] });
  assert.equal(await at(next_at! + DAY), 0, 'Rio may not see the book any more');
});

onEitherStore('once a week a mail says that all is quiet, and only then', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, idOf } = world;
  const { rio, rule } = await watchers(world);
  await signsIn(world, rio, 'rio@example.com');
  await setDigest(desk, rio, { every: 'off', weekday: 'friday', time_zone: 'UTC', all_quiet: true });
  const { next_at } = await readDigest(desk.store.db, rio);
  assert.equal(new Date(next_at!).toISOString(), '2026-04-03T07:00:00.000Z');
  const { mails, at } = sending(world);
  assert.equal(await at(next_at!), 1);
  assert.equal(mails[0]!.subject, 'RF: all quiet, Acorn');
  await rule(rio, { providers: [idOf('FX-05')], conditions: [{ kind: 'below_score', score: 100 }] });
  assert.equal(await at(next_at! + 7 * DAY), 0, 'something is open');
  await setDigest(desk, rio, { all_quiet: false });
  assert.equal((await readDigest(desk.store.db, rio)).next_at, null);
});

onEitherStore('a calendar is read at its address until it is replaced or ended', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, idOf } = world;
  const { ada, rio, rule, book: newBook } = await watchers(world);
  const book = await newBook(rio, [idOf('FX-05')]);
  await rule(rio, { book, conditions: [{ kind: 'stale' }] });
  const token = async () => /^\/calendar\/(\w+)\.ics$/.exec((await createCalendar(desk, rio)).path)![1]!;
  const read = (of: string) =>
    readCalendarAt(
      { db: desk.store.db, masterKey, publishing: DEFAULT_POLICY, now: desk.clock(), place: PLACE },
      of,
    );
  const events = async (of: string) =>
    new ICAL.Component(ICAL.parse((await read(of))!))
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .map(({ startDate, summary }) => [String(startDate), summary]);
  const first = await token();
  assert.deepEqual(
    (await events(first)).filter(([day]) => day === '2026-04-14'),
    [
      [
        '2026-04-14',
        'Harbourglass Dollar: Insolvency status, Withdrawal, redemption and payment status lapse',
      ],
    ],
  );
  const second = await token();
  assert.equal(await read(first), null, 'it was replaced');
  assert.equal(await read('rf_calendar_guessed'), null);
  await takeRights(desk, ada, { book, person: 'Rio', rights: ['see'] });
  assert.deepEqual(await events(second), [], 'Rio may not see the book any more');
  await removeCalendar(desk, rio);
  assert.equal(await read(second), null);
});
