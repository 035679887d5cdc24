// A PostgreSQL store behind a network and a server that fail: nothing hangs, and everything works again afterwards.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { connectStore } from '@rf-indicators/core/store/connect';
import { listenOnPostgres } from '@rf-indicators/core/store/postgres-listener';
import { PostgresPool } from '@rf-indicators/core/store/postgres-pool';
import type { ConnectOptions, Store } from '@rf-indicators/core/store/store';
import { storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { moveTopic } from '@rf-indicators/core/store/topics';
import { sql } from 'kysely';
import { cases } from '../../../../test/support/counts.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { createDatabase, startPostgres } from '../../../../test/support/postgres.ts';
import { startPostgresPair } from '../../../../test/support/postgres-pair.ts';
import { locationFrom } from '../../../../test/support/stores.ts';
import { startTcpProxy, type TcpProxy, through } from '../../../../test/support/tcp-proxy.ts';
import { MIGRATED } from '../../../../test/support/templates.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';

/** More than a query takes on a machine with other work to do. */
const QUERY_MS = 3000;

async function behindProxy(
  t: TestContext,
  options: ConnectOptions = {},
): Promise<{ store: Store; proxy: TcpProxy; url: string }> {
  const { databaseUrl, dataDir } = await locationFrom(MIGRATED, 'postgres', t);
  const proxy = await startTcpProxy(Number(new URL(databaseUrl!).port));
  cleanUp(t, () => proxy.stop());
  const url = through(proxy, databaseUrl!);
  const store = await connectStore(
    { dataDir, databaseUrl: url },
    { connections: 1, queryMs: QUERY_MS, ...options },
  );
  cleanUp(t, () => store.close());
  return { store, proxy, url };
}

const read = ({ db }: Store) => db.selectFrom('topics').select('version').execute();
const write = (store: Store) => store.transaction((writes) => moveTopic(writes, 'desk'));
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => storeFaultOf(error) ?? `another error: ${error}`,
  );

/** Until it works, and how long that took. */
async function untilIt(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (;;) {
    try {
      await work();
      return performance.now() - begun;
    } catch (error) {
      if (performance.now() - begun > PATIENCE_MS) throw error;
      await wait(50);
    }
  }
}

test('a network that drops everything fails queries in time, and is forgotten when it is back', async (t) => {
  const { store, proxy } = await behindProxy(t);
  await read(store);
  await proxy.setMode('drop');
  // The second waits for the connection of the first.
  assert.deepEqual(await Promise.all([faultOf(read(store)), faultOf(write(store))]), [
    'unreachable',
    'unreachable',
  ]);
  await proxy.setMode('forward');
  await read(store);
  await write(store);
});

test('a connection that was cut within a transaction is not used again', async (t) => {
  const { store, proxy } = await behindProxy(t);
  const cut = store.transaction(async (writes) => {
    await moveTopic(writes, 'desk');
    proxy.cutAll();
    // Long enough for the driver to notice while no query runs.
    await wait(50);
    await moveTopic(writes, 'events');
  });
  assert.equal(await faultOf(cut), 'unreachable');
  assert.deepEqual(await read(store), [{ version: 0 }, { version: 0 }, { version: 0 }, { version: 0 }]);
  assert.equal(await write(store), 1);
});

test('whoever waits for a connection learns at once that none can be made', async (t) => {
  const { store, proxy } = await behindProxy(t);
  await proxy.setMode('refuse');
  const begun = performance.now();
  const faults = await Promise.all(Array.from({ length: 20 }, () => faultOf(read(store))));
  assert.deepEqual([...new Set(faults)], ['unreachable']);
  assert.ok(performance.now() - begun < 20 * QUERY_MS, 'not one after another');
});

test('a query beside its own transaction fails where it would wait for ever', async (t) => {
  const { store } = await behindProxy(t);
  const nested = store.transaction(() => read(store));
  assert.equal(await faultOf(nested), 'unreachable');
  await read(store);
});

