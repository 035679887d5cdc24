import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cosign,
  formatCheckpoint,
  NoteError,
  openCheckpoint,
  openCosignatures,
  parseSignerKey,
  parseVerifierKey,
  parseWitnessKey,
  parseWitnessSigner,
  signerKeyFromSeed,
  signNote,
  witnessKeyFromSeed,
} from '@rf-indicators/engine';
import { instantOfSeconds } from '../../src/arithmetic/dates.ts';

const seed = (byte: number) => new Uint8Array(32).fill(byte);
const TIME = 1_679_315_147;

async function cosignedNote() {
  const log = await signerKeyFromSeed('log.example', seed(1));
  const texts = await witnessKeyFromSeed('witness.example/w1', seed(2));
  const text = formatCheckpoint({ origin: 'log.example', treeSize: 7, rootHash: seed(9) });
  const note = await signNote(text, [await parseSignerKey(log.signer)]);
  const line = await cosign(text, await parseWitnessSigner(texts.signer), TIME);
  return {
    note: note + line,
    line,
    logKey: await parseVerifierKey(log.verifier),
    witness: await parseWitnessKey(texts.verifier),
    texts,
  };
}

test('the published example of tlog-cosignature has this form', async () => {
  // The key of the example is not published, so only the parts of its line can be compared.
  const line =
    'jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==';
  const published = Buffer.from(line, 'base64');
  const ours = Buffer.from((await cosignedNote()).line.trim().split(' ')[2]!, 'base64');
  assert.equal(published.length, 4 + 8 + 64);
  assert.equal(ours.length, published.length);
  assert.deepEqual(ours.subarray(4, 12), published.subarray(4, 12), 'the time of the example');
});

test('a cosignature verifies, and the note still opens with the key of the log', async () => {
  const { note, line, logKey, witness } = await cosignedNote();
  const [found, ...more] = await openCosignatures(note, [witness]);
  assert.deepEqual(more, []);
  assert.deepEqual([found!.witness.id, found!.time, `${found!.line}\n`], [witness.id, TIME, line]);
  const { treeSize, unknown } = await openCheckpoint(note, 'log.example', [logKey]);
  assert.deepEqual([treeSize, unknown], [7, 1]);
});

test('a cosignature covers its time and the whole checkpoint', async () => {
  const { note, line, witness } = await cosignedNote();
  const bytes = Buffer.from(line.trim().split(' ')[2]!, 'base64');
  bytes[11]! ^= 1;
  const later = note.replace(line, `— ${witness.name} ${bytes.toString('base64')}\n`);
  for (const changed of [
    later,
    note.replace('\n7\n', '\n8\n'),
    note.replace('log.example\n', 'other.example\n'),
  ])
    await assert.rejects(openCosignatures(changed, [witness]), NoteError);
});

test('lines of other witnesses are ignored, and a repeated line counts once', async () => {
  const { note, line, witness } = await cosignedNote();
  const other = await parseWitnessKey((await witnessKeyFromSeed(witness.name, seed(3))).verifier);
  assert.deepEqual(await openCosignatures(note, [other]), []);
  assert.equal((await openCosignatures(note + line, [witness, other])).length, 1);
});

test('keys of witnesses and keys of logs cannot be taken for each other', async () => {
  const { texts } = await cosignedNote();
  const log = await signerKeyFromSeed('log.example', seed(1));
  await assert.rejects(parseVerifierKey(texts.verifier), /unknown algorithm/);
  await assert.rejects(parseSignerKey(texts.signer), /unknown algorithm/);
  await assert.rejects(parseWitnessKey(log.verifier), /Only Ed25519 cosignatures \(4\)/);
  await assert.rejects(parseWitnessSigner(log.signer), /Only Ed25519 cosignatures \(4\)/);
});

test('a cosignature needs a time', async () => {
  const signer = await parseWitnessSigner((await witnessKeyFromSeed('w', seed(2))).signer);
  for (const time of [0, -1, 1.5, Number.NaN]) await assert.rejects(cosign('a\n', signer, time), RangeError);
});

test('times of cosignatures are shown as instants in UTC', () => {
  const year = 366 * 86_400;
  for (let seconds = 1; seconds < 400 * year; seconds += 7_654_321) {
    assert.equal(instantOfSeconds(seconds), new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'));
  }
  for (const day of ['2000-02-29', '2024-02-29', '2024-03-01', '2100-02-28', '2100-03-01', '9999-12-31'])
    assert.equal(instantOfSeconds(Date.parse(`${day}T23:59:59Z`) / 1000), `${day}T23:59:59Z`);
  assert.equal(instantOfSeconds(253_402_300_800), '253402300800');
});
