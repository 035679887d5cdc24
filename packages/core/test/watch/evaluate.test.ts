// Alerts follow their causes: one for a cause, updated while it goes on, open again if it worsens, resolved when it ends.

import assert from 'node:assert/strict';
import { deleteBook } from '@rf-indicators/core/books/books';
import { askForLimits } from '@rf-indicators/core/books/limits';
import { giveRights, takeRights } from '@rf-indicators/core/books/rights';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { countAlerts, showAlert } from '@rf-indicators/core/watch/alerts';
import { acknowledgeAlert, closeAlert, snoozeAlert } from '@rf-indicators/core/watch/handling';
import { changeRule, switchRule } from '@rf-indicators/core/watch/rules';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { evaluate, watchers } from '../../../../test/support/watch.ts';
import {
  ALL_SAMPLES,
  DAY,
  FIRST_DAY,
  MINUTE,
  publishedWorld,
  renewGates,
  type World,
} from '../../../../test/support/world.ts';

const OTHERS = ALL_SAMPLES.filter((sample) => sample !== 'FX-05');
// FX-05's insolvency and withdrawal status are of 31 March, and lapse when they are 14 days old.
const LAPSE = Date.parse('2026-04-14T00:00:00Z');

async function at(world: World, instant: number) {
  world.desk.moveTo(instant);
  await sweepStaleness(world.desk, DEFAULT_POLICY);
  return evaluate(world);
}

async function eventsOf({ store }: World, type: string): Promise<Record<string, unknown>[]> {
  const rows = await store.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', type as never)
    .orderBy('seq')
    .execute();
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
}

onEachStore('from a lapse ahead to stale, almost withdrawn and checked again', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, idOf } = world;
  const { ada, rule, alerts } = await watchers(world);
  await evaluate(world);
  world.desk.moveTo(FIRST_DAY + 5 * DAY);
  await renewGates(world, OTHERS);
  await rule(ada, {
    providers: [idOf('FX-05')],
    conditions: [{ kind: 'stale' }, { kind: 'evidence_lapses', days: 5 }],
  });
  await at(world, LAPSE - 5 * DAY - 1);
  assert.deepEqual(await alerts(ada), []);

  await at(world, LAPSE - 5 * DAY + DAY);
  let [lapse, ...others] = await alerts(ada);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [
      lapse!.kind,
      lapse!.state,
      lapse!.urgent,
      lapse!.lapses_on,
      lapse!.names.map(({ provider }) => provider),
    ],
    ['evidence_lapses', 'open', false, '2026-04-14', [idOf('FX-05')]],
  );
  assert.equal(lapse!.checks.length, 2);
  await acknowledgeAlert(desk, masterKey, ada, { alert: lapse!.id, note: 'Asked the publisher.' });
  await at(world, LAPSE - 4 * DAY + DAY / 2);
  [lapse] = await alerts(ada);
  assert.deepEqual([lapse!.state, lapse!.acknowledged?.note], ['acknowledged', 'Asked the publisher.']);

  await at(world, LAPSE - 3 * DAY);
  [lapse, ...others] = await alerts(ada);
  assert.deepEqual(others, [], 'the same cause');
  assert.deepEqual([lapse!.state, lapse!.urgent], ['open', true], 'within 3 days it is urgent');

  await at(world, LAPSE);
  let stale = (await alerts(ada))[1];
  assert.deepEqual(
    (await alerts(ada)).map(({ kind: one, state }) => [one, state]),
    [
      ['evidence_lapses', 'resolved'],
      ['stale', 'open'],
    ],
  );
  await closeAlert(desk, masterKey, ada, { alert: stale!.id, note: 'No exposure.' });
  await at(world, LAPSE + DAY);
  stale = (await alerts(ada))[1];
  assert.deepEqual(
    [stale!.state, stale!.cause_ended_at],
    ['resolved', null],
    'closed, and the cause goes on',
  );
  const until = LAPSE + DEFAULT_POLICY.staleDays * DAY;
  await at(world, until - 3 * DAY);
  stale = (await alerts(ada))[1];
  assert.equal(stale!.state, 'open', 'it is worse');
  assert.match(stale!.sentence, /will be withdrawn on/);

  await renewGates(world, ['FX-05']);
  await at(world, until - 3 * DAY + 1);
  const all = await alerts(ada);
  assert.deepEqual(
    all.map(({ state, cause_ended_at }) => [state, cause_ended_at !== null]),
    [
      ['resolved', true],
      ['resolved', true],
    ],
  );
  const { history } = await showAlert(desk.store.db, masterKey, ada, all[1]!.id);
  assert.deepEqual(
    history.map(({ what }) => what),
    ['opened', 'closed', 'worsened', 'resolved'],
  );
  const told = [await eventsOf(world, 'alert.opened'), await eventsOf(world, 'alert.resolved')];
  assert.deepEqual(
    told.map((events) => events.map(({ kind: one }) => one)),
    [
      ['evidence_lapses', 'stale'],
      ['evidence_lapses', 'stale', 'stale'],
    ],
  );
});

