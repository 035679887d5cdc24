// rf serve --workers: several nodes of one machine on one port.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { listNodes } from '@rf-indicators/core/nodes/registry';
import { connectStore } from '@rf-indicators/core/store/connect';
import { cases } from '../../../../test/support/counts.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { holdPort } from '../../src/service/held-port.ts';

/** Nothing listens there: each node counts by itself then, which does not matter here. */
const REDIS = 'redis://127.0.0.1:1';

test('workers are refused without PostgreSQL or Redis, and in wrong numbers', async () => {
  const serve = async (count: string, env: Record<string, string>) => {
    const { code, stderr } = await rf(['serve', '--workers', count], { env: { PORT: '0', ...env } });
    assert.equal(code, 2);
    return stderr;
  };
  assert.match(
    await serve('2', { RF_REDIS_URL: REDIS }),
    /--workers requires PostgreSQL.*Set DATABASE_URL\./,
  );
  assert.match(
    await serve('2', { DATABASE_URL: 'postgres://127.0.0.1:1/none', RF_REDIS_URL: '' }),
    /--workers requires Redis.*Set RF_REDIS_URL\./,
  );
  for (const count of ['0', '65', 'x']) assert.match(await serve(count, {}), /from 1 to 64/);
});

test('workers that cannot listen end, and the primary process with them', {
  timeout: 5 * PATIENCE_MS,
}, async (t) => {
  const { dataDir, databaseUrl } = await emptyLocation('postgres', t);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => new Promise((resolve) => taken.close(resolve)));
  const { port } = taken.address() as AddressInfo;
  const env = {
    ...{ HOST: '127.0.0.1', PORT: String(port) },
    ...{ DATABASE_URL: databaseUrl!, RF_REDIS_URL: REDIS, RF_DEMO_UNTIL: '2026-04-02' },
  };
  await assert.rejects(startServer(t, { dataDir, args: ['--workers', '2'], env }), /exit code 2\b/);
});

test('workers share a port, are replaced when they die, and are restarted without a refused connection', async (t) => {
  const location = await emptyLocation('postgres', t);
  const metrics = holdTwoPorts();
  const server = await startServer(t, {
    dataDir: location.dataDir,
    args: ['--workers', '2'],
    env: {
      DATABASE_URL: location.databaseUrl!,
      RF_REDIS_URL: REDIS,
      RF_NODE: 'box',
      RF_METRICS: `127.0.0.1:${metrics}`,
      RF_DRAIN_SECONDS: '1',
      RF_DEMO_UNTIL: '2026-04-02',
    },
  });
  const store = await connectStore(location);
  cleanUp(t, () => store.close());
  const nodes = async () => (await listNodes(store.db, store.kind, Date.now())).filter(({ live }) => live);
  const startedAt = async () => (await nodes()).map(({ started_at }) => started_at);
  await until('both are nodes', async () => (await nodes()).length === 2);
  await until('one leads', async () => (await nodes()).filter(({ leader }) => leader).length === 1);
  assert.deepEqual(
    (await nodes()).map(({ name }) => name),
    ['box/1', 'box/2'],
  );
  const gauge = async (port: number, name: string) => {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  await until(
    'each has its metrics',
    async () => (await gauge(metrics, 'rf_leader')) + (await gauge(metrics + 1, 'rf_leader')) === 1,
  );
  await until('they know of each other', async () => (await gauge(metrics, 'rf_nodes')) === 2);

  // On new connections and on one that is kept, throughout.
  let isDone = false;
  let answers = 0;
  const asking = (async () => {
    while (!isDone) {
      const headers: Record<string, string> = answers % 2 === 0 ? { connection: 'close' } : {};
      const response = await fetch(`${server.url}/api/health`, { headers });
      assert.equal(response.status, 200);
      await response.text();
      answers += 1;
    }
  })();
  const before = await startedAt();
  process.kill(server.pid!, 'SIGHUP');
  await Promise.race([
    asking,
    until('both were restarted', async () => {
      const now = await startedAt();
      return now.length === 2 && now.every((at) => !before.includes(at));
    }),
  ]);
  await until('it says so', async () => server.errors().includes('All workers were restarted.'));
  assert.equal(
    server.errors().split('The service answers for 1 s more').length - 1,
    2,
    'each of them drained',
  );
  isDone = true;
  await asking;
  t.diagnostic(`${answers} requests during the restart, none failed`);
  assert.ok(answers > 20);

  if (cases(false, true)) {
    const [, second] = await startedAt();
    process.kill(newestChildOf(server.pid!), 'SIGKILL');
    await until('it was replaced', async () => !(await startedAt()).includes(second!));
    await until('the new one serves', async () => (await gauge(metrics + 1, 'rf_nodes')) === 2);
    assert.match(server.errors(), /Worker 2 ended by SIGKILL\. Another one takes its place in 1 s\./);
  }
  assert.equal(await server.stop(), 0);
  assert.deepEqual(await nodes(), [], 'each removed its row');
});

/** The second worker was restarted last. */
function newestChildOf(parent: number): number {
  const isChild = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`);
    } catch {
      return false;
    }
  };
  return Math.max(...readdirSync('/proc').map(Number).filter(isChild));
}

/** The port and the next one. */
function holdTwoPorts(): number {
  for (;;) {
    const { port } = holdPort();
    try {
      holdPort('127.0.0.1', port + 1);
      return port;
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
    }
  }
}
