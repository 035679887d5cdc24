// Fanning out while members change their endpoints: nothing is lost, and nothing is left where nobody looks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type KyselyPlugin, sql } from 'kysely';
import type { Desk } from '../../src/publishing/desk.ts';
import { disableEndpoint, enableEndpoint } from '../../src/webhooks/endpoint-state.ts';
import { fanOut } from '../../src/webhooks/fan-out.ts';
import { onEachStore } from '../support/stores.ts';
import { claimed, customers } from '../support/workspace-fixture.ts';
import { deliveriesOf, happen, subscribe } from './subscribers.ts';

for (const [act, expected] of [
  [enableEndpoint, 'pending'],
  [disableEndpoint, 'waiting'],
] as const) {
  test(`${act.name} while its deliveries are being made sees them too`, async (t) => {
    const given = await customers('postgres', t);
    const { desk } = given;
    const { member } = await claimed(given);
    const { id } = await subscribe(desk, member);
    if (act === enableEndpoint) await disableEndpoint(desk, member, id);
    await happen(desk);
    // So that the fan-out stands in the middle of its transaction.
    const letGo = await holdTable(desk, 'webhook_messages');
    const fanned = fanOut(desk, '');
    await wait(200);
    const acted = act(desk, member, id);
    await wait(200);
    await letGo();
    assert.deepEqual([await fanned, await acted], [1, 1]);
    assert.deepEqual(
      (await deliveriesOf(desk)).map(({ status }) => status),
      [expected],
    );
  });
}

/** Nobody writes to the table until the function that it gives is called. */
async function holdTable({ store }: Desk, table: string): Promise<() => Promise<void>> {
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

onEachStore('an event is told to a subscriber who came after a look found none', async (kind, t) => {
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
  const db = desk.store.db.withPlugin(meanwhile);
  const looking: Desk = { ...desk, clock: () => desk.clock(), store: { ...desk.store, db } };
  assert.equal(await fanOut(looking, ''), 0);
  assert.equal(await fanOut(desk, ''), 1);
});

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
