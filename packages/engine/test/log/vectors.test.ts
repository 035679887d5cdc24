import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  consistencyProofFrom,
  emptyRoot,
  inclusionProofFrom,
  leafHash,
  rootFrom,
  treeInMemory,
  verifyConsistency,
  verifyInclusion,
} from '../../src/log/index.ts';
import vectors from './rfc6962-vectors.json' with { type: 'json' };

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

const leafHashes = await Promise.all(vectors.leaves.map((leaf) => leafHash(bytes(leaf))));
const tree = await treeInMemory(leafHashes);
const rootOfSize = (size: number): Uint8Array => bytes(vectors.roots[size - 1]!);

test('the reference tree has the published root at every size', async () => {
  assert.equal(hex(await emptyRoot()), vectors.emptyRoot);
  assert.equal(hex(await rootFrom(0, tree)), vectors.emptyRoot);
  for (const [at, root] of vectors.roots.entries()) assert.equal(hex(await rootFrom(at + 1, tree)), root);
});

for (const { index, treeSize, proof } of vectors.inclusion) {
  test(`the published inclusion proof of leaf ${index} of ${treeSize} is reproduced and verified`, async () => {
    assert.deepEqual((await inclusionProofFrom(treeSize, index, tree)).map(hex), proof);
    const root = rootOfSize(treeSize);
    const claim = { index, treeSize, leafHash: leafHashes[index]!, root, proof: proof.map(bytes) };
    assert.equal(await verifyInclusion(claim), true);
  });
}

for (const { oldSize, newSize, proof } of vectors.consistency) {
  test(`the published consistency proof from ${oldSize} to ${newSize} leaves is reproduced and verified`, async () => {
    assert.deepEqual((await consistencyProofFrom(oldSize, newSize, tree)).map(hex), proof);
    const [oldRoot, newRoot] = [rootOfSize(oldSize), rootOfSize(newSize)];
    assert.equal(
      await verifyConsistency({ oldSize, newSize, oldRoot, newRoot, proof: proof.map(bytes) }),
      true,
    );
  });
}
