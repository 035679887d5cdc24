// Confirmations, and logs with leaves of kinds that this version does not know.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  canonicalBytes,
  formatCheckpoint,
  inclusionProofFrom,
  leafHash,
  parseSignerKey,
  rootFrom,
  signerKeyFromSeed,
  signNote,
  signObject,
  treeInMemory,
} from '@rf-indicators/engine';
import type { Verification } from '../src/generated/wire.ts';
import { type TileSource, verifyConfirmation, verifyLog, verifyStatement } from '../src/verify/index.ts';
import { repository } from './support/demo.ts';

const conformance = path.join(repository, 'conformance');
const read = (file: string) => JSON.parse(readFileSync(path.join(conformance, file), 'utf8'));
const keys = 'rf-example+b7da5f7f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';

test('a confirmation verifies as an object and as a text, and for an indicator in its list', async () => {
  const confirmation = read('confirmations/run.json');
  const [first] = confirmation.data.verification_ids;
  for (const given of [confirmation, JSON.stringify(confirmation)]) {
    assert.equal((await verifyConfirmation(given, { keys })).fault, null);
    const report = await verifyConfirmation(given, { keys, verificationId: first });
    assert.deepEqual([report.ok, report.verification_id], [true, first]);
  }
  const other = read('packages/FX-01.json').data.verification_id;
  assert.equal(
    (await verifyConfirmation(confirmation, { keys, verificationId: other })).fault,
    'not_confirmed',
  );
});

test('every mistake of a caller is an RfError that names the argument', async () => {
  const nothing = undefined as never;
  await assert.rejects(verifyConfirmation('{}', nothing), { name: 'InvalidArgumentError', argument: 'keys' });
  await assert.rejects(verifyConfirmation(nothing, { keys }), {
    name: 'InvalidArgumentError',
    argument: 'confirmation',
    message: /^confirmation must be a confirmation, or the text of a file/,
  });
});

test('leaves of unknown kinds and versions do not disturb proofs of a statement or of consistency', async () => {
  const made = await signerKeyFromSeed('rf-leaves-test', new Uint8Array(32).fill(9));
  const signer = await parseSignerKey(made.signer);
  const { statement, verification_id } = read('packages/FX-01.json').data;
  const at = '2026-04-02T06:00:00.000Z';
  const leaves = [
    { at, leaf: 'baseline', version: 1, rows: '0'.repeat(64) },
    { at, leaf: 'of a later version', version: 7 },
    statement,
    { at, leaf: 'confirmation', version: 2, another: ['form'] },
    'not even an object',
  ];
  const hashes = await Promise.all(leaves.map((leaf) => leafHash(canonicalBytes(leaf))));
  const node = await treeInMemory(hashes);
  const checkpoint = async (treeSize: number) => {
    const rootHash = await rootFrom(treeSize, node);
    return signNote(formatCheckpoint({ origin: signer.name, treeSize, rootHash }), [signer]);
  };
  const proof = await inclusionProofFrom(5, 2, node);
  const verification = {
    statement,
    verification_id,
    signature: await signObject(statement, signer),
    log: {
      index: 2,
      tree_size: 5,
      inclusion_proof: proof.map((hash) => Buffer.from(hash).toString('base64')),
      checkpoint: await checkpoint(5),
    },
  } as unknown as Verification;
  const pinned = { keys: made.verifier };
  assert.equal((await verifyStatement(verification, pinned)).fault, null);
  const log: TileSource = {
    getTile: async (tile) => {
      assert.equal(tile, '0/000.p/5');
      return Uint8Array.from(hashes.flatMap((hash) => [...hash]));
    },
  };
  for (const size of [1, 2, 3, 4]) {
    const request = { remembered: await checkpoint(size), checkpoint: await checkpoint(5), log };
    assert.equal((await verifyLog({ ...request, ...pinned })).fault, null, `from ${size}`);
  }
});
