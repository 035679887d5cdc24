// The service and its witnesses: checkpoints are submitted, cosignatures that verify are stored and handed out, and missing
// ones are reported.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { computationAnswer } from '@rf-indicators/core/desk/publication/computation';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { lacksCosignatures, readCosigning } from '@rf-indicators/core/log/cosignatures';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import type { Witness } from '@rf-indicators/core/log/witnesses';
import { LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import type { Store } from '@rf-indicators/core/store/store';
import {
  openCosignatures,
  parseVerifierKey,
  parseWitnessKey,
  parseWitnessSigner,
  verifyAnswer,
  witnessKeyFromSeed,
} from '@rf-indicators/engine';
import { dropTriggers } from '../../../../test/support/desk-fixture.ts';
import { cleanUp, type Lifetime, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow, type World } from '../../../../test/support/world.ts';
import { parseLogs } from '../../src/cli/witness/followed-logs.ts';
import { createWitnessServer } from '../../src/cli/witness/witness-server.ts';
import { WitnessState } from '../../src/cli/witness/witness-state.ts';
import { readConfig } from '../../src/service/config.ts';
import { collectCosignatures } from '../../src/workers/background/cosigning.ts';

const texts = (number: number) =>
  witnessKeyFromSeed(`witness.example/w${number}`, new Uint8Array(32).fill(number));

async function listen(t: Lifetime, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A real witness that follows the log of the world. */
async function startWitness(t: TestContext, { store }: World, number: number): Promise<Witness> {
  const { signer, verifier } = await texts(number);
  const keys = await store.db.selectFrom('signing_keys').select('public_key').execute();
  const state = new WitnessState(path.join(temporaryFolder(t), 'state'));
  cleanUp(t, () => state.close());
  const logs = await parseLogs(keys.map(({ public_key }) => public_key).join('\n'));
  const witness = { signer: await parseWitnessSigner(signer), logs, state, clock: Date.now };
  const url = await listen(
    t,
    createWitnessServer(witness, (error) => assert.fail(String(error))),
  );
  return { key: await parseWitnessKey(verifier), url };
}

/** A witness that answers everything with this text. */
async function answeringWitness(
  t: TestContext,
  number: number,
  status: number,
  text: string,
): Promise<Witness> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(text);
  });
  return { key: await parseWitnessKey((await texts(number)).verifier), url: await listen(t, server) };
}

const sizes = async ({ store }: World) => {
  const rows = await store.db
    .selectFrom('cosignatures')
    .selectAll()
    .orderBy('tree_size')
    .orderBy('witness_key_id')
    .execute();
  return rows.map(({ tree_size, witness_name }) => `${tree_size} ${witness_name.split('/')[1]}`);
};

async function publishAgain(world: World, value: string): Promise<number> {
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', value);
  await publishNow(world);
  const { tree_size } = await world.store.db
    .selectFrom('log_state')
    .select('tree_size')
    .executeTakeFirstOrThrow();
  return tree_size;
}

onEitherStore('every checkpoint is cosigned, also after a rotation, and handed out', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  await publishNow(world);
  const first = (await db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow()).tree_size;
  const witnesses = [await startWitness(t, world, 1), await startWitness(t, world, 2)];
  const collect = () => collectCosignatures(world.store, witnesses, world.desk.clock);
  await collect();
  assert.deepEqual(await sizes(world), [`${first} w1`, `${first} w2`]);
  await collect();
  const second = await publishAgain(world, '4.00');
  const third = await publishAgain(world, '5.00');
  await collect();
  const signed = await db.selectFrom('checkpoints').select('tree_size').orderBy('tree_size').execute();
  const since = signed.map(({ tree_size }) => tree_size).filter((size) => size >= first);
  assert.ok(since.includes(second) && since.at(-1) === third);
  const all = since.flatMap((size) => [`${size} w1`, `${size} w2`]);
  assert.deepEqual(await sizes(world), all, 'the checkpoints between two rounds are cosigned too');

  const { note } = (await latestCheckpoint(db))!;
  const keys = witnesses.map(({ key }) => key);
  assert.equal((await openCosignatures(note, keys)).length, 2);
  const { verification_id } = await db
    .selectFrom('indicators')
    .select('verification_id')
    .orderBy('log_index', 'desc')
    .executeTakeFirstOrThrow();
  const answer = (await computationAnswer(db, verification_id, ''))!;
  const { public_key } = await db.selectFrom('signing_keys').select('public_key').executeTakeFirstOrThrow();
  const pinned = await parseVerifierKey(public_key);
  const report = await verifyAnswer(answer, [pinned], { witnesses: keys, required: 2 });
  assert.deepEqual([report.fault, report.checks.at(-1)!.check], [null, 'witnesses']);
  const { findings, cosignatures } = await verifyAll(db, { pinned, witnesses: keys });
  assert.deepEqual([findings, cosignatures], [[], all.length]);

  const settings = { masterKey: world.masterKey, pinned, checkpointFile: null };
  await rotateSigningKey(world.desk, world.people.operator, settings);
  // The rotation is signed by both keys; what follows needs the new one, which these witnesses do not know.
  await collect();
  const fifth = await publishAgain(world, '6.00');
  await assert.rejects(collect(), /w1.* did not cosign: it answered 403/);
  const informed = [await startWitness(t, world, 3)];
  await collectCosignatures(world.store, informed, world.desk.clock);
  assert.ok((await sizes(world)).includes(`${fifth} w3`));
});

