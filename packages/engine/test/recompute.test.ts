// What follows from the bytes of a package that somebody may have altered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalBytes, recompute } from '@rf-indicators/engine';
import fc from 'fast-check';
import { property } from './support/property.ts';
import { answer, key, otherKey } from './support/published-answer.ts';

const published = await answer();
const bytes = canonicalBytes(published.data.package);
const text = new TextDecoder().decode(bytes);

const recomputed = async (changed: Uint8Array | string, keys = [key]) => {
  const given = typeof changed === 'string' ? new TextEncoder().encode(changed) : changed;
  return recompute(given, published, keys);
};

test('the bytes that were published give the score, hash, id and signature that were published', async () => {
  const outcome = await recomputed(bytes);
  assert.ok(!('unreadable' in outcome));
  const { scored, reason, ...rest } = outcome;
  assert.equal(scored?.result.final_score, published.data.package.result.final_score);
  assert.equal(reason, null);
  assert.deepEqual(rest, {
    packageHash: published.data.package_hash,
    verificationId: published.data.verification_id,
    signature: 'valid',
    ok: true,
  });
});

property('every other byte in any place makes another package, which is not what was signed', () =>
  fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }), async (at, to) => {
    fc.pre(bytes[at] !== to);
    const altered = bytes.slice();
    altered[at] = to;
    const outcome = await recomputed(altered);
    if ('unreadable' in outcome) return;
    assert.equal(outcome.ok, false);
    assert.notEqual(outcome.packageHash, published.data.package_hash);
    assert.notEqual(outcome.verificationId, published.data.verification_id);
    assert.notEqual(outcome.signature, 'valid');
  }),
);

test('what cannot be read says why', async () => {
  const cases: [Uint8Array | string, RegExp][] = [
    [new Uint8Array([0xff]), /^It is no longer text\.$/],
    [text.slice(1), /^It is no longer JSON\.$/],
    [text.replace('{', '{"as_of":1,'), /^A member appears in it twice\.$/],
    [text.replace('"as_of"', '"as_if"'), /^It no longer has the form of a package at .+\.$/],
  ];
  for (const [given, reason] of cases) {
    const outcome = await recomputed(given);
    assert.ok('unreadable' in outcome);
    assert.match(outcome.unreadable, reason);
  }
});

test('a key that signed nothing here proves nothing, and an input outside its range gives no score but a reason', async () => {
  const stranger = await recomputed(bytes, [otherKey]);
  assert.ok(!('unreadable' in stranger));
  assert.deepEqual([stranger.ok, stranger.scored === null], [false, false]);
  assert.notEqual(stranger.signature, 'valid');
  const { value } = Object.values(published.data.package.inputs)[0]!;
  const odd = await recomputed(text.replace(`"value":"${value}"`, '"value":"1e2"'));
  assert.ok(!('unreadable' in odd));
  assert.equal(odd.scored, null);
  assert.ok(odd.reason !== null && odd.reason.length > 10);
});
