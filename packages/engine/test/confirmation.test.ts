// Confirmations: made, signed and logged, and refused with the right code if any member is altered.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  type ConfirmationAnswer,
  canonicalBytes,
  canonicalJson,
  formatCheckpoint,
  inclusionProofFrom,
  isConfirmation,
  type JsonValue,
  leafHash,
  makeConfirmation,
  parseSignerKey,
  parseVerifierKey,
  rootFrom,
  type Signer,
  signerKeyFromSeed,
  signNote,
  signObject,
  treeInMemory,
  type VerifierKey,
  verificationId,
  verifyConfirmation,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases, SEED } from './support/counts.ts';

const AT = '2026-04-02T06:00:00.000Z';
const RUN = '019d4d35-7800-7334-9580-88975af9b4aa';
const IDS = ['f', '0', '8'].map((digit) => verificationId(digit.repeat(64)));

let signer: Signer;
let key: VerifierKey;
let otherKey: VerifierKey;

before(async () => {
  const made = await signerKeyFromSeed('test.example/log', new Uint8Array(32).fill(7));
  signer = await parseSignerKey(made.signer);
  key = await parseVerifierKey(made.verifier);
  otherKey = await parseVerifierKey((await signerKeyFromSeed('other', new Uint8Array(32).fill(8))).verifier);
});

/** A confirmation after two leaves of kinds that no verifier knows, and before one more. */
async function confirmation(verificationIds = IDS): Promise<ConfirmationAnswer> {
  const { record, verification_ids } = await makeConfirmation({ at: AT, run: RUN, verificationIds });
  const unknown = { at: AT, leaf: 'unknown', version: 1 };
  const leaves = [{ ...unknown, version: 2 }, unknown, record, unknown];
  const node = await treeInMemory(await Promise.all(leaves.map((leaf) => leafHash(canonicalBytes(leaf)))));
  const root = await rootFrom(4, node);
  const checkpoint = formatCheckpoint({ origin: signer.name, treeSize: 4, rootHash: root });
  const proof = await inclusionProofFrom(4, 2, node);
  return structuredClone({
    data: {
      record,
      signature: await signObject(record, signer),
      verification_ids,
      log: {
        index: 2,
        tree_size: 4,
        inclusion_proof: proof.map((hash) => Buffer.from(hash).toString('base64')),
        checkpoint: await signNote(checkpoint, [signer]),
      },
    },
    limitations_disclosure: 'A disclosure.',
  });
}

test('the record has the digest of the sorted list, and its canonical form is the leaf', async () => {
  const { record, verification_ids } = await makeConfirmation({ at: AT, run: RUN, verificationIds: IDS });
  assert.deepEqual(verification_ids, [IDS[1], IDS[2], IDS[0]]);
  assert.equal(
    canonicalJson(record as unknown as JsonValue),
    `{"at":"${AT}","count":3,"leaf":"confirmation","run":"${RUN}","verification_ids_sha256":"fe7f1ef8ce8f9b93edc6c81bd697d74ec901d0be0a8e066cc0daefd650f124d9","version":1}`,
  );
});

test('a confirmation is not made from what no verifier would accept', async () => {
  const good = { at: AT, run: RUN, verificationIds: IDS };
  await assert.rejects(makeConfirmation({ ...good, at: '2026-04-02T06:00:00Z' }), /at is malformed/);
  await assert.rejects(makeConfirmation({ ...good, run: 'run' }), /run is malformed/);
  await assert.rejects(makeConfirmation({ ...good, verificationIds: ['RF-1'] }), /verification_ids\/0/);
  await assert.rejects(makeConfirmation({ ...good, verificationIds: [IDS[0]!, IDS[0]!] }), /given twice/);
});

test('a confirmation verifies, as a text or as an object, and says what was checked', async () => {
  const answer = await confirmation();
  const names = ['order', 'count', 'list', 'signature', 'log'];
  for (const given of [answer, JSON.stringify(answer, null, 2)]) {
    const report = await verifyConfirmation(given, [otherKey, key]);
    assert.equal(report.fault, null);
    assert.equal(report.verification_id, null);
    assert.deepEqual(
      report.checks.map(({ check }) => check),
      names,
    );
  }
  const asked = await verifyConfirmation(answer, [key], IDS[2]);
  assert.deepEqual([asked.ok, asked.verification_id], [true, IDS[2]]);
  assert.ok(asked.checks.some(({ check, ok }) => check === 'verification id' && ok));
});

test('confirmations of any set of indicators verify, each of them and no other', async () => {
  const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  const id = hash.map(verificationId);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(id, { maxLength: 20 }), id, async (ids, other) => {
      const answer = await confirmation(ids);
      assert.equal((await verifyConfirmation(answer, [key])).fault, null);
      for (const one of ids) assert.equal((await verifyConfirmation(answer, [key], one)).fault, null);
      const expected = ids.includes(other) ? null : 'not_confirmed';
      assert.equal((await verifyConfirmation(answer, [key], other)).fault, expected);
    }),
    { numRuns: cases(20, 300), seed: SEED },
  );
});

// biome-ignore lint/suspicious/noExplicitAny: alterations reach into members of every type
type Alter = (data: any) => unknown;

