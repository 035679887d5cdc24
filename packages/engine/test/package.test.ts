// Packages: what they contain, and what replaying and verifying them says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVerificationId, makePackage, replay, verificationId, verify } from '@rf-indicators/engine';
import { framework } from './support/framework.ts';
import { answer, FACTS, key, otherKey, request, requestWithFacts } from './support/published-answer.ts';

test('a package replays from its file alone, and verifies against a pinned key', async () => {
  const text = JSON.stringify(await answer(), null, 2);
  const replayed = await replay(text);
  assert.deepEqual([replayed.ok, replayed.fault], [true, null]);
  const verified = await verify(text, [otherKey, key]);
  assert.deepEqual(
    verified.checks.filter(({ ok }) => !ok),
    [],
  );
  assert.deepEqual(
    verified.checks.map(({ check }) => check),
    [
      'methodology',
      'configuration',
      'arithmetic',
      'package hash',
      'verification id',
      'statement',
      'signature',
      'log',
    ],
  );
});

test('a package without facts has no such member, so its hash is the one it always had', async () => {
  const { packaged } = await makePackage(framework, request());
  const unset = await makePackage(framework, { ...request(), facts: undefined });
  assert.equal(Object.hasOwn(unset.packaged!.package, 'facts'), false);
  assert.equal(unset.packaged!.package_hash, packaged!.package_hash);
});

test('facts and derived values are hashed and signed, but do not change the score', async () => {
  const [plain, given] = [await answer(), await answer(requestWithFacts())];
  assert.deepEqual(given.data.package.facts, FACTS);
  assert.deepEqual(given.data.package.result, plain.data.package.result);
  assert.notEqual(given.data.package_hash, plain.data.package_hash);
  assert.equal((await verify(JSON.stringify(given), [key])).fault, null);
});

test('a verification id is the first 130 bits of the hash in Crockford base32, grouped 5-5-5-5-6', async () => {
  assert.equal(verificationId('0'.repeat(64)), 'RF-00000-00000-00000-00000-000000');
  assert.equal(verificationId('f'.repeat(64)), 'RF-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZZ');
  // 0x00 0x44 0x32 0x14 0xc7: the digits 0 1 2 3 4 5 6 7 in groups of five bits.
  assert.equal(verificationId(`00443214c7${'0'.repeat(54)}`), 'RF-01234-56700-00000-00000-000000');
  const { data } = await answer();
  assert.ok(isVerificationId(data.verification_id));
  assert.equal(isVerificationId('RF-OIL00-00000-00000-00000-000000'), false);
});

const UNREADABLE: [string, string, string][] = [
  ['text that is not JSON', '{"data":', 'not_json'],
  ['a list', '[]', 'wrong_form'],
  ['a lone surrogate', '{"data":"\\ud800"}', 'wrong_form'],
  ['endless nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'wrong_form'],
  ['a duplicate member', '{"data":1,"data":{}}', 'duplicate_member'],
];

for (const [what, text, fault] of UNREADABLE) {
  test(`${what} is refused as ${fault}`, async () => {
    assert.equal((await replay(text)).fault, fault);
  });
}

test('the order of members and white space in a file change nothing', async () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };
  assert.equal((await verify(JSON.stringify(reversed(await answer()), null, '\t'), [key])).ok, true);
});
