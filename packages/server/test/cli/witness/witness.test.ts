// The witness protocol (C2SP tlog-witness): every status code, forks, and requests at the same time.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  formatCheckpoint,
  openCheckpoint,
  openCosignatures,
  parseVerifierKey,
  parseWitnessKey,
  parseWitnessSigner,
  signNote,
  witnessKeyFromSeed,
} from '@rf-indicators/engine';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { parseLogs } from '../../../src/cli/witness/followed-logs.ts';
import { witnessCommand } from '../../../src/cli/witness/witness.ts';
import { createWitnessServer, originHash } from '../../../src/cli/witness/witness-server.ts';
import { WitnessState } from '../../../src/cli/witness/witness-state.ts';
import { runCommand } from '../run-command.ts';
import { type GrowingLog, growingLog, logSigner, requestBody } from './growing-log.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const texts = await witnessKeyFromSeed('witness.example/w1', new Uint8Array(32).fill(9));
const witnessKey = await parseWitnessKey(texts.verifier);

interface RunningWitness {
  url: string;
  post(body: string | Uint8Array): Promise<{ status: number; type: string | null; text: string }>;
}

async function startWitness(
  t: TestContext,
  logs: string,
  file = path.join(temporaryFolder(t), 'state'),
): Promise<RunningWitness> {
  const state = new WitnessState(file);
  const signer = await parseWitnessSigner(texts.signer);
  const fail = (error: unknown) => assert.fail(String(error));
  const server = createWitnessServer({ signer, logs: await parseLogs(logs), state, clock: () => NOW }, fail);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    state.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post: RunningWitness['post'] = async (body) => {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: body as string });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  return { url, post };
}

const followed = ({ signer }: GrowingLog) => signer.verifierKey;

test('checkpoints that extend each other are cosigned, and a repeated one again', async (t) => {
  const log = await growingLog(20);
  const { post } = await startWitness(t, followed(log));
  for (const [from, to] of [
    [0, 3],
    [3, 4],
    [4, 4],
    [4, 16],
    [16, 20],
  ] as const) {
    const { status, text } = await post(await log.body(from, to));
    assert.equal(status, 200, `${from} to ${to}: ${text}`);
    const note = (await log.checkpoint(to)) + text;
    const [cosignature] = await openCosignatures(note, [witnessKey]);
    assert.equal(cosignature!.time, NOW / 1000);
  }
});

test('409 names the size that was cosigned last', async (t) => {
  const log = await growingLog(20);
  const { post } = await startWitness(t, followed(log));
  const conflict = (size: number) => ({ status: 409, type: 'text/x.tlog.size', text: `${size}\n` });
  assert.deepEqual(await post(await log.body(3, 5)), conflict(0));
  assert.equal((await post(await log.body(0, 8))).status, 200);
  assert.deepEqual(
    await post(await log.body(0, 8)),
    conflict(8),
    'a client that knows nothing learns the size',
  );
  assert.deepEqual(await post(await log.body(7, 9)), conflict(8));
  assert.deepEqual(await post(await log.body(9, 12)), conflict(8));
  assert.deepEqual(await post(await log.body(5, 5)), conflict(8), 'it does not go back');
});

test('404 for a log that is not followed, 403 without a valid signature by a key of the log', async (t) => {
  const log = await growingLog(5);
  const other = await growingLog(5, 5, 'other.example');
  const { post } = await startWitness(t, followed(log));
  assert.equal((await post(await other.body(0, 5))).status, 404);
  const stranger = await logSigner(66);
  const unsigned = requestBody(0, [], await log.checkpoint(5, [stranger]));
  assert.equal((await post(unsigned)).status, 403);
  const broken = (await log.body(0, 5)).replace(
    /(— \S+ .{20})(.)/,
    (_, start, next) => start + (next === 'A' ? 'B' : 'A'),
  );
  assert.equal((await post(broken)).status, 403);
  const both = requestBody(0, [], await log.checkpoint(5, [log.signer, stranger]));
  assert.equal((await post(both)).status, 200, 'signatures by unknown keys are ignored');
});

test('422 for proofs that do not verify, and nothing is cosigned', async (t) => {
  const log = await growingLog(20);
  const fork = await growingLog(20, 2);
  const { post } = await startWitness(t, followed(log));
  const proof = await log.proof(3, 5);
  assert.equal(
    (await post(requestBody(0, proof, await log.checkpoint(5)))).status,
    422,
    'from the empty tree',
  );
  assert.equal((await post(await log.body(0, 6))).status, 200);
  for (const [name, body] of [
    ['no proof', requestBody(6, [], await log.checkpoint(9))],
    ['the proof of another size', requestBody(6, await log.proof(5, 9), await log.checkpoint(9))],
    ['a fork with its own proof', await fork.body(6, 9)],
    ['the same size with another root', requestBody(6, [], await fork.checkpoint(6))],
    ['a proof between equal sizes', requestBody(6, await log.proof(3, 6), await log.checkpoint(6))],
  ] as const)
    assert.equal((await post(body)).status, 422, name);
  assert.equal((await post(await log.body(6, 9))).status, 200);
});

