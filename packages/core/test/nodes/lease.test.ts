// The lease by which one node does scheduled work, and the fence that keeps a former holder from writing.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fencedStore, LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import {
  giveBackLease,
  type Lease,
  readHolder,
  renewLease,
  SCHEDULED_WORK,
  takeLease,
} from '@rf-indicators/core/nodes/lease';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { Store, Writes } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { emptyStore, locationFrom } from '../../../../test/support/stores.ts';
import { MIGRATED } from '../../../../test/support/templates.ts';
import { until } from '../../../../test/support/until.ts';

const LONG_MS = 60_000;
const take = ({ db }: Store, holder: string, lastsMs = LONG_MS) =>
  takeLease(db, { name: SCHEDULED_WORK, holder }, lastsMs);

const write = (store: Store, at: number) =>
  store.transaction((writes) => writeNote(writes, at)).then(() => 'written');

const writeNote = (writes: Writes, at: number) =>
  writes
    .insertInto('up_periods')
    .values({ id: `p${at}`, node: 'x', started_at: at, last_seen_at: at })
    .execute();

/** Two nodes have connections of their own. */
async function twoStores(t: TestContext): Promise<[Store, Store]> {
  const location = await locationFrom(MIGRATED, 'postgres', t);
  const stores = await Promise.all([connectStore(location), connectStore(location)]);
  for (const store of stores) cleanUp(t, () => store.close());
  return stores;
}

test('one node has the lease until it ends, is given back or is renewed', async (t) => {
  const [one, two] = await twoStores(t);
  const first = (await take(one, 'one'))!;
  assert.deepEqual(first, { name: SCHEDULED_WORK, holder: 'one', fence: 1 });
  assert.equal(await take(two, 'two'), null);
  assert.equal(await readHolder(two.db, SCHEDULED_WORK), 'one');
  assert.equal(await renewLease(one.db, first, 1), true);
  await wait(20);
  assert.equal(await readHolder(two.db, SCHEDULED_WORK), null);
  assert.equal(await renewLease(one.db, first, 1), true, 'nobody took it');
  await wait(20);
  const second = (await take(two, 'two'))!;
  assert.equal(second.fence, 2);
  assert.equal(await renewLease(one.db, first, LONG_MS), false);
  await giveBackLease(one.db, first);
  assert.equal(await readHolder(one.db, SCHEDULED_WORK), 'two', 'only the holder gives it back');
  await giveBackLease(two.db, second);
  assert.equal((await take(one, 'one'))!.fence, 3);
});

test('of many nodes that want it at once, one gets the lease', async (t) => {
  const [one, two] = await twoStores(t);
  for (let round = 1; round <= 10; round += 1) {
    const wanted = Array.from({ length: 12 }, (_, at) => take(at % 2 === 0 ? one : two, `node ${at}`));
    const taken = (await Promise.all(wanted)).filter((lease) => lease !== null);
    assert.deepEqual(
      taken.map(({ fence }) => fence),
      [round],
    );
    await giveBackLease(one.db, taken[0]!);
  }
});

test('a holder that was paused writes nothing after another node took over', async (t) => {
  const [one, two] = await twoStores(t);
  const old = (await take(one, 'one', 1))!;
  const former = fencedStore(one, old);
  assert.equal(await write(former, 1), 'written');
  await wait(20);
  assert.equal(await write(former, 2), 'written', 'nobody has taken over yet');
  const current = fencedStore(two, await take(two, 'two'));
  await assert.rejects(write(former, 3), LeaseLost);
  assert.equal(await write(current, 4), 'written');
  const rows = await one.db.selectFrom('up_periods').select('id').orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['p1', 'p2', 'p4'],
  );
});

test('a holder of the same name does not pass for the former one', async (t) => {
  const [one, two] = await twoStores(t);
  const former = fencedStore(one, await take(one, 'node', 1));
  await wait(20);
  await take(two, 'node');
  await assert.rejects(write(former, 1), LeaseLost);
});

test('the lease changes hands only between transactions of its work, and is renewed during them', async (t) => {
  const [one, two] = await twoStores(t);
  const lease = (await take(one, 'one', 1))!;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const working = fencedStore(one, lease).transaction(async (writes) => {
    await writeNote(writes, 1);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  await wait(20);
  assert.equal(await take(two, 'two'), null, 'expired, but its transaction goes on');
  assert.equal(await renewLease(one.db, lease, 1), true, 'a renewal does not wait for it');
  await wait(20);
  end.resolve();
  await working;
  assert.equal((await take(two, 'two'))!.fence, 2);
});

test('scheduled work that takes long is not disturbed by renewals', async (t) => {
  const [one] = await twoStores(t);
  const lease = (await take(one, 'one'))!;
  const fenced = fencedStore(one, lease);
  let renewals = 0;
  let isDone = false;
  const renewing = (async () => {
    while (!isDone) {
      assert.ok(await renewLease(one.db, lease, LONG_MS));
      renewals += 1;
    }
  })();
  for (let at = 0; at < 100; at += 1) await write(fenced, at);
  isDone = true;
  await renewing;
  assert.ok(renewals > 0);
});

test('PostgreSQL ends a transaction whose node is paused, and another node can take over', async (t) => {
  const [one, two] = await twoStores(t);
  const lease = (await take(one, 'one', 1))!;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const paused = fencedStore(one, lease).transaction(async (writes) => {
    await writeNote(writes, 1);
    const timeout = await sql<{ value: string }>`
      select current_setting('idle_in_transaction_session_timeout') as value`.execute(writes);
    assert.equal(timeout.rows[0]!.value, '8s');
    // A test waits less.
    await sql`set local idle_in_transaction_session_timeout = 100`.execute(writes);
    begun.resolve();
    await end.promise;
    await writeNote(writes, 2);
  });
  paused.catch(() => undefined);
  await begun.promise;
  let taken: Lease | null = null;
  await until('the other takes over', async () => {
    taken = await take(two, 'two');
    return taken !== null;
  });
  assert.equal((taken as Lease | null)?.fence, 2);
  end.resolve();
  await assert.rejects(paused);
  assert.deepEqual(await one.db.selectFrom('up_periods').selectAll().execute(), [], 'the store works on');
});

test('scheduled work cannot write outside a transaction', async (t) => {
  const store = await emptyStore('postgres', t);
  const lease: Lease = (await take(store, 'one'))!;
  const { db } = fencedStore(store, lease);
  assert.throws(() => db.deleteFrom('up_periods').compile(), /only in transactions/);
  await db.selectFrom('up_periods').selectAll().execute();
});

test('on PostgreSQL nobody does scheduled work without the lease', async (t) => {
  const store = await emptyStore('postgres', t);
  assert.throws(() => fencedStore(store, null), LeaseLost);
});

test('a store with only one node needs no lease', async (t) => {
  const store = await emptyStore('sqlite', t);
  assert.equal(fencedStore(store, null), store);
});
