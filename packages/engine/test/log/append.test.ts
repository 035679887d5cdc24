import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  appendLeaves,
  consistencyProofFrom,
  inclusionProofFrom,
  leafHash,
  nodeHash,
  type ReadNode,
  readNodesFrom,
  rootFrom,
  type TreeNode,
  treeInMemory,
  verifyConsistency,
  verifyInclusion,
} from '../../src/log/index.ts';
import { distinctLeaves, mth, seed } from './oracle.ts';

test('leaves appended in any batches give the same nodes and roots as all at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { maxLength: 14 }), async (batches) => {
      const leaves = distinctLeaves(batches.reduce((sum, batch) => sum + batch, 0));
      const hashes = await Promise.all(leaves.map(leafHash));
      const stored: TreeNode[] = [];
      let size = 0;
      for (const batch of batches) {
        const added = await appendLeaves(size, readNodesFrom(stored), hashes.slice(size, size + batch));
        stored.push(...added);
        size += batch;
        assert.deepEqual(await rootFrom(size, readNodesFrom(stored)), mth(leaves.slice(0, size)));
      }
      const known = new Set(stored.map(({ level, index }) => `${level}/${index}`));
      assert.equal(known.size, stored.length, 'a node is written once');
      const atOnce = await appendLeaves(0, readNodesFrom([]), hashes);
      assert.deepEqual(inOrder(stored), inOrder(atOnce));
    }),
    { seed, numRuns: 60 },
  );
});

test('the root after an append can be computed before the new nodes are stored', async () => {
  const leaves = distinctLeaves(11);
  const hashes = await Promise.all(leaves.map(leafHash));
  const store = await treeInMemory(hashes.slice(0, 6));
  const added = await appendLeaves(6, store, hashes.slice(6));
  assert.deepEqual(await rootFrom(11, readNodesFrom(added, store)), mth(leaves));
});

test('an append reads at most one stored node per level', async () => {
  const hashes = await Promise.all(distinctLeaves(64).map(leafHash));
  const store = await treeInMemory(hashes.slice(0, 63));
  const reads: string[] = [];
  await appendLeaves(
    63,
    (level, index) => {
      reads.push(`${level}/${index}`);
      return store(level, index);
    },
    hashes.slice(63),
  );
  assert.deepEqual(reads, ['0/62', '1/30', '2/14', '3/6', '4/2', '5/0']);
});

test('appending no leaves completes no nodes', async () => {
  assert.deepEqual(await appendLeaves(5, readNodesFrom([]), []), []);
});

test('a tree cannot grow from an invalid size or beyond the safe integers', async () => {
  const leaf = new Uint8Array(32);
  for (const size of [-1, 0.5, Number.NaN, 2 ** 53 - 1, 2 ** 53]) {
    await assert.rejects(appendLeaves(size, readNodesFrom([]), [leaf]), RangeError);
  }
});

test('reading a node that is not stored throws', async () => {
  const tree = await treeInMemory([new Uint8Array(32)]);
  await assert.rejects(rootFrom(2, tree), RangeError);
  await assert.rejects(rootFrom(-1, tree), RangeError);
});

// Trees of more than 2^32 equal leaves, in which the hash of a node depends on its level alone.
const uniformHashes: Uint8Array[] = [new Uint8Array(32)];
for (let level = 0; level < 53; level += 1) {
  uniformHashes.push(await nodeHash(uniformHashes[level]!, uniformHashes[level]!));
}
const uniformTree: ReadNode = async (level) => uniformHashes[level]!;
const largest = Number.MAX_SAFE_INTEGER;

/** The uniform tree with one different leaf. */
async function markedTree(at: number, leaf: Uint8Array): Promise<ReadNode> {
  const nodes: TreeNode[] = [];
  let hash = leaf;
  for (let level = 0, index = at; level < 53; level += 1, index = Math.floor(index / 2)) {
    nodes.push({ level, index, hash });
    const sibling = uniformHashes[level]!;
    hash = index % 2 === 1 ? await nodeHash(sibling, hash) : await nodeHash(hash, sibling);
  }
  return readNodesFrom(nodes, uniformTree);
}

test('a leaf of the largest tree is proved at its own index and no other', async () => {
  const leaf = new Uint8Array(32).fill(1);
  for (const index of [0, 2 ** 31, 2 ** 32 + 5, 2 ** 40 + 3, 2 ** 52 - 1, 2 ** 52, largest - 1]) {
    const tree = await markedTree(index, leaf);
    const root = await rootFrom(largest, tree);
    const proof = await inclusionProofFrom(largest, index, tree);
    const claim = { index, treeSize: largest, leafHash: leaf, root, proof };
    assert.equal(await verifyInclusion(claim), true, `leaf ${index}`);
    for (const other of [index + 1, index - 1, index + 2 ** 32, index - 2 ** 32]) {
      assert.equal(await verifyInclusion({ ...claim, index: other }), false, `leaf ${index} at ${other}`);
    }
  }
});

test('consistency proofs work for sizes beyond 32 bits', async () => {
  for (const oldSize of [1, 2 ** 32, 2 ** 32 + 1, 2 ** 33 - 1, 2 ** 52 + 2 ** 31, largest - 1]) {
    const oldRoot = await rootFrom(oldSize, uniformTree);
    const newRoot = await rootFrom(largest, uniformTree);
    const proof = await consistencyProofFrom(oldSize, largest, uniformTree);
    const claim = { oldSize, newSize: largest, oldRoot, newRoot, proof };
    assert.equal(await verifyConsistency(claim), true, `from ${oldSize}`);
    assert.equal(await verifyConsistency({ ...claim, proof: proof.slice(1) }), false);
  }
});

test('leaves can be appended to a tree beyond 32 bits', async () => {
  const size = 2 ** 40 - 3;
  const leaf = uniformHashes[0]!;
  const added = await appendLeaves(size, uniformTree, [leaf, leaf, leaf, leaf]);
  assert.equal(
    added.some(({ level, index }) => level === 40 && index === 0),
    true,
  );
  for (const { level, hash } of added) assert.deepEqual(hash, uniformHashes[level]);
});

function inOrder(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.toSorted((a, b) => a.level - b.level || a.index - b.index);
}
