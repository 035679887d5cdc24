// The forged history: somebody with write access to the database, but not to the files beside it, adds a signing key of
// their own, changes a score, and signs statements, log and checkpoints again. A key that is pinned outside the store
// refuses this at every step.

import assert from 'node:assert/strict';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { keyChain } from '@rf-indicators/core/log/key-chain';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import {
  appendLeaves,
  canonicalJson,
  formatCheckpoint,
  type JsonValue,
  leafHash,
  parseSignerKey,
  parseVerifierKey,
  rootFrom,
  type Signer,
  signerKeyFromSeed,
  signNote,
  signObject,
  treeInMemory,
  type VerifierKey,
} from '@rf-indicators/engine';
import { dropTriggers } from '../../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { approvedDraft, DAY, enter, publishedWorld, type World } from '../../../../../test/support/world.ts';

const WANTED = { final_score: '91.52', risk_band: 'LOW' };

async function genuineKey({ store }: World): Promise<VerifierKey> {
  const { public_key } = await store.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow();
  return parseVerifierKey(public_key);
}

/** Replaces the key of the store by one with the same name, or adds it beside the genuine one. */
async function plantKey({ store, desk }: World, { keepGenuine }: { keepGenuine: boolean }): Promise<Signer> {
  const { db } = store;
  const genuine = await db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow();
  const name = genuine.public_key.split('+')[0]!;
  const texts = await signerKeyFromSeed(name, new Uint8Array(32).fill(66));
  const signer = await parseSignerKey(texts.signer);
  if (!keepGenuine) await db.deleteFrom('signing_keys').execute();
  else await db.updateTable('signing_keys').set({ valid_until: desk.clock() }).execute();
  await db
    .insertInto('signing_keys')
    .values({ ...genuine, key_id: signer.id, public_key: texts.verifier, valid_until: null })
    .execute();
  return signer;
}

/** Turns the score of one provider into another and makes all of the log follow from that, signed with the planted key. */
async function forge(world: World, signer: Signer): Promise<void> {
  const { db } = world.store;
  for (const table of ['indicators', 'log_leaves', 'log_nodes', 'checkpoints'])
    await dropTriggers(world.desk, table);
  const rows = await db.selectFrom('indicators').selectAll().orderBy('log_index').execute();
  for (const { verification_id, statement, provider_id, log_index } of rows) {
    const content = JSON.parse(statement) as Record<string, JsonValue>;
    const forged = provider_id === world.idOf('FX-01') ? { ...content, ...WANTED } : content;
    const text = canonicalJson(forged);
    await db
      .updateTable('indicators')
      .set({ statement: text, signature: JSON.stringify(await signObject(forged, signer)) })
      .where('verification_id', '=', verification_id)
      .execute();
    await db.updateTable('log_leaves').set({ leaf: text }).where('idx', '=', log_index).execute();
  }
  await rebuildLog(world, signer);
}

async function rebuildLog({ store: { db } }: World, signer: Signer): Promise<void> {
  const leaves = await db.selectFrom('log_leaves').selectAll().orderBy('idx').execute();
  const hashes: Uint8Array[] = [];
  for (const { idx, leaf } of leaves) {
    const hash = await leafHash(Buffer.from(leaf));
    hashes.push(hash);
    const leaf_hash = Buffer.from(hash).toString('base64');
    await db.updateTable('log_leaves').set({ leaf_hash }).where('idx', '=', idx).execute();
  }
  const none = () => Promise.reject(new Error('the tree is empty'));
  for (const { level, index, hash } of await appendLeaves(0, none, hashes)) {
    await db
      .updateTable('log_nodes')
      .set({ hash: Buffer.from(hash).toString('base64') })
      .where('level', '=', level)
      .where('idx', '=', index)
      .execute();
  }
  const readNode = await treeInMemory(hashes);
  for (const { tree_size: treeSize } of await db.selectFrom('checkpoints').selectAll().execute()) {
    const rootHash = await rootFrom(treeSize, readNode);
    const note = await signNote(formatCheckpoint({ origin: signer.name, treeSize, rootHash }), [signer]);
    await db.updateTable('checkpoints').set({ note }).where('tree_size', '=', treeSize).execute();
  }
}