const ALTERED: [what: string, alter: Alter, fault: string, pointer: string][] = [
  ['no record', (d) => delete d.record, 'wrong_form', '/data/record'],
  [
    'a time without milliseconds',
    (d) => (d.record.at = '2026-04-02T06:00:00Z'),
    'wrong_form',
    '/data/record/at',
  ],
  [
    'another time',
    (d) => (d.record.at = AT.replace('06', '07')),
    'signature_invalid',
    '/data/signature/value',
  ],
  ['a count that is no integer', (d) => (d.record.count = 2.5), 'wrong_form', '/data/record/count'],
  ['another count', (d) => (d.record.count = 4), 'count_differs', '/data/record/count'],
  ['another kind', (d) => (d.record.leaf = 'baseline'), 'wrong_form', '/data/record/leaf'],
  ['another version', (d) => (d.record.version = 2), 'wrong_form', '/data/record/version'],
  [
    'another run',
    (d) => (d.record.run = RUN.replace('aa', 'ab')),
    'signature_invalid',
    '/data/signature/value',
  ],
  ['a run that is no UUID', (d) => (d.record.run = 'x'), 'wrong_form', '/data/record/run'],
  [
    'another digest',
    (d) => (d.record.verification_ids_sha256 = '0'.repeat(64)),
    'list_differs',
    '/data/verification_ids',
  ],
  [
    'a digest in capitals',
    (d) => (d.record.verification_ids_sha256 = 'A'.repeat(64)),
    'wrong_form',
    '/data/record/verification_ids_sha256',
  ],
  ['a further member', (d) => (d.record['a/b'] = 1), 'wrong_form', '/data/record/a~1b'],
  ['no ids', (d) => delete d.verification_ids, 'wrong_form', '/data/verification_ids'],
  ['an id that is none', (d) => (d.verification_ids[1] = 'x'), 'wrong_form', '/data/verification_ids/1'],
  ['ids in another order', (d) => d.verification_ids.reverse(), 'list_not_sorted', '/data/verification_ids'],
  [
    'an id twice',
    (d) => (d.verification_ids[1] = d.verification_ids[0]),
    'list_not_sorted',
    '/data/verification_ids',
  ],
  ['one id fewer', (d) => d.verification_ids.pop(), 'count_differs', '/data/record/count'],
  [
    'another id',
    (d) => (d.verification_ids[0] = 'RF-00000-00000-00000-00000-000001'),
    'list_differs',
    '/data/verification_ids',
  ],
  ['no signature member', (d) => delete d.signature, 'wrong_form', '/data/signature'],
  ['no signature', (d) => (d.signature = null), 'signature_missing', '/data/signature'],
  ['another algorithm', (d) => (d.signature.algorithm = 'RSA'), 'signature_malformed', '/data/signature'],
  ['another key', (d) => (d.signature.key_id = 'x+00000000'), 'key_not_pinned', '/data/signature/key_id'],
  [
    'another signature',
    (d) => (d.signature.value = `${'A'.repeat(86)}==`),
    'signature_invalid',
    '/data/signature/value',
  ],
  ['no log entry', (d) => (d.log = null), 'wrong_form', '/data/log'],
  ['an index that is a text', (d) => (d.log.index = '2'), 'log_malformed', '/data/log'],
  ['another index', (d) => (d.log.index = 1), 'inclusion_invalid', '/data/log'],
  ['another size', (d) => (d.log.tree_size = 5), 'inclusion_invalid', '/data/log'],
  ['a shorter proof', (d) => d.log.inclusion_proof.pop(), 'inclusion_invalid', '/data/log'],
  [
    'another checkpoint',
    (d) => (d.log.checkpoint = d.log.checkpoint.replace('\n4\n', '\n5\n')),
    'checkpoint_invalid',
    '/data/log/checkpoint',
  ],
];

for (const [what, alter, fault, pointer] of ALTERED) {
  test(`a confirmation with ${what} is refused as ${fault}`, async () => {
    const altered = await confirmation();
    alter(altered.data);
    const report = await verifyConfirmation(JSON.stringify(altered), [key]);
    assert.equal(report.fault, fault);
    assert.equal(report.checks.find(({ ok }) => !ok)?.pointer, pointer);
  });
}

test('a list that was signed out of order is still refused', async () => {
  const answer = await confirmation();
  const { record } = answer.data;
  answer.data.verification_ids.reverse();
  const list = canonicalBytes(answer.data.verification_ids);
  record.verification_ids_sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', list as never)).toString(
    'hex',
  );
  answer.data.signature = await signObject(record, signer);
  const { checks, fault } = await verifyConfirmation(answer, [key]);
  assert.equal(fault, 'list_not_sorted');
  assert.deepEqual(
    checks.filter(({ ok }) => ok).map(({ check }) => check),
    ['count', 'list', 'signature'],
  );
});

test('a text that is not a confirmation is refused, and told from one', async () => {
  const fault = async (text: string) => (await verifyConfirmation(text, [key])).fault;
  assert.equal(await fault('{"data":'), 'not_json');
  assert.equal(await fault('{"data":{},"data":{}}'), 'duplicate_member');
  assert.equal(await fault('[]'), 'wrong_form');
  assert.equal(await fault('{"data":"\\ud800"}'), 'wrong_form');
  assert.equal(isConfirmation(JSON.stringify(await confirmation())), true);
  for (const text of ['', '[]', '{"data":[]}', '{"data":{"package":{},"record":{}}}']) {
    assert.equal(isConfirmation(text), false, text);
  }
});