onEitherStore('what holds when a rule is switched on is shown, and sent to nobody', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey } = world;
  const { ada, rule, alerts } = await watchers(world);
  const id = await rule(ada, { conditions: [{ kind: 'below_score', score: 100 }] });
  await evaluate(world);
  const found = await alerts(ada);
  assert.equal(found.length, ALL_SAMPLES.length);
  assert.deepEqual(await eventsOf(world, 'alert.opened'), []);
  assert.deepEqual(await evaluate(world), { rules: 0, alerts: 0 }, 'nothing changed, so no rule is read');

  await changeRule(desk, masterKey, ada, { rule: id, conditions: [{ kind: 'stale' }] });
  await evaluate(world);
  assert.deepEqual(
    (await alerts(ada)).filter(({ state }) => state !== 'resolved'),
    [],
    'its condition is gone',
  );
});

onEitherStore('a snooze expires, and switching off resolves', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, idOf } = world;
  const { ada, rule, alerts } = await watchers(world);
  const providers = [idOf('FX-05')];
  const id = await rule(ada, { providers, conditions: [{ kind: 'below_score', score: 100 }] });
  await evaluate(world);
  const [{ id: alert } = { id: '' }] = await alerts(ada);
  const until = desk.clock() + DAY;
  await snoozeAlert(desk, masterKey, ada, { alert, until });
  await evaluate(world);
  assert.equal((await alerts(ada))[0]!.state, 'snoozed');
  desk.moveTo(until);
  await evaluate(world);
  assert.equal((await alerts(ada))[0]!.state, 'open');
  await switchRule(desk, masterKey, ada, { rule: id, on: false });
  assert.deepEqual(
    (await alerts(ada)).map(({ state, cause_ended_at }) => [state, cause_ended_at]),
    [['resolved', until]],
  );
});

onEachStore('a book: its limits, its names, its rights and its end', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, idOf } = world;
  const { ada, rio, rule, book: newBook, alerts } = await watchers(world);
  const other = await watchers(world, 'Birch');
  const next = () => {
    desk.moveTo(desk.clock() + MINUTE);
    return evaluate(world);
  };
  await next();
  const book = await newBook(rio, [idOf('FX-05')]);
  const id = await rule(rio, {
    book,
    conditions: [{ kind: 'limit_breached' }, { kind: 'below_score', score: 100 }],
  });
  await next();
  assert.deepEqual(
    (await alerts(rio)).map(({ kind: one, names }) => [one, names[0]?.exposure ?? null]),
    [['below_score', '100.00']],
  );
  await askForLimits(desk, masterKey, rio, { book, document: limitsOf(limitOf('lending', '50')) });
  await next();
  const breach = (await alerts(rio))[1]!;
  assert.deepEqual(
    [breach.kind, breach.limit, breach.sentence],
    ['limit_breached', 'lending', 'The limit lending is breached'],
  );
  assert.match(breach.fact!, /100\.00 EUR against 50 EUR/);

  const kept = JSON.stringify([
    await world.store.db.selectFrom('alerts').selectAll().execute(),
    await world.store.db.selectFrom('alert_changes').selectAll().execute(),
    await world.store.db.selectFrom('watch_subjects').selectAll().execute(),
  ]);
  for (const secret of ['100.00', 'lending', idOf('FX-05')])
    assert.ok(!kept.includes(secret), `the store says ${secret}`);
  assert.deepEqual(
    await eventsOf(world, 'alert.opened'),
    [],
    'names of a book go to webhooks only on demand',
  );

  for (const stranger of [ada, other.ada]) {
    assert.deepEqual(await alerts(stranger), []);
    assert.equal((await countAlerts(world.store.db, masterKey, stranger)).open, 0);
    await assert.rejects(showAlert(world.store.db, masterKey, stranger, breach.id), /no alert/);
    await assert.rejects(closeAlert(desk, masterKey, stranger, { alert: breach.id }), /no alert/);
  }

  await saveVersion(desk, masterKey, rio, {
    book,
    contents: contentsOf([positionOf('p0', '40.00', { provider: idOf('FX-01'), group: 'lending' })]),
  });
  await next();
  assert.deepEqual(
    (await alerts(rio)).map(({ kind: one, state, names }) => [one, state, names[0]?.provider]),
    [
      ['below_score', 'resolved', idOf('FX-05')],
      ['limit_breached', 'resolved', undefined],
      ['below_score', 'open', idOf('FX-01')],
    ],
  );

  await giveRights(desk, ada, { book, person: 'Ada', rights: ['edit'] });
  assert.equal((await alerts(ada)).length, 3);
  await takeRights(desk, ada, { book, person: 'Rio', rights: ['see'] });
  await changeRule(desk, masterKey, ada, { rule: id, channels: [] });
  await takeRights(desk, ada, { book, person: 'Ada', rights: ['see'] });
  assert.deepEqual(await alerts(ada), []);
  await giveRights(desk, ada, { book, person: 'Ada', rights: ['edit'] });
  await deleteBook(desk, masterKey, ada, { book, name: 'Treasury' });
  await next();
  const left = await world.store.db.selectFrom('alerts').select(['state', 'cause_ended_at']).execute();
  assert.ok(left.every(({ state, cause_ended_at }) => state === 'resolved' && cause_ended_at !== null));
});
