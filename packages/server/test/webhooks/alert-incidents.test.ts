// No incident stays open at PagerDuty for nothing: what was triggered there is resolved, whatever ends it here.

import assert from 'node:assert/strict';
import { deleteBook } from '@rf-indicators/core/books/books';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { showAlert } from '@rf-indicators/core/watch/alerts';
import { acknowledgeAlert, closeAlert } from '@rf-indicators/core/watch/handling';
import { changeRule, deleteRule, switchRule } from '@rf-indicators/core/watch/rules';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { publishedWorld, type World } from '../../../../test/support/world.ts';
import { alertPlace } from './alert-place.ts';

interface Incident extends Awaited<ReturnType<typeof alertPlace>> {
  world: World;
  alert: string;
  /** The rule tells in digests alone from now on. */
  quiet(): Promise<unknown>;
  actions(): string[];
}

async function incident(world: World, t: Lifetime): Promise<Incident> {
  const { desk, masterKey } = world;
  const place = await alertPlace(world, t);
  const { rio, rule, pagerDuty, breach, next, alerts } = place;
  await breach('50');
  await next();
  const [{ id: alert } = { id: '' }] = await alerts(rio);
  const actions = () => {
    const keys = new Set(pagerDuty.accepted.map(({ dedup_key }) => dedup_key));
    assert.deepEqual([[...keys], pagerDuty.refused], [[`rf-alert-${alert}`], []]);
    return pagerDuty.accepted.map(({ event_action }) => String(event_action));
  };
  assert.deepEqual(actions(), ['trigger']);
  const quiet = () => changeRule(desk, masterKey, rio, { rule, at_once: false });
  return { ...place, world, alert, quiet, actions };
}

const ENDS: Record<string, (given: Incident) => Promise<unknown>> = {
  'its book is deleted': ({ world: { desk, masterKey }, rio, book }) =>
    deleteBook(desk, masterKey, rio, { book, name: 'Treasury' }),
  'its rule uses another channel': ({ world: { desk, masterKey }, rio, rule, channels }) =>
    changeRule(desk, masterKey, rio, { rule, channels: channels.slice(0, 1) }),
  'its rule is deleted': async ({ world: { desk, masterKey }, rio, rule, quiet }) => {
    await quiet();
    await deleteRule(desk, masterKey, rio, { rule });
  },
  'its rule is switched off': async ({ world: { desk, masterKey }, rio, rule, quiet }) => {
    await quiet();
    await switchRule(desk, masterKey, rio, { rule, on: false });
  },
  'its rule watches something else': ({ world: { desk, masterKey, idOf }, rio, rule }) =>
    changeRule(desk, masterKey, rio, {
      ...{ rule, book: '', providers: [idOf('FX-05')], conditions: [{ kind: 'withdrawn' }], channels: [] },
    }),
  'it is closed': async ({ world: { desk, masterKey }, rio, alert, quiet }) => {
    await quiet();
    await closeAlert(desk, masterKey, rio, { alert });
  },
  'its cause ends': async ({ world: { desk, masterKey }, rio, book, quiet }) => {
    await quiet();
    await saveVersion(desk, masterKey, rio, { book, contents: contentsOf([positionOf('p0', '5.00')]) });
  },
};

for (const [how, end] of Object.entries(ENDS))
  onEachStore(`an incident is resolved when ${how}`, async (kind, t) => {
    const given = await incident(await publishedWorld(kind, t), t);
    await end(given);
    await given.next();
    assert.deepEqual(given.actions(), ['trigger', 'resolve']);
    await given.next(60);
    assert.deepEqual(given.actions(), ['trigger', 'resolve'], 'once');
  });

onEitherStore('a channel that a rule uses again is told of what is worse then', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, store } = world;
  const { rio, rule, alert, channels, breach, next, actions } = await incident(world, t);
  const use = (some: string[]) => changeRule(desk, masterKey, rio, { rule, channels: some });
  await use([]);
  await next();
  const { deliveries } = await showAlert(store.db, masterKey, rio, alert);
  assert.deepEqual(
    deliveries
      .filter(({ channel }) => channel.kind === 'pagerduty')
      .map(({ what, status }) => [what, status]),
    [
      ['opened', 'delivered'],
      ['resolved', 'delivered'],
    ],
  );
  await acknowledgeAlert(desk, masterKey, rio, { alert });
  await use(channels);
  await use([]);
  await next();
  assert.deepEqual(actions(), ['trigger', 'resolve'], 'nothing is triggered there');
  await use(channels);
  await breach('10');
  await next();
  assert.deepEqual(actions(), ['trigger', 'resolve', 'trigger']);
  await closeAlert(desk, masterKey, rio, { alert });
  await next();
  assert.deepEqual(actions(), ['trigger', 'resolve', 'trigger', 'resolve']);
});

onEitherStore('a trigger that failed does not come after its end', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey } = world;
  const { rio, book, pagerDuty, slack, breach, next } = await alertPlace(world, t);
  for (const receiver of [pagerDuty, slack]) receiver.answer = { status: 503 };
  await breach('50');
  await next();
  await next();
  for (const receiver of [pagerDuty, slack]) receiver.answer = null;
  await saveVersion(desk, masterKey, rio, { book, contents: contentsOf([positionOf('p0', '5.00')]) });
  await next();
  await next(60);
  assert.deepEqual(
    pagerDuty.accepted.map(({ event_action }) => event_action),
    ['resolve'],
  );
  assert.equal(slack.accepted.length, 1);
  assert.match(JSON.stringify(slack.accepted), /Resolved: /);
});
