// What docs/operate/deploying.md and the files in ops/ and examples/ name exists, and three nodes on one machine work.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import { startNginx } from '../examples/three-nodes/nginx.ts';
import { untilCaughtUp } from '../examples/three-nodes/postgres.ts';
import { until } from '../examples/three-nodes/program.ts';
import { startWorld } from '../examples/three-nodes/world.ts';
import { readConfig, SETTING_LIST } from '../packages/server/src/service/config.ts';
import { holdPort } from '../packages/server/src/service/held-port.ts';
import { cases } from './support/counts.ts';
import { codeBlocks } from './support/guide-blocks.ts';
import { cleanUp, temporaryFolder } from './support/lifetime.ts';
import { repository } from './support/repository.ts';

/** After the drain, as docs/operate/operating.md says. */
const LONGEST_STOP_MS = 10_000;
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

test('the settings in the example exist', () => {
  const known = new Set<string>(SETTING_LIST.map(({ name }) => name));
  const [example] = codeBlocks('docs/operate/deploying.md').filter(({ language }) => language === 'ini');
  const names = [...example!.text.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  assert.ok(names.length > 5);
  for (const name of names) assert.ok(known.has(name), name);
});

test('the container file copies files that exist, and every package that the service needs', () => {
  const text = read('ops/container/Containerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) => files!.split(' '));
  for (const file of copied) assert.ok(existsSync(path.join(repository, file)), file);
  for (const { name } of workspaces()) assert.ok(copied.includes(`packages/${name}/package.json`), name);
  const { dependencies } = workspaces().find(({ name }) => name === 'server')!;
  for (const name of dependencies.filter((each) => each !== 'web'))
    assert.ok(copied.includes(`packages/${name}`), name);
  // A program that draws cards is an optional package of another one, for each kind of machine.
  assert.doesNotMatch(text, /--omit=optional/);
  // Of the web application, the server needs what was built and the charts.
  assert.ok(copied.includes('packages/web/src/charts'));
});

function workspaces(): { name: string; dependencies: string[] }[] {
  return ['contract', 'core', 'engine', 'sdk', 'server', 'web'].map((name) => {
    const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`));
    const ours = Object.keys(dependencies).filter((each) => each.startsWith('@rf-indicators/'));
    return { name, dependencies: ours.map((each) => each.split('/')[1]!) };
  });
}

test('the unit of systemd is valid, and starts files that exist', (t) => {
  const text = read('ops/systemd/rf.service');
  assert.match(text, /\/opt\/rf\/packages\/server\/bin\/rf\.mjs serve/);
  assert.ok(existsSync(path.join(repository, 'packages/server/bin/rf.mjs')));
  if (spawnSync('systemd-analyze', ['--version']).status !== 0)
    return t.diagnostic('systemd-analyze is not installed');
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'ops/systemd/rf.service'], {
    cwd: repository,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test('the program in the guide is the one that is tried below', () => {
  const [block] = codeBlocks('docs/operate/deploying.md').filter(({ language }) => language === 'js');
  const calls = [...block!.text.matchAll(/world\.(\S+?)\(\)/g)].map(([, call]) => call);
  assert.deepEqual(calls, ['restartNodes', 'nodes[0].pause', 'primary.kill', 'standby.promote', 'stop']);
});

test('a stop has more time than a node takes', () => {
  const { drainMs } = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/rf' });
  const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('ops/systemd/rf.service'))!;
  const [, keptSeconds] = /^ {4}keepalive_timeout (\d+)s;$/m.exec(read('ops/nginx/rf.conf'))!;
  const guide = read('docs/operate/deploying.md');
  assert.ok(Number(stopSeconds) * 1000 >= drainMs + LONGEST_STOP_MS);
  assert.match(guide, new RegExp(`--stop-timeout ${stopSeconds} .*\\n`));
  assert.match(guide, new RegExp(`stop_grace_period: ${stopSeconds}s`));
  assert.ok(Number(keptSeconds) * 1000 < drainMs, 'nginx closes idle connections before a node does');
});

test('the commands that restart nodes stop at one that does not become ready', () => {
  const [block] = codeBlocks('docs/operate/deploying.md').filter(({ language }) => language === 'sh');
  const restarted = (unready: string) => {
    const input = `ssh() { echo "$1"; }; curl() { [[ "$*" != *${unready}* ]]; }\n${block!.text}`;
    const { stdout, stderr } = spawnSync('bash', [], { input, encoding: 'utf8' });
    return [...stdout.trim().split('\n'), stderr];
  };
  const [first, second, third] = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];
  assert.deepEqual(restarted('nobody'), [first, second, third, '']);
  assert.deepEqual(restarted(second!), [first, second, `${second} is not ready`, '']);
});

test('nginx: a 503 is not repeated, and of requests that were sent, only reads are tried on other nodes', async (t) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url!);
    if (request.url!.includes('cold')) response.writeHead(503).end();
    else if (request.url!.includes('broken')) request.socket.destroy();
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  // nginx counts the failures of each of them apart, although they are one process here.
  const nginx = await startNginx({ folder: temporaryFolder(t), nodes: Array<number>(8).fill(port) });
  cleanUp(t, () => nginx.stop());
  const ask = async (address: string, method = 'GET') =>
    (await fetch(nginx.url + address, { method })).status;

  for (let count = 0; count < 40; count += 1) assert.equal(await ask('/api/v1/scores?cold'), 503);
  assert.equal(await ask('/api/public/scores'), 200);
  const once503 = seen.filter((url) => url.includes('cold')).length;
  assert.equal(once503, 40, 'a 503 is not repeated');

  const attempts: [address: string, method: string, count: number][] = [
    ['/api/auth/sign-in/email?broken', 'POST', 1],
    ['/console/desk/presence?broken', 'POST', 1],
    ['/api/console/broken', 'POST', 1],
    ['/api/public/score-request?broken', 'POST', 1],
    ['/api/auth/session?broken', 'GET', 3],
    ['/console/documents/broken', 'GET', 3],
    ['/api/console/broken', 'GET', 3],
    ['/api/public/scores?broken', 'GET', 3],
  ];
  for (const [address, method, count] of attempts) {
    assert.equal(await ask(address, method), 502, address);
    assert.equal(seen.filter((url) => url === address).length, count, address);
    seen.length = 0;
  }
});

test('nginx: while nodes are down, every request reaches another one, and no node is left out afterwards', async (t) => {
  const seen: string[] = [];
  const listen = (port: number) =>
    createServer((request, response) => {
      seen.push(request.url!);
      // As a node that stops.
      response.setHeader('connection', 'close').end();
    }).listen(port, '127.0.0.1');
  const ports = [holdPort().port, holdPort().port];
  const nginx = await startNginx({ folder: temporaryFolder(t), nodes: ports });
  cleanUp(t, () => nginx.stop());
  const addresses = ['/api/public/scores', '/api/auth/session', '/console/documents/x', '/api/console/keys'];
  // Each node is the only one in turn, without a pause: nothing is remembered of the times when it was down.
  for (const port of [...ports, ...ports]) {
    const node = listen(port);
    t.after(() => node.close());
    await once(node, 'listening');
    for (const method of ['GET', 'POST', 'GET', 'POST']) {
      for (const address of addresses) {
        const answer = await fetch(nginx.url + address, { method });
        assert.deepEqual([address, method, answer.status], [address, method, 200]);
      }
    }
    node.close();
    await once(node, 'close');
  }
  assert.equal(seen.length, ports.length * 2 * 4 * addresses.length, 'each was sent once');
});

test('no read of the console has an effect, so nginx may repeat it', () => {
  const reads = CONSOLE_OPERATIONS.filter(({ method }) => method === 'GET');
  assert.ok(reads.length > 0);
  for (const { act, entry } of reads) assert.equal(entry.kind, 'read', act);
});

test('three nodes: every caller is answered while a node is killed or hangs, and the standby has everything', {
  skip: cases(true, false),
}, async (t) => {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  const world = await startWorld({ folder, env: { RF_DAILY_RUN: 'off', RF_DEMO_UNTIL: '2026-04-10' } });
  cleanUp(t, () => world.stop());
  const [first, second] = world.nodes;
  // This read is prepared, and has no limit.
  const prepared = Array<string>(12).fill('/api/public/history');
  const statuses = async (addresses = prepared) => {
    const asked = addresses.map((address) => fetch(world.nginx.url + address));
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };
  const cold = (from: number) =>
    Array.from({ length: 12 }, (_, at) => `/api/public/history?limit=${from + at}`);
  assert.deepEqual([...(await statuses())], [200], 'all is well');
  await first!.kill();
  assert.deepEqual([...(await statuses())], [200], 'a node was killed');
  await first!.start();
  second!.pause();
  assert.deepEqual([...(await statuses())], [200], 'a node hangs');
  second!.resume();
  world.primary.pause();
  try {
    let isWaiting = true;
    let answeredMeanwhile = 0;
    const answered = statuses(cold(1)).finally(() => {
      isWaiting = false;
    });
    do {
      assert.deepEqual([...(await statuses())], [200], 'the database is silent');
      if (isWaiting) answeredMeanwhile += 1;
      await wait(500);
    } while (isWaiting);
    assert.ok(answeredMeanwhile > 0, 'prepared responses do not wait for the database');
    assert.deepEqual([...(await answered)], [503], 'the nodes themselves answer');
  } finally {
    world.primary.resume();
  }
  assert.deepEqual([...(await statuses())], [200], 'no node was taken out of service');
  await until('the nodes use the database again', async () => (await statuses(cold(21))).has(200));
  await untilCaughtUp(world.primary, world.standby);
  const count = 'select count(*)::int as count from indicators';
  const [before] = await world.primary.query(count, 'rf');
  await world.primary.kill();
  await world.standby.promote();
  assert.deepEqual([...(await statuses(cold(41)))], [503], 'the database is down');
  assert.deepEqual((await world.standby.query(count, 'rf'))[0], before);
  assert.deepEqual([...(await statuses())], [200], 'prepared responses need no database');
});
