// Two nodes on one PostgreSQL database: one of them does the scheduled work, and the other takes over when it dies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listNodes } from '@rf-indicators/core/nodes/registry';
import { connectStore } from '@rf-indicators/core/store/connect';
import { cases } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { rfInOwnProcess } from '../../../../test/support/rf-process.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';

const location = await emptyLocation('postgres', wholeFile);
const environment = (node: string) => ({
  DATABASE_URL: location.databaseUrl!,
  RF_DATA_DIR: location.dataDir,
  RF_DEMO_UNTIL: '2026-04-02',
  RF_NODE: node,
});
const start = (node: string) => startServer(wholeFile, { dataDir: location.dataDir, env: environment(node) });
const servers: Record<string, Awaited<ReturnType<typeof start>>> = {
  one: await start('one'),
  two: await start('two'),
};
const store = await connectStore(location);
wholeFile.after(() => store.close());

const nodes = () => listNodes(store.db, store.kind, Date.now());
const leader = async () => (await nodes()).find((node) => node.leader)?.name ?? null;
const other = (name: string) => (name === 'one' ? 'two' : 'one');
const gauges = async (name: string) => {
  const text = await (await fetch(`${servers[name]!.url}/metrics`)).text();
  const figure = (gauge: string) => Number(new RegExp(`^${gauge} (\\d+)$`, 'm').exec(text)![1]);
  return { nodes: figure('rf_nodes'), leader: figure('rf_leader'), steady: figure('rf_clock_steady') };
};
const fence = async () => (await store.db.selectFrom('leases').select('fence').executeTakeFirst())?.fence;

test('one of two nodes does the scheduled work, and both say who they are', async () => {
  await until('there is a leader', async () => (await leader()) !== null);
  const leading = (await leader())!;
  await until(
    'both know of each other',
    async () => (await gauges('one')).nodes + (await gauges('two')).nodes === 4,
  );
  assert.deepEqual(await gauges(leading), { nodes: 2, leader: 1, steady: 1 });
  assert.deepEqual(await gauges(other(leading)), { nodes: 2, leader: 0, steady: 1 });
});

test('a second process with the name of a running node is refused', async () => {
  const { code, stdout, stderr } = await rfInOwnProcess(['serve'], { ...environment('one'), PORT: '0' });
  assert.equal(code, 2);
  assert.match(stdout, /A node named one was running a moment ago\./);
  assert.match(stderr, /Another node named one is running on this store\. Set RF_NODE/);
});

test('a leader that is paused is replaced, and does nothing when it resumes', {
  skip: cases(true, false),
}, async () => {
  const paused = (await leader())!;
  const before = (await fence())!;
  process.kill(servers[paused]!.pid!, 'SIGSTOP');
  await until('the other takes over', async () => (await leader()) === other(paused));
  process.kill(servers[paused]!.pid!, 'SIGCONT');
  await until('it knows', async () => (await gauges(paused)).leader === 0);
  await until('both run', async () => (await nodes()).filter(({ live }) => live).length === 2);
  assert.equal(await leader(), other(paused));
  assert.equal(await fence(), before + 1);
});

test('a leader that is killed is replaced, and can start again under its name', async (t) => {
  const killed = (await leader())!;
  await servers[killed]!.kill();
  const took = await until('the other takes over', async () => (await leader()) === other(killed));
  t.diagnostic(`taken over after ${Math.round(took)} ms`);
  await until('it knows', async () => (await gauges(other(killed))).leader === 1);
  servers[killed] = await start(killed);
  await until('both run', async () => (await nodes()).filter(({ live }) => live).length === 2);
});

test('a leader that stops gives its place up at once', async (t) => {
  const stopped = (await leader())!;
  const begun = performance.now();
  assert.equal(await servers[stopped]!.stop(), 0);
  await until('the other takes over', async () => (await leader()) === other(stopped));
  t.diagnostic(`taken over ${Math.round(performance.now() - begun)} ms after the signal`);
  assert.deepEqual(
    (await nodes()).map(({ name }) => name),
    [other(stopped)],
    'its row is gone',
  );
});

test('the leader does all of the scheduled work', { skip: cases(true, false) }, async () => {
  const count = async (table: 'runs' | 'publications' | 'datasets' | 'due_providers') => {
    const found = store.db.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
    return Number((await found.executeTakeFirstOrThrow()).count);
  };
  const runs = await count('runs');
  for (const server of Object.values(servers)) await server.stop();
  // Not as a demo, whose days have a fixed end.
  const server = await startServer(wholeFile, {
    dataDir: location.dataDir,
    demo: false,
    env: environment('three'),
  });
  await until('the daily run is there', async () => (await count('runs')) > runs);
  await until('dumps are there', async () => (await count('datasets')) > 0);
  await until('the due board is there', async () => (await count('due_providers')) > 0);
  assert.equal(await server.stop(), 0);
  assert.doesNotMatch(server.errors(), /"level":"error"/);
});
