// What rf doctor says of a PostgreSQL server and of the nodes that share it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCHEDULED_WORK, takeLease } from '@rf-indicators/core/nodes/lease';
import { noteNode } from '@rf-indicators/core/nodes/registry';
import { connectStore } from '@rf-indicators/core/store/connect';
import { sql } from 'kysely';
import { START } from '../../../../test/support/desk-fixture.ts';
import { foundedDesk } from '../../../../test/support/founded-desk.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { emptyLocation, onDurablePostgres } from '../../../../test/support/stores.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { envOf, runCommand } from './run-command.ts';
import { doctor } from './run-doctor.ts';

onDurablePostgres();

test('a PostgreSQL that may lose committed data is reported', async (t) => {
  const location = await emptyLocation('postgres', t);
  const env = envOf(location);
  await runCommand(initCommand, [], { env, now: START });
  const { db, close } = await connectStore(location);
  cleanUp(t, close);
  await sql`alter database ${sql.ref(new URL(location.databaseUrl!).pathname.slice(1))} set synchronous_commit = off`.execute(
    db,
  );
  const { code, states, about } = await doctor(env);
  assert.deepEqual([code, states.store], [1, 'fail']);
  assert.match(about('store').what, /synchronous_commit/);
});

test('nodes that share a store are reported, with the one that does the scheduled work', async (t) => {
  const location = await emptyLocation('postgres', t);
  const { desk } = await foundedDesk(location, t);
  const { store } = desk;
  const note = (name: string, version: string) =>
    store.transaction((writes) => noteNode(writes, store.kind, { name, version, startedAt: 1 }, [], 0));
  await note('one', '0029-nodes');
  await note('two', '0029-nodes');
  const nodes = async () => (await doctor(envOf(location))).about('nodes');
  assert.match((await nodes()).what, /^2 nodes are running \(one, two\), but none does the scheduled work$/);
  await takeLease(store.db, { name: SCHEDULED_WORK, holder: 'two' }, 60_000);
  assert.match((await nodes()).what, /^2 nodes are running \(one, two\); two does the scheduled work$/);
  await note('one', '0030-next');
  assert.match((await nodes()).what, /in different versions \(0030-next, 0029-nodes\)$/);
});
