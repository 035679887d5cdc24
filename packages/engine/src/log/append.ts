// Growing a tree: which nodes become complete when leaves are added.

import { isTreeSize, nodeHash, type ReadNode, type TreeNode } from './merkle.ts';

/**
 * The nodes, leaves included, that become complete when leaves follow a tree of treeSize leaves. Each is
 * final: a store adds them and never changes one. Of the old nodes it reads at most one a level.
 */
export async function appendLeaves(
  treeSize: number,
  readNode: ReadNode,
  leafHashes: readonly Uint8Array[],
): Promise<TreeNode[]> {
  if (!isTreeSize(treeSize) || !isTreeSize(treeSize + leafHashes.length)) {
    throw new RangeError(`A tree of ${treeSize} leaves cannot take ${leafHashes.length} more.`);
  }
  const nodes: TreeNode[] = [];
  let first = treeSize;
  let hashes = leafHashes;
  for (let level = 0; hashes.length > 0; level += 1) {
    for (const [at, hash] of hashes.entries()) nodes.push({ level, index: first + at, hash });
    // An odd first node is a right child, whose left sibling was complete before.
    if (first % 2 === 1) {
      first -= 1;
      hashes = [await readNode(level, first), ...hashes];
    }
    hashes = await parentsOf(hashes);
    first /= 2;
  }
  return nodes;
}

/** Reads the given nodes, and where one is missing whatever lies below them, such as a store. */
export function readNodesFrom(nodes: readonly TreeNode[], below: ReadNode = refuseNode): ReadNode {
  const hashes = new Map(nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return async (level, index) => hashes.get(`${level}/${index}`) ?? below(level, index);
}

/** A tree held in memory, for when there is no store. */
export async function treeInMemory(leafHashes: readonly Uint8Array[]): Promise<ReadNode> {
  return readNodesFrom(await appendLeaves(0, refuseNode, leafHashes));
}

async function refuseNode(level: number, index: number): Promise<Uint8Array> {
  throw new RangeError(`The tree has no complete node ${index} at level ${level}.`);
}

/** The last of an odd number of nodes has no sibling yet, and so no parent. */
function parentsOf(hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const parents: Promise<Uint8Array>[] = [];
  for (let at = 0; at + 1 < hashes.length; at += 2) {
    parents.push(nodeHash(hashes[at]!, hashes[at + 1]!));
  }
  return Promise.all(parents);
}
