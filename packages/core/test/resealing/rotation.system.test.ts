// The master key is replaced by two people, in portions, and the older key is of no use afterwards.

import assert from 'node:assert/strict';
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSigningSecret } from '@rf-indicators/core/accounts/signing-secret';
import { performAct } from '@rf-indicators/core/acts/perform';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { keyState } from '@rf-indicators/core/resealing/key-state';
import { continueRotation, sealEverythingAgain } from '@rf-indicators/core/resealing/rotation';
import {
  createMasterKeyFile,
  keyTexts,
  masterKeyFile,
  readMasterKey,
} from '@rf-indicators/core/secrets/master-key';
import { addMasterKey, dropOlderKeys } from '@rf-indicators/core/secrets/master-key-file';
import { connectStore } from '@rf-indicators/core/store/connect';
import { digestRows, nextLink } from '@rf-indicators/core/store/records/chain';
import { chainKeyFrom } from '@rf-indicators/core/store/records/mac';
import { provedRows } from '@rf-indicators/core/store/records/proved';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Store } from '@rf-indicators/core/store/store';
import { endpointSealPurpose } from '@rf-indicators/core/webhooks/endpoint-secrets';
import { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import { Forger } from '../../../../test/support/forger.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { publishNow } from '../../../../test/support/world.ts';
import { approve, as, giveSecret, keysOf, left, place, problems, REASON } from './place.ts';

onEitherStore(
  'two people replace the master key, and the old one is of no use afterwards',
  async (kind, t) => {
    const given = await place(kind, t);
    const { location, world, store, services, masterKey, workspaceId } = given;
    const { operator, reviewer } = world.people;
    const old = readFileSync(masterKeyFile(location.dataDir), 'utf8').trim();
    const secret = await readSigningSecret(store.db, masterKey, workspaceId);
    const endpointSecret = await giveSecret(given);
    const signer = await currentSigner(store.db, masterKey);
    const message = { workspace_id: workspaceId, event_id: 'e', is_test: 0, body: '{}' };
    const mac = new MessageProof(masterKey).macOf(message);
    await assert.rejects(
      performAct(services, as(operator), 'master_key.rotate', REASON),
      /already belongs to the newest master key.*rf master-key new/,
    );

    addMasterKey(location.dataDir);
    const [newest, ...older] = keyTexts(readFileSync(masterKeyFile(location.dataDir), 'utf8'));
    assert.deepEqual(older, [old]);
    assert.equal(statSync(masterKeyFile(location.dataDir)).mode & 0o777, 0o600);
    assert.ok((await left(given)) > 0);
    assert.deepEqual(await problems(store), []);
    assert.ok(new MessageProof(masterKey).holds({ ...message, mac }));

    const asked = await performAct(services, as(operator), 'master_key.rotate', REASON);
    await assert.rejects(
      performAct(services, as(operator), 'requests.approve', { request: asked.request! }),
      /somebody else must approve it/,
    );
    const before = await left(given);
    assert.ok(before > 0);
    await performAct(services, as(reviewer), 'requests.approve', { request: asked.request! });
    assert.equal(await left(given), 0);
    assert.deepEqual(await problems(store), []);

    const [begun, ended] = await store.db
      .selectFrom('audit')
      .select(['actor', 'action', 'before', 'after'])
      .where('action', 'in', ['master_key.rotate', 'master_key.rotated'])
      .orderBy('seq')
      .execute();
    const [newId, oldId] = (await keyState(world.desk, keysOf(given))).keys;
    assert.deepEqual(JSON.parse(begun!.before!), { key_id: oldId });
    assert.deepEqual(JSON.parse(begun!.after!), { key_id: newId, ...REASON, approved_by: reviewer.id });
    assert.equal(begun!.actor, operator.id);
    assert.equal(ended!.actor, 'service');
    const { key_id, secrets, entries } = JSON.parse(ended!.after!);
    assert.equal(key_id, newId);
    assert.ok(secrets >= 3 && entries > 1000, 'all that belong to the new key');

    dropOlderKeys(location.dataDir);
    assert.equal(readFileSync(masterKeyFile(location.dataDir), 'utf8'), `${newest}\n`);
    assert.deepEqual(await problems(store), []);
    assert.equal(await readSigningSecret(store.db, masterKey, workspaceId), secret);
    const { endpoint_id, sealed_secret } = await store.db
      .selectFrom('endpoint_secrets')
      .selectAll()
      .where('sealed_secret', 'is not', null)
      .executeTakeFirstOrThrow();
    assert.equal(masterKey.open(sealed_secret!, endpointSealPurpose(endpoint_id)), endpointSecret);
    assert.equal((await currentSigner(store.db, masterKey)).id, signer.id);
    world.desk.moveTo(world.desk.clock() + 60_000);
    await publishNow({ ...world, publisher: { ...world.publisher, masterKey } });
    await sealRecords(world.desk, { masterKey, checkpointFile: null });
    assert.deepEqual(await problems(store), []);

    const withOld = await connectStore({ ...location, masterKey: old });
    t.after(() => withOld.close());
    await assert.rejects(
      currentSigner(withOld.db, readMasterKey('', old)),
      /is not the one that sealed.*If the master key was replaced, set the new one/,
    );
    await assert.rejects(
      provedRows(withOld.db, 'staff', () => withOld.db.selectFrom('staff').selectAll().execute()),
      /has a MAC of the master key \w{8}, which this process does not have.*set the new one in RF_MASTER_KEY/,
    );
  },
);

onEitherStore('somebody with the old key and the database makes nobody an operator', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, store } = given;
  const old = readMasterKey('', readFileSync(masterKeyFile(location.dataDir), 'utf8'));
  addMasterKey(location.dataDir);
  await approve(given);
  dropOlderKeys(location.dataDir);

  const forger = await Forger.at(store);
  const row = { staff_id: world.people.analyst.id, role: 'operator', granted_at: 1, granted_by: 'x' };
  const [like] = await forger.rowsOf('staff_roles');
  const forged = { ...like!, ...Object.fromEntries(Object.entries(row).filter(([name]) => name in like!)) };
  await forger.insert('staff_roles', forged);
  const entries = await forger.entries();
  const last = entries.at(-1)!;
  const authority = entries.findLast(({ authority_seq }) => authority_seq !== null)!;
  const salt = Buffer.alloc(16, 1).toString('base64');
  const authority_seq = authority.authority_seq! + 1;
  const entry = {
    ...{
      seq: last.seq + 1,
      table_name: 'staff_roles' as const,
      row_key: rowKey('staff_roles', forged),
      list: null,
    },
    ...{
      row_count: 1,
      salt,
      digest: digestRows('staff_roles', salt, [forged]),
      kind: null,
      note: null,
      authority_seq,
    },
  };
  const link = nextLink(last.link, entry);
  const key = chainKeyFrom(old.deriveAll('record chain'));
  const mac = key.mac({ link, authority_seq, previous: authority.link });
  await store.db
    .insertInto('record_chain')
    .values({ ...entry, link, mac })
    .execute();
  await assert.rejects(
    provedRows(store.db, 'staff_roles', () => store.db.selectFrom('staff_roles').selectAll().execute()),
    new RegExp(`Entry ${entry.seq} of the record chain has a MAC of the master key ${key.id}`),
  );
  assert.match(
    (await problems(store)).join('\n'),
    new RegExp(`record_chain ${entry.seq}: has a MAC of another master key`),
  );
});