test('the database ends a statement that waits too long for a lock, and frees its own', async (t) => {
  const { store, url } = await behindProxy(t, { queryMs: 2000 });
  const other = await connectStore({ dataDir: temporaryFolder(t), databaseUrl: url });
  cleanUp(t, () => other.close());
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = other.transaction(async (writes) => {
    await moveTopic(writes, 'desk');
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  assert.equal(await faultOf(write(store)), 'busy');
  released.resolve();
  await holding;
  assert.equal(await write(store), 2);
});

test('a node that vanishes within a transaction keeps its locks no longer than it may idle', async (t) => {
  const { store, proxy, url } = await behindProxy(t, { idleTransactionMs: 500 });
  const vanished = store.transaction(async (writes) => {
    await moveTopic(writes, 'desk');
    await proxy.setMode('drop');
    await wait(100);
    await moveTopic(writes, 'events');
  });
  assert.equal(await faultOf(vanished), 'unreachable');
  await proxy.setMode('forward');
  const other = await connectStore(
    { dataDir: temporaryFolder(t), databaseUrl: url },
    { connections: 1, queryMs: 5000 },
  );
  cleanUp(t, () => other.close());
  assert.equal(await write(other), 1);
});

test('a store is closed although nobody answers', async (t) => {
  const { store, proxy } = await behindProxy(t);
  await read(store);
  await proxy.setMode('drop');
  await store.close();
});

test('a listener notices that its connection is dead, and listens again', async (t) => {
  const { store, proxy, url } = await behindProxy(t, { connections: 2 });
  let heard = 0;
  const events = {
    notify: () => {
      heard += 1;
    },
    onStandby: () => assert.fail('it is a primary'),
  };
  const listener = listenOnPostgres({ connectionString: url }, events, { everyMs: 100, answerMs: 300 });
  cleanUp(t, () => listener.stop());
  listener.listenTo(['desk']);
  const hears = () =>
    untilIt(async () => {
      const before = heard;
      await write(store);
      await wait(50);
      assert.ok(heard > before);
    });
  await hears();
  await proxy.setMode('drop');
  await wait(600);
  await proxy.setMode('forward');
  await hears();
});

/** Greets as a database does, and never answers a query. */
async function startSilentServer(t: TestContext): Promise<{ port: number; greeted: () => number }> {
  let greeted = 0;
  const server = createServer((socket) => {
    cleanUp(t, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('data', () => {
      greeted += 1;
      const authenticated = Buffer.from('R\0\0\0\x08\0\0\0\0');
      const process = Buffer.from('K\0\0\0\x0c\0\0\0\x01\0\0\0\x01');
      const ready = Buffer.from('Z\0\0\0\x05I');
      socket.write(Buffer.concat([authenticated, process, ready]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => server.close());
  return { port: (server.address() as AddressInfo).port, greeted: () => greeted };
}

test('a listener whose first question is not answered connects again', async (t) => {
  const { port, greeted } = await startSilentServer(t);
  const events = { notify: () => undefined, onStandby: () => assert.fail('nobody said so') };
  const connectionString = `postgres://someone@127.0.0.1:${port}/any`;
  const listener = listenOnPostgres({ connectionString }, events, { everyMs: 100, answerMs: 100 });
  cleanUp(t, () => listener.stop());
  listener.listenTo(['desk']);
  await untilIt(async () => assert.ok(greeted() > 1));
});

test('a connection that was under way when the server became read-only is replaced too', async (t) => {
  const { databaseUrl } = await locationFrom(MIGRATED, 'postgres', t);
  let opened = 0;
  const config = {
    connectionString: databaseUrl!,
    stream: () => {
      opened += 1;
      return new Socket();
    },
  };
  const limits = { queryMs: QUERY_MS, idleTransactionMs: null };
  const pool = new PostgresPool(config, { max: 2, limits, waitMs: QUERY_MS });
  cleanUp(t, () => pool.end());
  const connecting = pool.connect();
  await nextTurn();
  assert.equal(opened, 1);
  pool.replaceConnections();
  (await connecting).release();
  assert.equal(opened, 2);
  (await pool.connect()).release();
  assert.equal(opened, 2, 'the new one is used again');
});

test('a server that is killed and started again is used again', async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const { url } = await createDatabase(server.url);
  const store = await connectStore({ dataDir: temporaryFolder(t), databaseUrl: url }, { queryMs: QUERY_MS });
  cleanUp(t, () => store.close());
  const ask = () => sql`select 1`.execute(store.db);
  for (const how of ['immediate', 'fast'] as const) {
    await Promise.all([ask(), ask()]);
    await server.pause(how);
    assert.equal(await faultOf(ask()), 'unreachable');
    await server.resume();
    await ask();
  }
});

/** With a table, and a proxy in front of the primary that can be pointed to the standby. */
async function storeWithStandby(t: TestContext) {
  const pair = await startPostgresPair(t, { synchronous: true });
  const { url } = await createDatabase(pair.primary.url);
  const proxy = await startTcpProxy(pair.primary.port);
  cleanUp(t, () => proxy.stop());
  const store = await connectStore(
    { dataDir: temporaryFolder(t), databaseUrl: through(proxy, url) },
    { connections: 3, queryMs: QUERY_MS },
  );
  cleanUp(t, () => store.close());
  await sql`create table kept (id integer primary key)`.execute(store.db);
  return { pair, proxy, store };
}

test('after a switch to the standby, writes go to it, and what was acknowledged is there', async (t) => {
  const { pair, proxy, store } = await storeWithStandby(t);
  const insert = (id: number) => sql`insert into kept (id) values (${id})`.execute(store.db);
  await Promise.all([insert(1), insert(2), insert(3)]);
  // The primary refuses writes and keeps its connections, which lead to the wrong server from now on.
  await pair.demote();
  assert.equal(await faultOf(insert(4)), 'read_only');
  await pair.promote();
  proxy.pointTo(pair.standby.port);
  const took = await untilIt(() => insert(5));
  t.diagnostic(`writes again after ${Math.round(took)} ms`);
  await Promise.all([insert(6), insert(7), insert(8)]);
  const { rows } = await sql<{ id: number }>`select id from kept order by id`.execute(store.db);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [1, 2, 3, 5, 6, 7, 8],
  );
});

test('a primary that dies loses nothing that was acknowledged, if its standby is synchronous', async (t) => {
  const { pair, proxy, store } = await storeWithStandby(t);
  const acknowledged: number[] = [];
  let next = 0;
  let isDone = false;
  const writeOn = async () => {
    while (!isDone) {
      next += 1;
      const id = next;
      await sql`insert into kept (id) values (${id})`.execute(store.db).then(
        () => acknowledged.push(id),
        () => wait(20),
      );
    }
  };
  const writers = [writeOn(), writeOn(), writeOn()];
  await until('writes are acknowledged', () => acknowledged.length > 10);
  await pair.killPrimary();
  const before = acknowledged.length;
  const begun = performance.now();
  await pair.promote();
  proxy.pointTo(pair.standby.port);
  await untilIt(async () => assert.ok(acknowledged.length > before));
  t.diagnostic(
    `${before} writes before; the next ${Math.round(performance.now() - begun)} ms after the promotion began`,
  );
  isDone = true;
  await Promise.all(writers);
  const { rows } = await sql<{ id: number }>`select id from kept`.execute(store.db);
  const kept = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
  );
});

test('many writers of one row all succeed, however often they conflict', async (t) => {
  const { databaseUrl, dataDir } = await locationFrom(MIGRATED, 'postgres', t);
  const connections = 8;
  const stores = await Promise.all(
    [1, 2, 3].map(() => connectStore({ dataDir, databaseUrl }, { connections })),
  );
  for (const store of stores) cleanUp(t, () => store.close());
  const rounds = cases(2, 12);
  // Each reads first, so that a write in between is a conflict.
  const moveAfterReading = (store: Store) =>
    store.transaction(async (writes) => {
      await writes.selectFrom('topics').selectAll().execute();
      await moveTopic(writes, 'desk');
    });
  // As many at once as there are connections: nobody uses up the time for retries with waiting for one.
  for (let round = 0; round < rounds; round += 1) {
    const moves = stores.flatMap((store) =>
      Array.from({ length: connections }, () => moveAfterReading(store)),
    );
    await Promise.all(moves);
  }
  const { version } = await stores[0]!.db
    .selectFrom('topics')
    .select('version')
    .where('topic', '=', 'desk')
    .executeTakeFirstOrThrow();
  assert.equal(version, rounds * stores.length * connections);
});
