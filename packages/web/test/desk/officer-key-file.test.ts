// The key of a chief risk officer, as the browser makes and keeps it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSignOff, parseSignerKey, parseVerifierKey, signMethodology } from '@rf-indicators/engine';
import { framework } from '../../../../test/support/desk-fixture.ts';
import { keyNameOf, makeKeyFile, openKey, readKeyFile } from '../../src/desk/frameworks/signing/key-file.ts';

const PASSPHRASE = 'ein langes Wörtchen';

test('a key that was made signs after it was saved and opened again, with its passphrase alone', async () => {
  const { publicKey, file } = await makeKeyFile('officer-cora', PASSPHRASE);
  assert.ok(!file.includes('PRIVATE'), 'the private key is not in the file');
  const read = readKeyFile(file);
  assert.ok(read.kind === 'encrypted' && read.publicKey === publicKey);
  assert.equal(await openKey(read, `${PASSPHRASE} `), null);
  assert.equal(await openKey(read, ''), null);
  // As another system composes the same letters.
  const signer = await openKey(read, PASSPHRASE.normalize('NFD'));
  assert.equal(signer?.verifierKey, publicKey);
  const document = framework();
  const signOff = await signMethodology(document, signer!, 'Cora', '2026-03-20T09:00:00Z');
  assert.equal(await checkSignOff(document, signOff, [await parseVerifierKey(publicKey)]), 'signed');
  const again = await makeKeyFile('officer-cora', PASSPHRASE, 1);
  assert.notEqual(again.publicKey, publicKey);
});

test('a file with another public key, or that was changed, does not open', async () => {
  const made = await makeKeyFile('officer-cora', PASSPHRASE, 2000);
  const other = await makeKeyFile('officer-rob', PASSPHRASE, 2000);
  const content = JSON.parse(made.file);
  for (const change of [
    { public_key: other.publicKey },
    { encrypted_key: JSON.parse(other.file).encrypted_key },
    { cipher: JSON.parse(other.file).cipher },
    { key_derivation: { ...content.key_derivation, iterations: 1000 } },
  ]) {
    const read = readKeyFile(JSON.stringify({ ...content, ...change }));
    assert.ok(read.kind === 'encrypted');
    assert.equal(await openKey(read, PASSPHRASE), null, JSON.stringify(Object.keys(change)));
  }
  for (const text of ['', '{}', 'null', '[]', 'rf+1+2', JSON.stringify({ ...content, format: 'other' })])
    assert.equal(readKeyFile(text).kind, 'wrong', text);
  for (const iterations of [0, -1, 1.5, 1e12, '600000']) {
    const key_derivation = { ...content.key_derivation, iterations };
    assert.equal(readKeyFile(JSON.stringify({ ...content, key_derivation })).kind, 'wrong');
  }
});

test('the file of rf keygen signs too, and names of keys are names', async () => {
  const { signerKeyFromSeed } = await import('@rf-indicators/engine');
  const { signer, verifier } = await signerKeyFromSeed('officer', new Uint8Array(32).fill(3));
  const read = readKeyFile(`${signer}\n`);
  assert.ok(read.kind === 'plain');
  assert.equal((await openKey(read, ''))?.verifierKey, verifier);
  assert.equal((await parseSignerKey(signer)).name, 'officer');
  assert.equal(keyNameOf('Cora Müller-Wey'), 'officer-cora-muller-wey');
  assert.equal(keyNameOf('王'), 'officer-key');
});