onEitherStore('it goes on wherever it stopped, and the store is whole at every step', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, store, masterKey } = given;
  const { operator } = world.people;
  const keys = keysOf(given);
  // Of another process, which has read the entries before.
  const other = await connectStore(location);
  t.after(() => other.close());
  const staff = () => provedRows(other.db, 'staff', () => other.db.selectFrom('staff').selectAll().execute());
  const known = (await staff()).length;

  addMasterKey(location.dataDir);
  await continueRotation({ context: world.desk, keys });
  const all = await left(given);
  assert.ok(all > 1000, 'more than one portion, and nothing is done before two people approve');
  await approve(given, { isServed: true });
  let rest = await left(given);
  assert.ok(rest > 0 && rest <= all, 'the service does it with its scheduled work');
  for (let step = 0; ; step += 1) {
    let portions = 0;
    const isOver = () => {
      portions += 1;
      return portions > 1;
    };
    await continueRotation({ context: world.desk, keys, isOver });
    const now = await left(given);
    if (now === 0) break;
    assert.ok(now < rest, `step ${step}`);
    rest = now;
    assert.equal((await staff()).length, known);
    if (step < 3) assert.deepEqual(await problems(store), []);
  }
  assert.deepEqual(await problems(store), []);
  assert.equal((await staff()).length, known);
  await assert.rejects(
    performAct(given.services, as(operator), 'master_key.rotate', REASON),
    /already belongs to the newest/,
  );
  await sealRecords(world.desk, { masterKey, checkpointFile: null });
  dropOlderKeys(location.dataDir);
  assert.deepEqual(await problems(store), []);
  assert.equal((await staff()).length, known);
});

