// What docs/deploying.md and the files in ops/ and examples/ name exists, and three nodes on one machine work.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { untilCaughtUp } from '../examples/three-nodes/postgres.ts';
import { startWorld } from '../examples/three-nodes/world.ts';
import { SETTINGS } from '../packages/server/src/service/config.ts';
import { cases } from './support/counts.ts';
import { codeBlocks } from './support/guide-blocks.ts';
import { cleanUp, repository, temporaryFolder } from './support/rf.ts';

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

test('the settings in the example exist', () => {
  const known = new Set<string>(SETTINGS.map(({ name }) => name));
  const [example] = codeBlocks('docs/deploying.md').filter(({ language }) => language === 'ini');
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
  const [block] = codeBlocks('docs/deploying.md').filter(({ language }) => language === 'js');
  const calls = [...block!.text.matchAll(/world\.(\S+?)\(\)/g)].map(([, call]) => call);
  assert.deepEqual(calls, ['nodes[0].pause', 'primary.kill', 'standby.promote', 'stop']);
});

test('three nodes: every caller is answered while a node is killed or hangs, and the standby has everything', {
  skip: cases(true, false),
}, async (t) => {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  const world = await startWorld({ folder, env: { RF_DAILY_RUN: 'off', RF_DEMO_UNTIL: '2026-04-10' } });
  cleanUp(t, () => world.stop());
  const [first, second] = world.nodes;
  const statuses = async () => {
    const asked = Array.from({ length: 12 }, () => fetch(`${world.nginx.url}/api/public/scores`));
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };
  assert.deepEqual([...(await statuses())], [200]);
  await first!.kill();
  assert.deepEqual([...(await statuses())], [200], 'a node was killed');
  await first!.start();
  second!.pause();
  assert.deepEqual([...(await statuses())], [200], 'a node hangs');
  second!.resume();
  await untilCaughtUp(world.primary, world.standby);
  const count = 'select count(*)::int as count from indicators';
  const [before] = await world.primary.query(count, 'rf');
  await world.primary.kill();
  await world.standby.promote();
  assert.deepEqual((await world.standby.query(count, 'rf'))[0], before);
  assert.deepEqual([...(await statuses())], [200], 'prepared responses need no database');
});
