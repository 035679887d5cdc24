// Fanning out while members change their endpoints: nothing is lost, and nothing is left where nobody looks.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Context } from '@rf-indicators/core/context/context';
import { withPlugin } from '@rf-indicators/core/store/records/bound';
import { disableEndpoint, enableEndpoint } from '@rf-indicators/core/webhooks/endpoint-state';
import { type KyselyPlugin, sql } from 'kysely';
import { onEachStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { fanOut } from '../../src/webhooks/queue/fan-out.ts';
import { deliveriesOf, happen, subscribe } from './subscribers.ts';

for (const [act, expected] of [
  [enableEndpoint, 'pending'],
  [disableEndpoint, 'waiting'],
] as const) {
  /** An endpoint that the act will change, and an event for it that nobody has fanned out. */
  const prepared = async (t: TestContext) => {
    const given = await customers('postgres', t);
    const { desk } = given;
    const { member } = await claimed(given);
    // The cursor is there already, as it is but for once in the life of a store.
    await happen(desk);
    await fanOut(desk, '');
    const { id } = await subscribe(desk, member);
    if (act === enableEndpoint) await disableEndpoint(desk, member, id);
    await happen(desk);
    const statuses = async () => (await deliveriesOf(desk)).map(({ status }) => status);
    return { desk, statuses, act: () => act(desk, member, id) };
  };

  test(`${act.name} while its deliveries are being made sees them too`, async (t) => {
    const { desk, statuses, ...given } = await prepared(t);
    // So that the fan-out stands in the middle of its transaction.
    const letGo = await holdTable(desk, 'webhook_messages');
    const fanned = fanOut(desk, '');
    await untilBlocked(desk, 1);
    const acted = given.act();
    await untilBlocked(desk, 2);
    await letGo();
    assert.deepEqual([await fanned, await acted], [1, 1]);
    assert.deepEqual(await statuses(), [expected]);
  });

  test(`deliveries that are made during ${act.name} go by what comes of it`, async (t) => {
    const { desk, statuses, ...given } = await prepared(t);
    // Now it is the act that stands in the middle.
    const letGo = await holdTable(desk, 'webhook_endpoints');
    const acted = given.act();
    await untilBlocked(desk, 1);
    const fanned = fanOut(desk, '');
    await untilBlocked(desk, 2);
    await letGo();
    assert.deepEqual([await acted, await fanned], [0, 1]);
    assert.deepEqual(await statuses(), [expected]);
  });
}

/** So many transactions stand before a lock. */
async function untilBlocked({ store }: Context, count: number): Promise<void> {
  await until(`${count} wait for a lock`, async () => {
    const { rows } = await sql<{ waiting: string }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
    return Number(rows[0]!.waiting) >= count;
  });
}

/** Nobody writes to the table until the function that it gives is called. */
async function holdTable({ store }: Context, table: string): Promise<() => Promise<void>> {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = store.db.transaction().execute(async (writes) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(writes);
    held.resolve();
    await end.promise;
  });
  await held.promise;
  return () => {
    end.resolve();
    return holding;
  };
}

onEachStore(
  'an event reaches a subscriber that was added after the fan-out had found none',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk } = given;
    const { member } = await claimed(given);
    await happen(desk);
    let isFirst = true;
    const meanwhile = afterReading('workspaces', async () => {
      if (!isFirst) return;
      isFirst = false;
      await subscribe(desk, member);
      await happen(desk);
    });
    const db = withPlugin(desk.store.db, meanwhile);
    const looking: Context = { ...desk, clock: () => desk.clock(), store: { ...desk.store, db } };
    assert.equal(await fanOut(looking, ''), 0);
    assert.equal(await fanOut(desk, ''), 1);
  },
);

/** Runs the work when a select from the table has its rows, before whoever asked gets them. */
function afterReading(table: string, work: () => Promise<void>): KyselyPlugin {
  const watched = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"${table}"`)) {
        watched.add(queryId);
      }
      return node;
    },
    async transformResult({ queryId, result }) {
      if (watched.has(queryId)) await work();
      return result;
    },
  };
}
