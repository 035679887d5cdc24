import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type ConsistencyClaim,
  consistencyProofFrom,
  emptyRoot,
  leafHash,
  treeInMemory,
  verifyConsistency,
} from '../../src/log/index.ts';
import { distinctLeaves, flipBit, mth, proof as proofOf, seed } from './oracle.ts';

const garbage = new Uint8Array(32).fill(0xa5);

function claimOf(oldSize: number, newSize: number): ConsistencyClaim {
  const leaves = distinctLeaves(newSize);
  const oldRoot = mth(leaves.slice(0, oldSize));
  return { oldSize, newSize, oldRoot, newRoot: mth(leaves), proof: proofOf(oldSize, leaves) };
}

/** Two sizes, the second larger than the first. */
const growths = fc
  .integer({ min: 2, max: 70 })
  .chain((size) => fc.record({ newSize: fc.constant(size), oldSize: fc.integer({ min: 1, max: size - 1 }) }));

test('every older size of every small tree has the proof that RFC 6962 defines, and it verifies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), async (newSize) => {
      const leaves = distinctLeaves(newSize);
      const tree = await treeInMemory(await Promise.all(leaves.map(leafHash)));
      for (let oldSize = 1; oldSize <= newSize; oldSize += 1) {
        const claim = claimOf(oldSize, newSize);
        assert.deepEqual(await consistencyProofFrom(oldSize, newSize, tree), claim.proof);
        assert.equal(await verifyConsistency(claim), true);
      }
    }),
    { seed, numRuns: 25 },
  );
});

test('one altered bit of either root or of the proof is refused', async () => {
  await fc.assert(
    fc.asyncProperty(growths, fc.nat({ max: 255 }), async ({ oldSize, newSize }, bit) => {
      const claim = claimOf(oldSize, newSize);
      assert.equal(await verifyConsistency({ ...claim, oldRoot: flipBit(claim.oldRoot, bit) }), false);
      assert.equal(await verifyConsistency({ ...claim, newRoot: flipBit(claim.newRoot, bit) }), false);
      for (const [at, hash] of claim.proof.entries()) {
        const proof = claim.proof.with(at, flipBit(hash, bit));
        assert.equal(await verifyConsistency({ ...claim, proof }), false);
      }
    }),
    { seed },
  );
});

test('a proof with an element too many, too few, out of place or of another length is refused', async () => {
  await fc.assert(
    fc.asyncProperty(growths, async ({ oldSize, newSize }) => {
      const claim = claimOf(oldSize, newSize);
      const refused = async (proof: readonly Uint8Array[]): Promise<void> =>
        assert.equal(await verifyConsistency({ ...claim, proof }), false);
      for (let at = 0; at <= claim.proof.length; at += 1) {
        for (const extra of [garbage, claim.oldRoot, claim.newRoot, new Uint8Array(0)]) {
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

test('a proof is refused for every other old size, and for the new size doubled or halved', async () => {
  await fc.assert(
    fc.asyncProperty(growths, async ({ oldSize, newSize }) => {
      const claim = claimOf(oldSize, newSize);
      for (let other = 0; other <= newSize + 1; other += 1) {
        assert.equal(await verifyConsistency({ ...claim, oldSize: other }), other === oldSize);
      }
      assert.equal(await verifyConsistency({ ...claim, newSize: 2 * newSize }), false);
      assert.equal(await verifyConsistency({ ...claim, newSize: Math.floor(newSize / 2) }), false);
    }),
    { seed, numRuns: 40 },
  );
});

test('a log that rewrote a leaf of the old tree cannot prove consistency with it', async () => {
  await fc.assert(
    fc.asyncProperty(growths, fc.nat(), async ({ oldSize, newSize }, choice) => {
      const honest = claimOf(oldSize, newSize);
      const rewritten = distinctLeaves(newSize).with(choice % oldSize, Uint8Array.of(7, 7, 7));
      const tree = await treeInMemory(await Promise.all(rewritten.map(leafHash)));
      const proof = await consistencyProofFrom(oldSize, newSize, tree);
      assert.equal(await verifyConsistency({ ...honest, newRoot: mth(rewritten), proof }), false);
    }),
    { seed },
  );
});

test('swapped roots are refused', async () => {
  const claim = claimOf(5, 8);
  assert.equal(await verifyConsistency({ ...claim, oldRoot: claim.newRoot, newRoot: claim.oldRoot }), false);
});

test('equal sizes need equal roots and an empty proof', async () => {
  const claim = claimOf(6, 6);
  assert.equal(await verifyConsistency(claim), true);
  assert.equal(await verifyConsistency({ ...claim, newRoot: garbage }), false);
  assert.equal(await verifyConsistency({ ...claim, proof: [claim.oldRoot] }), false);
});

test('unequal sizes need a proof, even between equal roots', async () => {
  const claim = claimOf(4, 5);
  assert.equal(await verifyConsistency({ ...claim, proof: [] }), false);
  assert.equal(await verifyConsistency({ ...claim, newRoot: claim.oldRoot, proof: [] }), false);
});

test('a claim about an empty old tree is refused', async () => {
  const oldRoot = await emptyRoot();
  for (const proof of [[], [oldRoot]]) {
    const claim = { oldSize: 0, newSize: 1, oldRoot, newRoot: oldRoot, proof };
    assert.equal(await verifyConsistency(claim), false);
    assert.equal(await verifyConsistency({ ...claim, newSize: 0 }), false);
  }
});

test('invalid or decreasing sizes return false and do not throw', async () => {
  const claim = claimOf(3, 7);
  for (const wrong of [-1, 0.5, 3.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 64]) {
    assert.equal(await verifyConsistency({ ...claim, oldSize: wrong }), false);
    assert.equal(await verifyConsistency({ ...claim, newSize: wrong }), false);
  }
  assert.equal(await verifyConsistency({ ...claim, oldSize: 7, newSize: 3 }), false);
});

test('roots that are not hashes are refused even if they are equal', async () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(31), new Uint8Array(33)]) {
    const claim = { oldSize: 1, newSize: 1, oldRoot: bytes, newRoot: bytes, proof: [] };
    assert.equal(await verifyConsistency(claim), false);
  }
});

test('making a proof from an empty or a larger tree throws', async () => {
  const tree = await treeInMemory([garbage, garbage]);
  for (const [oldSize, newSize] of [
    [0, 2],
    [3, 2],
    [-1, 2],
    [0.5, 2],
    [1, 2.5],
    [1, 2 ** 53],
  ] as const) {
    await assert.rejects(consistencyProofFrom(oldSize, newSize, tree), RangeError);
  }
});
