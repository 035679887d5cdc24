import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type InclusionClaim,
  inclusionProofFrom,
  leafHash,
  treeInMemory,
  verifyInclusion,
} from '../../src/log/index.ts';
import { distinctLeaves, flipBit, mth, path, seed, turns } from './oracle.ts';

const garbage = new Uint8Array(32).fill(0xa5);

async function claimOf(index: number, treeSize: number): Promise<InclusionClaim> {
  const leaves = distinctLeaves(treeSize);
  const leaf = await leafHash(leaves[index]!);
  return { index, treeSize, leafHash: leaf, root: mth(leaves), proof: path(index, leaves) };
}

const places = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.record({ treeSize: fc.constant(size), index: fc.nat({ max: size - 1 }) }));

test('every leaf of every small tree has the proof that RFC 6962 defines, and it verifies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), async (treeSize) => {
      const leaves = distinctLeaves(treeSize);
      const leafHashes = await Promise.all(leaves.map(leafHash));
      const tree = await treeInMemory(leafHashes);
      const root = mth(leaves);
      for (const [index, hash] of leafHashes.entries()) {
        const proof = await inclusionProofFrom(treeSize, index, tree);
        assert.deepEqual(proof, path(index, leaves));
        assert.equal(await verifyInclusion({ index, treeSize, leafHash: hash, root, proof }), true);
      }
    }),
    { seed, numRuns: 25 },
  );
});

test('one altered bit of the leaf, the root or the proof is refused', async () => {
  await fc.assert(
    fc.asyncProperty(places, fc.nat({ max: 255 }), async ({ index, treeSize }, bit) => {
      const claim = await claimOf(index, treeSize);
      assert.equal(await verifyInclusion({ ...claim, leafHash: flipBit(claim.leafHash, bit) }), false);
      assert.equal(await verifyInclusion({ ...claim, root: flipBit(claim.root, bit) }), false);
      for (const [at, hash] of claim.proof.entries()) {
        const proof = claim.proof.with(at, flipBit(hash, bit));
        assert.equal(await verifyInclusion({ ...claim, proof }), false);
      }
    }),
    { seed },
  );
});

test('a proof with an element too many, too few, out of place or of another length is refused', async () => {
  await fc.assert(
    fc.asyncProperty(places, async ({ index, treeSize }) => {
      const claim = await claimOf(index, treeSize);
      const refused = async (proof: readonly Uint8Array[]): Promise<void> =>
        assert.equal(await verifyInclusion({ ...claim, proof }), false);
      for (let at = 0; at <= claim.proof.length; at += 1) {
        for (const extra of [garbage, claim.root, claim.leafHash, new Uint8Array(0)]) {
          await refused(claim.proof.toSpliced(at, 0, extra));
        }
      }
      for (const [at, hash] of claim.proof.entries()) {
        await refused(claim.proof.toSpliced(at, 1));
        await refused(claim.proof.slice(0, at));
        await refused(claim.proof.toSpliced(at, 0, hash));
        await refused(claim.proof.with(at, hash.slice(1)));
        await refused(claim.proof.with(at, Uint8Array.of(...hash, 0)));
        for (let other = 0; other < at; other += 1) {
          await refused(claim.proof.with(at, claim.proof[other]!).with(other, hash));
        }
      }
    }),
    { seed, numRuns: 40 },
  );
});

test('the proof of one leaf is refused for every other index', async () => {
  await fc.assert(
    fc.asyncProperty(places, async ({ index, treeSize }) => {
      const claim = await claimOf(index, treeSize);
      for (let other = 0; other < treeSize + 3; other += 1) {
        assert.equal(await verifyInclusion({ ...claim, index: other }), other === index);
      }
    }),
    { seed, numRuns: 40 },
  );
});

// Other sizes with the same path to the leaf are accepted, so the size must come from the signed checkpoint.
test('a proof is refused for every other tree size in which the path to the leaf differs', async () => {
  await fc.assert(
    fc.asyncProperty(places, async ({ index, treeSize }) => {
      const claim = await claimOf(index, treeSize);
      for (let other = 0; other <= 2 * treeSize + 1; other += 1) {
        const samePath = other > index && turns(index, other) === turns(index, treeSize);
        assert.equal(await verifyInclusion({ ...claim, treeSize: other }), samePath);
      }
      assert.equal(await verifyInclusion({ ...claim, treeSize: 2 * treeSize }), false);
      assert.equal(await verifyInclusion({ ...claim, treeSize: Math.floor(treeSize / 2) }), false);
    }),
    { seed, numRuns: 40 },
  );
});

test('invalid indexes and sizes return false and do not throw', async () => {
  const claim = await claimOf(3, 7);
  for (const wrong of [-1, -3, 0.5, 3.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 64]) {
    assert.equal(await verifyInclusion({ ...claim, index: wrong }), false);
    assert.equal(await verifyInclusion({ ...claim, treeSize: wrong }), false);
  }
  assert.equal(await verifyInclusion({ ...claim, index: 0, treeSize: 0, proof: [] }), false);
});

test('a leaf and root that are not hashes are refused even if they are equal', async () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(31), new Uint8Array(33)]) {
    const claim = { index: 0, treeSize: 1, leafHash: bytes, root: bytes, proof: [] };
    assert.equal(await verifyInclusion(claim), false);
  }
});

test('two hashes split at another byte are refused, although their concatenation is the same', async () => {
  const claim = await claimOf(0, 2);
  const pair = Uint8Array.of(...claim.leafHash, ...claim.proof[0]!);
  for (const cut of [31, 33]) {
    const recut = { ...claim, leafHash: pair.slice(0, cut), proof: [pair.slice(cut)] };
    assert.equal(await verifyInclusion(recut), false);
  }
});

test('making a proof of a leaf outside the tree throws', async () => {
  const tree = await treeInMemory([garbage, garbage]);
  for (const [treeSize, index] of [
    [0, 0],
    [2, 2],
    [2, -1],
    [2, 0.5],
    [-1, 0],
    [2 ** 53, 0],
  ] as const) {
    await assert.rejects(inclusionProofFrom(treeSize, index, tree), RangeError);
  }
});
