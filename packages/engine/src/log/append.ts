// Appends leaves to a Merkle tree.

import { isTreeSize, nodeHash, type ReadNode, type TreeNode } from './merkle.ts';

/**
 * Returns the nodes, including the leaves, that become complete when leaves are appended to a tree of treeSize
 * leaves. Complete nodes never change, so a store only ever adds them. Reads at most one existing node per level.
 */
export async function appendLeaves(
  treeSize: number,
  readNode: ReadNode,
  leafHashes: readonly Uint8Array[],
): Promise<TreeNode[]> {
  if (!isTreeSize(treeSize) || !isTreeSize(treeSize + leafHashes.length)) {
    throw new RangeError(`A tree of size ${treeSize} cannot grow by ${leafHashes.length}.`);
  }
  const nodes: TreeNode[] = [];
  let first = treeSize;
  let hashes = leafHashes;
  for (let level = 0; hashes.length > 0; level += 1) {
    for (const [at, hash] of hashes.entries()) nodes.push({ level, index: first + at, hash });
    // An odd first node is a right child; its left sibling was already complete.
    if (first % 2 === 1) {
      first -= 1;
      hashes = [await readNode(level, first), ...hashes];
    }
    hashes = await parentsOf(hashes);
    first /= 2;
  }
  return nodes;
}

/** Reads nodes from a list and, if a node is not in it, from a fallback such as the store. */
export function readNodesFrom(nodes: readonly TreeNode[], fallback: ReadNode = refuseNode): ReadNode {
  const hashes = new Map(nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return async (level, index) => hashes.get(`${level}/${index}`) ?? fallback(level, index);
}

/** A tree held in memory, without a store. */
export async function treeInMemory(leafHashes: readonly Uint8Array[]): Promise<ReadNode> {
  return readNodesFrom(await appendLeaves(0, refuseNode, leafHashes));
}

async function refuseNode(level: number, index: number): Promise<Uint8Array> {
  throw new RangeError(`The tree has no complete node ${index} at level ${level}.`);
}

/** The last of an odd number of nodes has no sibling yet and therefore no parent. */
function parentsOf(hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const parents: Promise<Uint8Array>[] = [];
  for (let at = 0; at + 1 < hashes.length; at += 2) {
    parents.push(nodeHash(hashes[at]!, hashes[at + 1]!));
  }
  return Promise.all(parents);
}