onEitherStore('an altered cosignature is found by verify', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  await publishNow(world);
  const witness = await startWitness(t, world, 1);
  await collectCosignatures(world.store, [witness], world.desk.clock);
  await assert.rejects(db.updateTable('cosignatures').set({ line: 'x' }).execute(), /append-only/);
  await dropTriggers(world.desk, 'cosignatures');
  const { line } = await db.selectFrom('cosignatures').selectAll().executeTakeFirstOrThrow();
  await db
    .updateTable('cosignatures')
    .set({ line: line.replace(/(.{20})(.)(=*)$/, (_, a, b, c) => a + (b === 'A' ? 'Q' : 'A') + c) })
    .execute();
  const { findings } = await verifyAll(db, { witnesses: [witness.key] });
  assert.deepEqual(
    findings.map(({ record }) => record.split(' ')[0]),
    ['cosignatures'],
  );
});

test('what does not verify is not stored, and one witness does not hold up another', async (t) => {
  const world = await foundedWorld('sqlite', t);
  await publishNow(world);
  const { note } = (await latestCheckpoint(world.store.db))!;
  const good = await startWitness(t, world, 1);
  const stranger = await startWitness(t, world, 3);
  const broken: [Witness, RegExp][] = [
    [await answeringWitness(t, 2, 200, ''), /did not cosign/],
    [await answeringWitness(t, 2, 200, `— witness.example/w2 ${'A'.repeat(100)}\n`), /no cosignature by/],
    [await answeringWitness(t, 2, 200, `${note.split('\n').at(-2)}\n`), /no cosignature by/],
    [await answeringWitness(t, 2, 200, 'x'.repeat(100_000)), /more than 65536 bytes/],
    [await answeringWitness(t, 2, 422, 'no\n'), /it answered 422: no/],
    [await answeringWitness(t, 2, 409, 'what?\n'), /409 without the size/],
    [await answeringWitness(t, 2, 409, '0\n'), /its tree changed from 0 to 0/],
    [await answeringWitness(t, 2, 409, '999999\n'), /has cosigned 999999 entries.*rolled back/],
    [{ key: (await answeringWitness(t, 2, 200, '')).key, url: stranger.url }, /no cosignature by/],
    [{ key: good.key, url: 'http://127.0.0.1:9' }, /did not cosign/],
  ];
  for (const [witness, message] of broken)
    await assert.rejects(collectCosignatures(world.store, [witness], world.desk.clock), message);
  assert.deepEqual(await sizes(world), []);
  await assert.rejects(collectCosignatures(world.store, [broken[4]![0], good], world.desk.clock), /422/);
  assert.equal((await sizes(world)).length, 1);
});

test('a lost answer is asked for again', async (t) => {
  const world = await foundedWorld('sqlite', t);
  await publishNow(world);
  const witness = await startWitness(t, world, 1);
  await collectCosignatures(world.store, [witness], world.desk.clock);
  await dropTriggers(world.desk, 'cosignatures');
  await world.store.db.deleteFrom('cosignatures').execute();
  await collectCosignatures(world.store, [witness], world.desk.clock);
  assert.equal((await sizes(world)).length, 1);
});

test('too few cosignatures are reported after some minutes', async (t) => {
  const world = await foundedWorld('sqlite', t);
  const { db } = world.store;
  assert.equal(
    lacksCosignatures(await readCosigning(db), 1, world.desk.clock()),
    false,
    'there is no checkpoint yet',
  );
  await publishNow(world);
  const signedAt = (await readCosigning(db)).checkpointAt!;
  const lacks = async (quorum: number, minutes: number) =>
    lacksCosignatures(await readCosigning(db), quorum, signedAt + minutes * 60_000);
  assert.deepEqual([await lacks(1, 5), await lacks(1, 11), await lacks(0, 11)], [false, true, false]);
  await collectCosignatures(world.store, [await startWitness(t, world, 1)], world.desk.clock);
  assert.deepEqual([await lacks(1, 11), await lacks(2, 11)], [false, true]);
});

test('the settings name keys and addresses, and a quorum that can be reached', async () => {
  const { verifier } = await texts(1);
  const two = `${verifier} https://w.example/x/, ${verifier} http://127.0.0.1:1`;
  const { witnesses, witnessQuorum } = readConfig({ RF_WITNESSES: two });
  assert.deepEqual(
    witnesses.map(({ url }) => url),
    ['https://w.example/x', 'http://127.0.0.1:1'],
  );
  assert.equal(witnessQuorum, 2);
  assert.equal(readConfig({}).witnessQuorum, 0);
  assert.equal(readConfig({ RF_WITNESSES: two, RF_WITNESS_QUORUM: '1' }).witnessQuorum, 1);
  assert.throws(() => readConfig({ RF_WITNESSES: two, RF_WITNESS_QUORUM: '3' }), /RF_WITNESS_QUORUM is 3/);
  assert.throws(() => readConfig({ RF_WITNESSES: verifier }), /RF_WITNESSES must consist of/);
  assert.throws(() => readConfig({ RF_WITNESSES: `${verifier} ftp://x` }), /RF_WITNESSES must consist of/);
});

test('a node that lost the lease does not say that a witness failed', async () => {
  const store = {
    get db(): never {
      throw new LeaseLost(null);
    },
  } as unknown as Store;
  const witness: Witness = {
    key: await parseWitnessKey((await texts(1)).verifier),
    url: 'http://127.0.0.1:1',
  };
  await assert.rejects(
    collectCosignatures(store, [witness], () => 0),
    LeaseLost,
  );
});
