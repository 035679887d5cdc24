// Alerts go 400 days after their cause ended, and what was sent after 30 days. What goes on stays.

import assert from 'node:assert/strict';
import { askForLimits } from '@rf-indicators/core/books/limits';
import { addPagerDuty } from '@rf-indicators/core/watch/channels';
import { forgetAlerts } from '@rf-indicators/core/watch/forget';
import { closeAlert } from '@rf-indicators/core/watch/handling';
import { switchRule } from '@rf-indicators/core/watch/rules';
import { limitOf, limitsOf } from '../../../../test/support/books.ts';
import { onEachStore } from '../../../../test/support/stores.ts';
import { evaluate, watchers } from '../../../../test/support/watch.ts';
import { DAY, MINUTE, publishedWorld } from '../../../../test/support/world.ts';

const KEY = '0123456789abcdef0123456789ABCDEF';

onEachStore('what ended is deleted in time, and what goes on is not', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, store, idOf } = world;
  const { rio, rule, book: create, alerts } = await watchers(world);
  await evaluate(world);
  const { id: channel } = await addPagerDuty(desk, masterKey, rio, { name: 'On call', routing_key: KEY });
  const book = await create(rio, [idOf('FX-05'), idOf('FX-01')]);
  const given = { book, conditions: [{ kind: 'limit_breached' as const }], channels: [channel] };
  const [ended, closed, lasting] = [await rule(rio, given), await rule(rio, given), await rule(rio, given)];
  await evaluate(world);
  desk.moveTo(desk.clock() + MINUTE);
  await askForLimits(desk, masterKey, rio, { book, document: limitsOf(limitOf('lending', '50')) });
  await evaluate(world);
  const sentAt = desk.clock();
  const alertOf = async (of: string) => (await alerts(rio)).find((one) => one.rule.id === of)?.id;
  const [first, second, third] = [await alertOf(ended), await alertOf(closed), await alertOf(lasting)];
  await closeAlert(desk, masterKey, rio, { alert: second! });
  desk.moveTo(desk.clock() + MINUTE);
  await switchRule(desk, masterKey, rio, { rule: ended, on: false });
  const endedAt = desk.clock();
  await store.transaction((writes) =>
    writes.updateTable('alert_deliveries').set({ status: 'delivered' }).execute(),
  );
  const left = async (now: number) => {
    await forgetAlerts(store, now);
    const { db } = store;
    const [alertRows, changes, deliveries] = [
      await db.selectFrom('alerts').select('id').execute(),
      await db.selectFrom('alert_changes').select('alert_id as id').distinct().execute(),
      await db.selectFrom('alert_deliveries').select('alert_id as id').distinct().execute(),
    ];
    return [alertRows, changes, deliveries].map((rows) => rows.map(({ id }) => id).sort());
  };
  const all = [first, second, third].sort();
  assert.deepEqual(await left(sentAt + 30 * DAY), [all, all, all]);
  assert.deepEqual(await left(endedAt + 30 * DAY + 1), [all, all, [third]], 'it may have to be resolved');
  assert.deepEqual(await left(endedAt + 400 * DAY), [all, all, [third]]);
  const others = [second, third].sort();
  assert.deepEqual(
    await left(endedAt + 400 * DAY + 1),
    [others, others, [third]],
    'the cause of a closed alert goes on',
  );
});

onEachStore('a message that waits is not deleted, and a test that was sent is', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey, store } = world;
  const { rio } = await watchers(world);
  const { id } = await addPagerDuty(desk, masterKey, rio, { name: 'On call', routing_key: KEY });
  const row = { channel_id: id, recipient: '', alert_id: null, change: 0, attempts: 1, last_error: null };
  const at = desk.clock();
  await store.transaction(async (writes) => {
    for (const status of ['pending', 'delivered', 'failed', 'cancelled'] as const)
      await writes
        .insertInto('alert_deliveries')
        .values({ ...row, about: `test/${status}`, status, due_at: at, created_at: at, finished_at: null })
        .execute();
  });
  await forgetAlerts(store, at + 30 * DAY + 1);
  const left = await store.db.selectFrom('alert_deliveries').select('about').execute();
  assert.deepEqual(
    left.map(({ about }) => about),
    ['test/pending'],
  );
});