onEitherStore(
  'a transaction that fails leaves what the old key made, and the same command goes on',
  async (kind, t) => {
    const given = await place(kind, t);
    const { location, world, store } = given;
    addMasterKey(location.dataDir);
    await approve(given, { isServed: true });
    for (let failing = 1; failing <= 3; failing += 1) {
      let begun = 0;
      const failingStore: Store = {
        ...store,
        transaction: (work, options) =>
          store.transaction(async (writes) => {
            begun += 1;
            const result = await work(writes);
            if (begun === failing) throw new Error('the power failed');
            return result;
          }, options),
      };
      const before = await left(given);
      const context = { ...world.desk, store: failingStore };
      await assert.rejects(sealEverythingAgain({ context, keys: keysOf(given) }), /the power failed/);
      assert.ok((await left(given)) <= before);
      assert.deepEqual(await problems(store), []);
    }
    const { done } = await performAct(given.services, as(world.people.operator), 'master_key.rotate', REASON);
    assert.ok(done);
    assert.equal(await left(given), 0);
    assert.deepEqual(await problems(store), []);
  },
);

onEitherStore('a forged entry or secret gets nothing of the new key', async (kind, t) => {
  const given = await place(kind, t);
  const { location, store } = given;
  const forger = await Forger.at(store);
  const [row] = await forger.rowsOf('audit');
  await forger.append('audit', rowKey('audit', row!), []);
  addMasterKey(location.dataDir);
  await assert.rejects(approve(given), /Entry \d+ of the record chain has a wrong MAC.*rf verify --all/);
  assert.match((await problems(store)).join('\n'), /has a wrong MAC/);

  const other = await place(kind, t);
  const forged = await Forger.at(other.store);
  const [secret] = await forged.rowsOf('workspace_secrets');
  await forged.change('workspace_secrets', secret!, { retires_at: 1 });
  addMasterKey(other.location.dataDir);
  await assert.rejects(approve(other), /workspace_secrets .*is not what was recorded/);
});

onEitherStore('of an entry only the salt and the MAC can be changed', async (kind, t) => {
  const { store } = await place(kind, t);
  const change = (values: object) =>
    store.db.updateTable('record_chain').set(values).where('seq', '=', 1).execute();
  for (const values of [{ authority_seq: null }, { note: 'x' }, { kind: 'redaction' }, { link: 'x' }])
    await assert.rejects(change(values), /append-only|never changed/);
  await change({ mac: 'ffffffff:AAAA' });
});

onEitherStore('a request is for the key that was there when it was made', async (kind, t) => {
  const given = await place(kind, t);
  const { location, world, services } = given;
  const { operator, reviewer } = world.people;
  const file = masterKeyFile(location.dataDir);
  addMasterKey(location.dataDir);
  const { request } = await performAct(services, as(operator), 'master_key.rotate', REASON);
  const [, old] = keyTexts(readFileSync(file, 'utf8'));
  writeFileSync(file, `${Buffer.alloc(32, 9).toString('base64')} ${readFileSync(file, 'utf8')} ${old}`, {
    mode: 0o600,
  });
  await assert.rejects(
    performAct(services, as(reviewer), 'requests.approve', { request: request! }),
    /made for another master key/,
  );
});

onEitherStore(
  'an entry that was altered under its link and MAC gets no MAC of the new key',
  async (kind, t) => {
    const given = await place(kind, t);
    const { location, store } = given;
    const forger = await Forger.at(store);
    const [row] = await forger.rowsOf('providers');
    await forger.alterEntry('providers', rowKey('providers', row!), { ...row, slug: 'forged' });
    addMasterKey(location.dataDir);
    await assert.rejects(approve(given), /Entry \d+ of the record chain is not what its link covers/);
  },
);

test('the key file keeps its owner, so that the service can read it after an administrator has changed it', {
  skip: process.getuid?.() !== 0,
}, (t) => {
  const dataDir = temporaryFolder(t);
  createMasterKeyFile(dataDir);
  chownSync(masterKeyFile(dataDir), 65_534, 65_534);
  addMasterKey(dataDir);
  const { uid, gid, mode } = statSync(masterKeyFile(dataDir));
  assert.deepEqual([uid, gid, mode & 0o777], [65_534, 65_534, 0o600]);
});
