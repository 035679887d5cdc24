// A node whose database is away serves on, refuses what needs the database in bounded time, and recovers by itself; one
// that starts meanwhile waits.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../../../../examples/three-nodes/program.ts';
import { startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import { cleanUp, type Lifetime, wholeFile } from '../../../../test/support/lifetime.ts';
import { createDatabase, startPostgres } from '../../../../test/support/postgres.ts';
import { repository } from '../../../../test/support/repository.ts';
import { startTcpProxy, through } from '../../../../test/support/tcp-proxy.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { holdPort } from '../../src/service/held-port.ts';

const server = await startPostgres();
cleanUp(wholeFile, () => server.stop());
const { url: databaseUrl } = await createDatabase(server.url);
const proxy = await startTcpProxy(server.port);
cleanUp(wholeFile, () => proxy.stop());
const env = {
  DATABASE_URL: through(proxy, databaseUrl),
  // The first days of the story are enough here.
  RF_DEMO_UNTIL: '2026-04-03',
  RF_LIMIT_SCORE_REQUESTS: '1000000',
};
const api = await startApi(wholeFile, { ownProcess: true, env });
const key = api.keys.ENTERPRISE;
const HOT = '/api/v1/scores/cobaltine-markets';

let asked = 0;
/** A read that is not in memory: a key that nobody has been given. */
const coldRead = () => {
  asked += 1;
  return api.get(`/api/public/verify/RF-00000-00000-00000-00000-0${String(asked).padStart(5, '0')}`);
};
const write = () => {
  asked += 1;
  return api.call('POST', '/api/public/score-request', { body: { provider_name: `Provider ${asked}` } });
};
async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await work, performance.now() - begun];
}

const FAULTS: Record<string, { begin(): Promise<unknown> | unknown; end(): Promise<unknown> | unknown }> = {
  'the network drops everything': {
    begin: () => proxy.setMode('drop'),
    end: () => proxy.setMode('forward'),
  },
  'the server is stopped in the middle of everything (SIGSTOP)': {
    begin: () => signalAll('SIGSTOP'),
    end: () => signalAll('SIGCONT'),
  },
  'the server dies without a checkpoint': {
    begin: () => server.pause('immediate'),
    end: () => server.resume(),
  },
  'connections are refused': {
    begin: () => proxy.setMode('refuse'),
    end: () => proxy.setMode('forward'),
  },
};

/** The processes of connections are children of the server's. */
function signalAll(signal: NodeJS.Signals): void {
  for (const pid of [server.pid, ...childrenOf(server.pid)]) process.kill(pid, signal);
}

for (const [fault, { begin, end }] of Object.entries(FAULTS).slice(0, cases(1, 4))) {
  test(`${fault}: prepared answers are served, others refused in time, and all is well afterwards`, async (t) => {
    assert.equal((await api.get(HOT, key)).status, 200);
    assert.equal((await coldRead()).status, 404);
    assert.equal((await write()).status, 202);
    await begin();
    const [[read, readMs], [written, writeMs]] = await Promise.all([timed(coldRead()), timed(write())]);
    assert.deepEqual([read.status, written.status], [503, 503]);
    // A query may take 8 s, and wait for a connection before that.
    assert.ok(Math.max(readMs, writeMs) < PATIENCE_MS, `${readMs} and ${writeMs} ms`);
    assert.equal((await api.get(HOT, key)).status, 200);
    await until('the status says so', async () => {
      const { json } = await api.get('/readyz');
      return json.status === 'degraded';
    });
    await wait(cases(0, 30_000));
    await end();
    const [reads, writes] = await Promise.all([
      until('reads work again', async () => (await coldRead()).status === 404),
      until('writes work again', async () => (await write()).status === 202),
    ]);
    await until('the status is well again', async () => (await api.get('/readyz')).json.status === 'ready');
    t.diagnostic(
      `refused after ${Math.round(readMs)} and ${Math.round(writeMs)} ms; works after ${Math.round(reads)} and ${Math.round(writes)} ms`,
    );
  });
}

test('nothing crashed meanwhile, and no thread was started again', () => {
  assert.doesNotMatch(api.errors(), /unhandled|uncaught|ERR_UNHANDLED/i);
  assert.doesNotMatch(api.errors(), /the thread ended|is restarting/);
});

test('a node stops although its database does not answer', async (t) => {
  await proxy.setMode('drop');
  const [code, ms] = await timed(api.stop());
  t.diagnostic(`${Math.round(ms)} ms`);
  assert.equal(code, 0);
  await proxy.setMode('forward');
});

interface Starting {
  said(): string;
  ended: Promise<number | null>;
  stop(): void;
}

function startAgain(t: Lifetime, more: Record<string, string>): Starting {
  const launcher = path.join(repository, 'packages/server/bin/rf.mjs');
  const child = spawn(process.execPath, [launcher, 'serve', '--demo'], {
    env: { ...process.env, RF_DATA_DIR: api.dataDir, ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  cleanUp(t, async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { said: () => said, ended, stop: () => child.kill('SIGTERM') };
}

test('a node that starts without its database says so, keeps its port closed, and starts with it', async (t) => {
  await proxy.setMode('refuse');
  const { port } = holdPort();
  const starting = startAgain(t, { PORT: String(port) });
  await until('it says that it waits', async () =>
    /Waiting for the database at 127\.0\.0\.1:\d+\/\w+/.test(starting.said()),
  );
  await assert.rejects(fetch(`http://127.0.0.1:${port}/api/health`));
  await proxy.setMode('forward');
  await until('it listens', async () => /is listening/.test(starting.said()));
  assert.match(starting.said(), /The database at \S+ responds after \d+ s\./);
  assert.equal(
    (await fetch(`http://127.0.0.1:${port}${HOT}`, { headers: { 'x-api-key': key } })).status,
    200,
  );
  starting.stop();
  assert.equal(await starting.ended, 0);
});

test('a node that waits for its database ends when it is asked to', async (t) => {
  await proxy.setMode(cases('refuse', 'drop'));
  const starting = startAgain(t, { PORT: '0' });
  await until('it says that it waits', async () => /Waiting for the database/.test(starting.said()));
  starting.stop();
  assert.equal(await starting.ended, 0);
  await proxy.setMode('forward');
});

test('a database that does not exist is not waited for', async (t) => {
  const missing = new URL(env.DATABASE_URL);
  missing.pathname = '/nowhere';
  const starting = startAgain(t, { DATABASE_URL: missing.href, PORT: '0' });
  assert.equal(await starting.ended, 2);
  assert.match(starting.said(), /The database that DATABASE_URL names does not exist/);
});
