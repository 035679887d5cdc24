// rf master-key: from a new key to the removal of the old one, and a backup from before.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { noteNode } from '@rf-indicators/core/nodes/registry';
import { keyTexts, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import { masterKeyIds } from '@rf-indicators/core/store/records/chain-key';
import { rf } from '../../../../test/support/rf.ts';
import { emptyLocation, onEitherStore } from '../../../../test/support/stores.ts';
import { keyedDesk, requestIn } from './keyed-desk.ts';
import { envOf } from './run-command.ts';

onEitherStore(
  'the master key is replaced by commands, and a backup from before is restored',
  async (kind, t) => {
    const location = await emptyLocation(kind, t);
    const { operator, reviewer } = await keyedDesk(location);
    const file = masterKeyFile(location.dataDir);
    const old = readFileSync(file, 'utf8').trim();
    const backup = path.join(location.dataDir, 'before.backup');
    assert.equal((await rf(['backup', backup], { env: operator })).code, 0);
    const run = async (...args: string[]) => rf(args, { env: operator });
    assert.match(
      (await run('master-key', 'status')).stdout,
      /^Keys here {2}\w{8}\nState .*everything belongs to \w{8}.*\nNothing to do/,
    );
    assert.match((await run('master-key', 'drop')).stderr, /There is no older master key/);

    const made = await run('master-key', 'new');
    assert.match(
      made.stdout,
      /now has the new key \w{8}, and after it \w{8}\.\n(.*\n)*.*everybody signs in again/,
    );
    assert.equal(keyTexts(readFileSync(file, 'utf8'))[1], old);
    assert.match((await run('master-key', 'new')).stderr, /already 2 master keys .* rf master-key status/);
    assert.match(
      (await run('master-key', 'drop')).stderr,
      /Nothing was removed\. .*: 1 secret and \d+ entries.* belong to \w{8}\. .*rf master-key rotate/,
    );
    const during = path.join(location.dataDir, 'during.backup');
    assert.equal((await run('backup', during)).code, 0);
    assert.match(
      (await run('doctor')).stdout,
      /warn master key: .*replacement of the master key by \w{8} is not finished: 1 secret and \d+ entries/,
    );

    const asked = await run('master-key', 'rotate', '--reason', 'Ivy left.');
    assert.equal(asked.code, 0, asked.stderr);
    const request = requestIn(asked.stdout);
    const [, freshId] = /key (\w{8}), and/.exec(made.stdout)!;
    assert.match((await run('approvals', 'list')).stdout, new RegExp(`key: ${freshId}\n.*reason: Ivy left`));
    assert.match(
      (await run('master-key', 'status')).stdout,
      new RegExp(`Next .*rf approvals approve ${request}`),
    );
    assert.match((await run('approvals', 'approve', request)).stderr, /somebody else must approve it/);
    const approved = await rf(['approvals', 'approve', request], { env: reviewer });
    assert.equal(approved.code, 0, approved.stderr);
    assert.match(approved.stderr, /sealed: \d+% \(\d+ of \d+\)\n(.*\n)*sealed: 100%/);
    assert.match(approved.stdout, /Approved and done: master_key\.rotate/);
    assert.match((await run('master-key', 'status')).stdout, /Next .*rf master-key drop/);
    // In the other order, as on a node that was not changed yet.
    const both = keyTexts(readFileSync(file, 'utf8'));
    const swapped = { ...operator, RF_MASTER_KEY: both.toReversed().join(' ') };
    for (const command of ['status', 'drop'])
      assert.match(
        Object.values(await rf(['master-key', command], { env: swapped })).join(''),
        new RegExp(`was replaced by ${freshId}.*put ${freshId} first`, 'is'),
      );
    assert.match(
      (await run('doctor')).stdout,
      /warn master key: .*nothing belongs to the older key any more/,
    );
    assert.match((await run('verify', '--all')).stdout, /VERIFIED/);
    const trail = await rf(['audit', '--what', 'master_key.', '--json'], {
      env: { ...operator, RF_TOKEN: '' },
    });
    const actions = JSON.parse(trail.stdout).map(({ action }: { action: string }) => action);
    assert.deepEqual(actions.sort(), ['master_key.rotate', 'master_key.rotated']);

    assert.match((await run('master-key', 'drop')).stdout, /has only the key \w{8}\. Removed: \w{8}/);
    const fresh = readFileSync(file, 'utf8').trim();
    assert.deepEqual(keyTexts(fresh).length, 1);
    assert.match((await run('verify', '--all')).stdout, /VERIFIED/);
    assert.match((await run('doctor')).stdout, /ok {3}master key: opens the signing key/);
    const stale = await rf(['staff', 'roles', 'Rita', 'analyst'], {
      env: { ...operator, RF_MASTER_KEY: old },
    });
    assert.notEqual(stale.code, 0);
    assert.match(stale.stderr, /which this process does not have.*set the new one in RF_MASTER_KEY/);

    const place = await emptyLocation(kind, t);
    const env = { ...envOf(place), RF_CHECKPOINT_FILE: 'off' };
    const refused = await rf(['restore', backup], { env: { ...env, RF_MASTER_KEY: fresh } });
    assert.match(refused.stderr, /it was not made with this master key/);
    const ring = { ...env, RF_MASTER_KEY: `${fresh} ${old}` };
    const restored = await rf(['restore', backup], { env: ring });
    assert.equal(restored.code, 0, restored.stderr);
    assert.match((await rf(['verify', '--all'], { env: ring })).stdout, /VERIFIED/);
    assert.match(
      (await rf(['doctor'], { env: ring })).stdout,
      /replacement of the master key by \w{8} is not finished/,
    );
    assert.match((await rf(['master-key', 'drop'], { env: ring })).stderr, /Nothing was removed/);

    // A backup from the middle is authenticated with the new key, and needs both.
    const halfway = await emptyLocation(kind, t);
    const newOnly = { ...envOf(halfway), RF_CHECKPOINT_FILE: 'off', RF_MASTER_KEY: fresh };
    const taken = await rf(['restore', during], { env: newOnly });
    assert.equal(taken.code, 0, taken.stderr);
    assert.match(
      taken.stdout,
      /MASTER KEY: Records .* belong to the master key \w{8}, which you have not given/,
    );
  },
);

test('with RF_MASTER_KEY the new key is printed once, and nothing is written', async () => {
  const env = { RF_DATA_DIR: '/nowhere', RF_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
  const { code, stdout } = await rf(['master-key', 'new'], { env });
  assert.equal(code, 0);
  const [key] = /^ {2}\S{44}$/m.exec(stdout)!;
  assert.equal(Buffer.from(key.trim(), 'base64').length, 32);
  assert.match(stdout, /On every node/);
  assert.ok(!stdout.includes(env.RF_MASTER_KEY));
});

test('with several running nodes, rf master-key new changes no file', async (t) => {
  const location = await emptyLocation('postgres', t);
  const { operator } = await keyedDesk(location);
  const file = masterKeyFile(location.dataDir);
  const before = readFileSync(file, 'utf8');
  const store = await connectStore(location);
  t.after(() => store.close());
  const ids = masterKeyIds(readMasterKey(location.dataDir, undefined));
  const runs = (name: string) =>
    store.transaction((writes) =>
      noteNode(writes, store.kind, { name, version: 'x', startedAt: 1 }, ids, Date.now()),
    );
  await runs('one');
  await runs('two');
  const made = await rf(['master-key', 'new'], { env: operator });
  assert.match(made.stdout, /Nothing was changed yet\.(.*\n)+.*1\. the present key, then the new one/);
  assert.equal(readFileSync(file, 'utf8'), before);
  const { stdout } = await rf(['master-key', 'status'], { env: operator });
  assert.match(stdout, new RegExp(`Node +one: ${ids[0]}\nNode +two: ${ids[0]}\n`));
});
