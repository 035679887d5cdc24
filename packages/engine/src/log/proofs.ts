// Computes roots and proofs from the stored hashes of complete subtrees.

import { emptyRoot, isTreeSize, nodeHash, type ReadNode } from './merkle.ts';

export async function rootFrom(treeSize: number, readNode: ReadNode): Promise<Uint8Array> {
  requireTreeSize(treeSize);
  return treeSize === 0 ? emptyRoot() : rangeHash({ start: 0, size: treeSize }, readNode);
}

/** PATH of RFC 6962 2.1.1: the sibling hashes on the way from the leaf at index to the root. */
export async function inclusionProofFrom(
  treeSize: number,
  index: number,
  readNode: ReadNode,
): Promise<Uint8Array[]> {
  requireTreeSize(treeSize);
  if (!isTreeSize(index) || index >= treeSize) {
    throw new RangeError(`A tree of size ${treeSize} has no leaf ${index}.`);
  }
  const { siblings } = descend(treeSize, index, ({ size }) => size === 1);
  return Promise.all(siblings.reverse().map((range) => rangeHash(range, readNode)));
}

/** PROOF of RFC 6962 2.1.2: the hashes that prove that the tree of newSize leaves extends that of oldSize. */
export async function consistencyProofFrom(
  oldSize: number,
  newSize: number,
  readNode: ReadNode,
): Promise<Uint8Array[]> {
  requireTreeSize(newSize);
  if (!isTreeSize(oldSize) || oldSize === 0 || oldSize > newSize) {
    throw new RangeError(`There is no consistency proof from size ${oldSize} to size ${newSize}.`);
  }
  const { siblings, reached } = descend(newSize, oldSize - 1, ({ start, size }) => start + size === oldSize);
  // A walk that only went left ends at the root of the old tree, which the verifier already has.
  if (reached.start > 0) siblings.push(reached);
  return Promise.all(siblings.reverse().map((range) => rangeHash(range, readNode)));
}

/** The leaves under one node, which is a complete subtree or lies on the right edge of the tree. */
interface Range {
  start: number;
  size: number;
}

/** Walks from the root towards a leaf until `arrived`, and collects the sibling at each step. */
function descend(
  treeSize: number,
  leaf: number,
  arrived: (range: Range) => boolean,
): { siblings: Range[]; reached: Range } {
  const siblings: Range[] = [];
  let reached: Range = { start: 0, size: treeSize };
  while (!arrived(reached)) {
    const [left, right] = split(reached);
    const goesLeft = leaf < right.start;
    siblings.push(goesLeft ? right : left);
    reached = goesLeft ? left : right;
  }
  return { siblings, reached };
}

/** MTH of RFC 6962 2.1 over a range. */
async function rangeHash(range: Range, readNode: ReadNode): Promise<Uint8Array> {
  const { level, width } = enclosingSubtree(range.size);
  if (width === range.size) return readNode(level, range.start / width);
  const [left, right] = split(range);
  return nodeHash(await rangeHash(left, readNode), await rangeHash(right, readNode));
}

/** RFC 6962 splits at the largest power of two smaller than the size. */
function split({ start, size }: Range): [Range, Range] {
  const left = enclosingSubtree(size).width / 2;
  return [
    { start, size: left },
    { start: start + left, size: size - left },
  ];
}

/** The smallest complete subtree of at least size leaves. */
function enclosingSubtree(size: number): { level: number; width: number } {
  let level = 0;
  let width = 1;
  while (width < size) {
    level += 1;
    width *= 2;
  }
  return { level, width };
}

function requireTreeSize(treeSize: number): void {
  if (!isTreeSize(treeSize)) throw new RangeError(`${treeSize} is not a valid tree size.`);
}