for (const keepGenuine of [true, false]) {
  const how = keepGenuine ? 'beside the genuine key' : 'in place of the genuine key';
  onEitherStore(`a history forged with a key ${how} is refused at every step`, async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, people, publisher, store } = world;
    const pinned = await genuineKey(world);
    assert.deepEqual((await verifyAll(store.db, { pinned })).findings, []);
    const { note } = await store.db.selectFrom('checkpoints').select('note').executeTakeFirstOrThrow();

    const signer = await plantKey(world, { keepGenuine });
    await forge(world, signer);
    const records = async (trust: Parameters<typeof verifyAll>[1]) =>
      (await verifyAll(store.db, trust)).findings.map(({ record }) => record.split(' ')[0]);
    const found = await records({ pinned });
    for (const table of ['signing_keys', 'indicators', 'checkpoints'])
      assert.ok(found.includes(table), table);
    assert.ok((await records({ checkpoints: [note] })).includes('log'), 'a kept checkpoint alone shows it');

    desk.moveTo(desk.clock() + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    const runId = await approvedDraft(world);
    const altered = /Nothing was signed, because the store was altered/;
    await assert.rejects(publishRun(desk, people.operator, runId, { ...publisher, pinned }), altered);
    const settings = { masterKey: world.masterKey, pinned, checkpointFile: null };
    await assert.rejects(rotateSigningKey(desk, people.operator, settings), altered);
    const kept = { ...publisher, checkpoints: [note] };
    await assert.rejects(publishRun(desk, people.operator, runId, kept), /contradicts the signed checkpoint/);
  });
}

onEitherStore('a planted key needs a rotation that its predecessor signed', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people, store, masterKey } = world;
  const first = await genuineKey(world);
  desk.moveTo(desk.clock() + DAY);
  await rotateSigningKey(desk, people.operator, { masterKey, pinned: first, checkpointFile: null });
  const chain = await keyChain(store.db, first);
  assert.deepEqual([chain.keys.length, chain.problems], [2, []]);
  const second = chain.keys[1]!.key;
  assert.deepEqual((await keyChain(store.db, second)).problems, [], 'a later key can be pinned too');
  assert.deepEqual((await verifyAll(store.db, { pinned: first })).findings, []);

  // The rotation is a leaf of the log, but signed by nobody who may.
  const forger = await parseSignerKey(
    (await signerKeyFromSeed(first.name, new Uint8Array(32).fill(9))).signer,
  );
  const rotation = {
    kind: 'key_rotation',
    new_key: forger.verifierKey,
    old_key: second.text,
    rotated_at: new Date(desk.clock()).toISOString(),
  };
  const signatures = [await signObject(rotation, forger), await signObject(rotation, forger)];
  const leaf = canonicalJson({ rotation, signatures } as unknown as JsonValue);
  const { tree_size } = await store.db.selectFrom('log_state').selectAll().executeTakeFirstOrThrow();
  const leaf_hash = Buffer.from(await leafHash(Buffer.from(leaf))).toString('base64');
  await store.db
    .insertInto('log_leaves')
    .values({ idx: tree_size, kind: 'key_rotation', leaf, leaf_hash })
    .execute();
  const { problems, keys } = await keyChain(store.db, first);
  assert.deepEqual(problems, [
    { record: `log_leaves ${tree_size}`, problem: 'is not a rotation that both keys signed' },
  ]);
  assert.equal(keys.length, 2);
});

onEitherStore('periods of validity are those of the rotations', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, people, store, masterKey } = world;
  const pinned = await genuineKey(world);
  desk.moveTo(desk.clock() + DAY);
  await rotateSigningKey(desk, people.operator, { masterKey, pinned, checkpointFile: null });
  const problems = async () => (await keyChain(store.db, pinned)).problems.map(({ problem }) => problem);
  await store.db
    .updateTable('signing_keys')
    .set({ valid_from: 1 })
    .where('valid_until', 'is', null)
    .execute();
  assert.deepEqual(await problems(), ['is valid from another time than its rotation says']);
  await store.db
    .updateTable('signing_keys')
    .set({ valid_until: 2 })
    .where('valid_until', 'is not', null)
    .execute();
  assert.ok((await problems()).includes('is valid until another time than the rotations say'));
});