test('a tree of size zero must have the root of the empty tree', async (t) => {
  const log = await growingLog(2);
  const { post } = await startWitness(t, followed(log));
  const forged = await signNote(
    formatCheckpoint({ origin: log.origin, treeSize: 0, rootHash: new Uint8Array(32) }),
    [log.signer],
  );
  assert.equal((await post(requestBody(0, [], forged))).status, 422);
  assert.equal((await post(await log.body(0, 0))).status, 200);
  assert.equal((await post(await log.body(0, 2))).status, 200);
});

test('400 for requests of another form', async (t) => {
  const log = await growingLog(20);
  const { post } = await startWitness(t, followed(log));
  const checkpoint = await log.checkpoint(5);
  const hash = Buffer.alloc(32).toString('base64');
  for (const [name, body] of [
    ['nothing', ''],
    ['no old size', `\n\n${checkpoint}`],
    ['a leading zero', requestBody('01', [], checkpoint)],
    ['a negative size', requestBody('-1', [], checkpoint)],
    ['a size beyond 2^53', requestBody('9007199254740993', [], checkpoint)],
    ['an old size above the checkpoint', requestBody(6, [], checkpoint)],
    ['a hash that is too short', requestBody(0, ['AAAA'], checkpoint)],
    ['a line that is not base64', requestBody(0, ['?'], checkpoint)],
    [
      '64 hashes',
      requestBody(
        0,
        Array.from({ length: 64 }, () => hash),
        checkpoint,
      ),
    ],
    ['no checkpoint', requestBody(0, [], '')],
    ['a checkpoint without signatures', requestBody(0, [], checkpoint.split('\n— ')[0]!)],
    ['a checkpoint without a root', requestBody(0, [], checkpoint.replace(/\n\S+=\n/, '\n'))],
    ['carriage returns', requestBody(0, [], checkpoint).replaceAll('\n', '\r\n')],
  ] as const)
    assert.equal((await post(body)).status, 400, name);
  assert.equal((await post(new Uint8Array(70_000))).status, 413);
});

test('the latest checkpoint is served to monitors with both signatures', async (t) => {
  const log = await growingLog(9);
  const { url, post } = await startWitness(t, followed(log));
  const address = `${url}/${originHash(log.origin)}/checkpoint`;
  assert.equal((await fetch(address)).status, 404);
  const stranger = await logSigner(66);
  await post(requestBody(0, [], await log.checkpoint(9, [log.signer, stranger])));
  const note = await (await fetch(address)).text();
  const { treeSize, unknown } = await openCheckpoint(note, log.origin, [
    await parseVerifierKey(log.signer.verifierKey),
  ]);
  assert.deepEqual([treeSize, unknown], [9, 1], 'only the cosignature beside the signature of the log');
  assert.equal((await openCosignatures(note, [witnessKey])).length, 1);
  assert.equal((await fetch(`${url}/add-checkpoint`)).status, 405);
  assert.equal((await fetch(`${url}/`)).status, 404);
});

test('of requests at the same time, no two that contradict each other are cosigned', async (t) => {
  const file = path.join(temporaryFolder(t), 'state');
  const log = await growingLog(40);
  const fork = await growingLog(40, 6);
  // Two processes with one state: the database lets only one of them record what it cosigned.
  const witnesses = [await startWitness(t, followed(log), file), await startWitness(t, followed(log), file)];
  await witnesses[0]!.post(await log.body(0, 5));
  const bodies = await Promise.all(
    Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? log : fork).body(5, 7 + at)),
  );
  const replies = await Promise.all(bodies.map((body, at) => witnesses[at % 2]!.post(body)));
  const cosigned = replies.filter(({ status }) => status === 200);
  assert.equal(cosigned.length, 1);
  assert.ok(replies.every(({ status }) => status === 200 || status === 409));
});

test('a witness that is started again remembers what it cosigned', async (t) => {
  const file = path.join(temporaryFolder(t), 'state');
  const log = await growingLog(9);
  const first = await startWitness(t, followed(log), file);
  await first.post(await log.body(0, 6));
  const second = await startWitness(t, followed(log), file);
  assert.equal((await second.post(await (await growingLog(9, 2)).body(6, 9))).status, 422);
  assert.equal((await second.post(await log.body(6, 9))).status, 200);
  assert.equal(statSync(file).mode & 0o077, 0);
});

test('a rotated key is accepted once it is configured', async (t) => {
  const log = await growingLog(9);
  const next = await logSigner(2);
  const rotated = requestBody(0, [], await log.checkpoint(9, [next]));
  const one = await startWitness(t, followed(log));
  assert.equal((await one.post(rotated)).status, 403);
  const two = await startWitness(t, `# the log\n${followed(log)}\n${log.origin} ${next.verifierKey}\n`);
  assert.equal((await two.post(rotated)).status, 200);
});

test('rf witness init writes a key that only its owner can read', async (t) => {
  const file = path.join(temporaryFolder(t), 'witness.key');
  const args = ['init', '--name', 'witness.example/w2', '--out', file, '--json'];
  const { out } = await runCommand(witnessCommand, args, { env: {} });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { public_key } = JSON.parse(out[0]!);
  assert.equal((await parseWitnessSigner(readFileSync(file, 'utf8').trim())).verifierKey, public_key);
  await assert.rejects(runCommand(witnessCommand, args, { env: {} }), /it already exists/);
  const serve = ['serve', '--key', file, '--state', path.join(temporaryFolder(t), 'state')];
  await assert.rejects(runCommand(witnessCommand, serve, { env: {} }), /Name at least one log/);
});
