// The master key is replaced while real services run: one with a key file, and two nodes with RF_MASTER_KEY.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { masterKeyFile } from '@rf-indicators/core/secrets/master-key';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { keyedDesk, requestIn } from '../cli/keyed-desk.ts';

type Env = Record<string, string>;

/** Of a service on the store of these people. */
const serve = (t: Lifetime, env: Env) =>
  startServer(t, { dataDir: env.RF_DATA_DIR!, demo: false, env: { ...env, RF_TOKEN: '' } });

async function stateOf(env: Env): Promise<{
  stage: string;
  older_entries: number;
  nodes: { name: string; leader: boolean; master_keys: string[] }[];
}> {
  const { stdout, stderr } = await rf(['master-key', 'status', '--json'], { env });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

/** Both through the service, as somebody does who is not on its machine. */
async function decide(operator: Env, reviewer: Env, url: string): Promise<void> {
  const asked = await rf(['master-key', 'rotate', '--reason', 'Ivy left.'], {
    env: { ...operator, RF_URL: url },
  });
  assert.equal(asked.code, 0, asked.stderr);
  const approved = await rf(['approvals', 'approve', requestIn(asked.stdout)], {
    env: { ...reviewer, RF_URL: url },
  });
  assert.equal(approved.code, 0, approved.stderr);
  assert.match(approved.stdout, /^Approved: master_key\.rotate(.|\n)*The service does it in the background/);
}

const staffThrough = (url: string, env: Env) => rf(['staff', 'list'], { env: { ...env, RF_URL: url } });

test('a service uses a new key without a restart, and goes on after kill -9', async (t) => {
  const location = await emptyLocation('sqlite', t, 'disk');
  const { operator, reviewer } = await keyedDesk(location);
  const first = await serve(t, operator);
  const keys = async () => (await stateOf(operator)).nodes[0]?.master_keys ?? [];
  await until('the node says which key it has', async () => (await keys()).length === 1);
  assert.equal((await rf(['master-key', 'new'], { env: operator })).code, 0);
  await until('the node has both', async () => (await keys()).length === 2);
  await decide(operator, reviewer, first.url);
  await first.kill();

  const second = await serve(t, operator);
  await until('the service has sealed everything', async () => (await stateOf(operator)).stage === 'done');
  await until('the node says so again', async () => (await keys()).length === 2);
  const dropped = await rf(['master-key', 'drop'], { env: operator });
  assert.equal(dropped.code, 0, dropped.stderr);
  await until('the node has one', async () => (await keys()).length === 1);
  assert.match((await staffThrough(second.url, reviewer)).stdout, /Rita/);
  const verified = await rf(['verify', '--all'], { env: operator });
  assert.match(verified.stdout, /VERIFIED/);
  assert.equal(await second.stop(), 0);
  assert.doesNotMatch(second.errors(), /"level":"error"/);
});

test('two nodes get the new key one after the other, and nobody is shut out', async (t) => {
  const location = await emptyLocation('postgres', t);
  const { operator, reviewer } = await keyedDesk(location);
  const old = readFileSync(masterKeyFile(location.dataDir), 'utf8').trim();
  const made = await rf(['master-key', 'new'], { env: { ...operator, RF_MASTER_KEY: old } });
  const fresh = /^ {2}(\S{44})$/m.exec(made.stdout)![1]!;
  const start = (name: string, ...keys: string[]) =>
    serve(t, { ...operator, RF_NODE: name, RF_MASTER_KEY: keys.join(' ') });
  const nodes = { one: await start('one', old), two: await start('two', old) };
  const restart = async (name: keyof typeof nodes, ...keys: string[]) => {
    assert.equal(await nodes[name].stop(), 0);
    nodes[name] = await start(name, ...keys);
    for (const { url } of Object.values(nodes)) {
      const listed = await staffThrough(url, reviewer);
      assert.match(listed.stdout, /Rita/, listed.stderr);
    }
  };
  await restart('one', old, fresh);
  await restart('two', old, fresh);
  await restart('one', fresh, old);
  const here = { ...operator, RF_MASTER_KEY: `${fresh} ${old}` };
  await until('both say which keys they have', async () =>
    (await stateOf(here)).nodes.every(({ master_keys }) => master_keys.length === 2),
  );
  const early = await rf(['master-key', 'rotate', '--reason', 'Ivy left.'], { env: here });
  assert.match(
    early.stderr,
    /a running node uses another key: two \(\w{8}\)\. Put \w{8} first on every node/,
  );

  await restart('two', fresh, old);
  await until('both use the new key', async () => {
    const { nodes } = await stateOf(here);
    return nodes.length === 2 && nodes.every(({ master_keys: [key] }) => key === nodes[0]!.master_keys[0]);
  });
  await decide(here, { ...reviewer, RF_MASTER_KEY: here.RF_MASTER_KEY }, nodes.one.url);
  await until('the leader has sealed everything', async () => (await stateOf(here)).stage === 'done');
  assert.match((await rf(['master-key', 'drop'], { env: here })).stdout, /Set RF_MASTER_KEY on every node/);
  await restart('one', fresh);
  await restart('two', fresh);
  const verified = await rf(['verify', '--all'], { env: { ...operator, RF_MASTER_KEY: fresh } });
  assert.match(verified.stdout, /VERIFIED/);
});
