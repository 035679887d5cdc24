import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isKeyName,
  KeyFormatError,
  parseSignerKey,
  parseVerifierKey,
  signerKeyFromSeed,
  verifySignature,
} from '../src/keys.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex');

// The key of the examples in the documentation of golang.org/x/mod/sumdb/note.
const peterSigner = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const peterVerifier = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';

const rfc8032 = [
  {
    test: 'TEST 1',
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    test: 'TEST 2',
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    test: 'TEST 3',
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

for (const { test: name, seed, publicKey, message, signature } of rfc8032) {
  test(`RFC 8032 ${name}: the seed gives the published key and signature, which verify`, async () => {
    const texts = await signerKeyFromSeed('rfc8032.example', bytes(seed));
    const signer = await parseSignerKey(texts.signer);
    const key = await parseVerifierKey(texts.verifier);
    assert.equal(hex(key.publicKey), publicKey);
    assert.equal(hex(await signer.sign(bytes(message))), signature);
    assert.equal(await verifySignature(key, bytes(message), bytes(signature)), true);
    assert.equal(await verifySignature(key, bytes(`${message}00`), bytes(signature)), false);
  });
}

test("the key in Go's documentation is read and written as Go does", async () => {
  const signer = await parseSignerKey(peterSigner);
  const { name, hash, id, verifierKey } = signer;
  assert.deepEqual(
    { name, hash, id, verifierKey },
    { name: 'PeterNeumann', hash: 'c74f20a3', id: 'PeterNeumann+c74f20a3', verifierKey: peterVerifier },
  );
  const key = await parseVerifierKey(peterVerifier);
  assert.equal(key.name, 'PeterNeumann');
  assert.equal(key.hash, 'c74f20a3');
  assert.equal(key.id, 'PeterNeumann+c74f20a3');
  assert.equal(key.text, peterVerifier);
  assert.equal(key.publicKey.length, 32);

  const seed = new Uint8Array(Buffer.from('gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=', 'base64'));
  assert.deepEqual(await signerKeyFromSeed('PeterNeumann', seed), {
    signer: peterSigner,
    verifier: peterVerifier,
  });
});

test("a base64 part that contains '+' is read completely", async () => {
  const text = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
  assert.equal((await parseVerifierKey(text)).id, 'sum.golang.org+033de0ae');
});

test('no substring of a key and no key with one changed character is accepted', async () => {
  for (const [text, parse] of [
    [peterVerifier, parseVerifierKey],
    [peterSigner, parseSignerKey],
  ] as const) {
    for (let start = 0; start < text.length; start += 1) {
      for (let end = start; end <= text.length; end += 1) {
        if (end - start < text.length) await assert.rejects(parse(text.slice(start, end)), KeyFormatError);
      }
      const next = String.fromCharCode(text.charCodeAt(start) + 1);
      const altered = text.slice(0, start) + next + text.slice(start + 1);
      await assert.rejects(parse(altered), KeyFormatError, altered);
    }
  }
});

test('the error says what is wrong with a verifier key', async () => {
  const payload = 'ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const short = Buffer.from(payload, 'base64').subarray(0, 32).toString('base64');
  for (const [text, reason] of [
    ['', /name/],
    [`+c74f20a3+${payload}`, /name/],
    [`Peter Neumann+c74f20a3+${payload}`, /name/],
    [`Peter\u00a0Neumann+c74f20a3+${payload}`, /name/],
    ['PeterNeumann', /parts/],
    ['PeterNeumann+c74f20a3', /parts/],
    [`PeterNeumann+c74f20a4+${payload}`, /hash/],
    [`PeterNeumann+C74F20A3+${payload}`, /hash/],
    [`PeterNeumann++${payload}`, /hash/],
    [`PeterNeuman+c74f20a3+${payload}`, /hash/],
    ['PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', /algorithm/],
    ['PeterNeumann+c74f20a3+', /algorithm/],
    [`PeterNeumann+c74f20a3+${payload}=`, /base64/],
    [`PeterNeumann+c74f20a3+${payload}\n`, /base64/],
    [`PeterNeumann+c74f20a3+${payload.replace('/', '_')}`, /base64/],
    [`PeterNeumann+c74f20a3+${short}`, /31 bytes/],
    [`PeterNeumann+c74f20a3+${payload}AAAA`, /35 bytes/],
  ] as const) {
    await assert.rejects(parseVerifierKey(text), { name: 'KeyFormatError', message: reason }, text);
  }
});

test('the error about a signer key does not repeat the secret', async () => {
  const secret = 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
  for (const [text, reason] of [
    [peterVerifier, /begins with 'PRIVATE\+KEY\+'/],
    [`PRIVATE+KEY+${secret}`, /parts|hash/],
    [`PRIVATE+KEY+PeterNeumann+c74f20a4+${secret}`, /hash/],
    [`PRIVATE+KEY+PeterNeumann+c74f20a3+${secret}=`, /base64/],
    [`PRIVATE+KEY+PeterNeumann+c74f20a3+${secret}AAAA`, /35 bytes/],
  ] as const) {
    await assert.rejects(parseSignerKey(text), (error: Error) => {
      assert.equal(error.name, 'KeyFormatError');
      assert.match(error.message, reason);
      return !error.message.includes(secret.slice(0, 8)) && !error.message.includes(secret.slice(-8));
    });
  }
});

test('a name that is not allowed in a key or a note is refused', async () => {
  const seed = new Uint8Array(32);
  for (const name of ['', ' ', 'a b', 'a+b', 'a\nb', 'a\u0085b', 'a\u2003b', 'a\u0001b', 'a\ud800']) {
    assert.equal(isKeyName(name), false, JSON.stringify(name));
    await assert.rejects(signerKeyFromSeed(name, seed), KeyFormatError);
  }
  for (const name of ['example.com/log', 'журнал', '日誌']) {
    assert.equal(isKeyName(name), true);
    const texts = await signerKeyFromSeed(name, seed);
    assert.equal((await parseSignerKey(texts.signer)).verifierKey, texts.verifier);
    assert.equal((await parseVerifierKey(texts.verifier)).name, name);
  }
});

test('a seed of another length is refused', async () => {
  for (const length of [0, 31, 33, 64]) {
    await assert.rejects(signerKeyFromSeed('name', new Uint8Array(length)), KeyFormatError);
  }
});

test('a signature that is altered, too short or too long is refused', async () => {
  const signer = await parseSignerKey(peterSigner);
  const key = await parseVerifierKey(peterVerifier);
  const message = bytes('0102');
  const signature = await signer.sign(message);
  assert.equal(await verifySignature(key, message, signature), true);
  for (const wrong of [
    new Uint8Array(0),
    signature.slice(1),
    signature.slice(0, 63),
    Uint8Array.of(...signature, 0),
    signature.with(0, signature[0]! ^ 1),
    signature.with(63, signature[63]! ^ 1),
  ]) {
    assert.equal(await verifySignature(key, message, wrong), false);
  }
});

test('a signature of another length is refused even if the platform would accept it', async (t) => {
  t.mock.method(globalThis.crypto.subtle, 'verify', async () => true);
  const key = await parseVerifierKey(peterVerifier);
  for (const length of [63, 64, 65]) {
    assert.equal(await verifySignature(key, bytes('00'), new Uint8Array(length)), length === 64);
  }
});

test('a key is imported once, no matter how many signatures it checks', async (t) => {
  const importKey = t.mock.method(globalThis.crypto.subtle, 'importKey');
  const key = await parseVerifierKey(peterVerifier);
  for (let count = 0; count < 5; count += 1) await verifySignature(key, bytes('00'), new Uint8Array(64));
  assert.equal(importKey.mock.callCount(), 1);
});
