// The verification algorithms of RFC 9162. Malformed claims return false instead of throwing, because numbers
// and hashes come from the party that is being checked.

import { equalHashes, hashLength, isTreeSize, nodeHash } from './merkle.ts';

export interface InclusionClaim {
  readonly index: number;
  readonly treeSize: number;
  readonly leafHash: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** RFC 9162 2.1.3.2. */
export async function verifyInclusion(claim: InclusionClaim): Promise<boolean> {
  const { index, treeSize, leafHash, root, proof } = claim;
  if (!isTreeSize(index) || !isTreeSize(treeSize) || index >= treeSize) return false;
  if (![leafHash, root, ...proof].every(isHash)) return false;

  let node = index;
  let last = treeSize - 1;
  let hash = leafHash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = await nodeHash(sibling, hash);
      // A node on the right edge without a sibling moves up to the level where it has one.
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      hash = await nodeHash(hash, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && equalHashes(hash, root);
}

export interface ConsistencyClaim {
  readonly oldSize: number;
  readonly newSize: number;
  readonly oldRoot: Uint8Array;
  readonly newRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** RFC 9162 2.1.4.2. Returns false for an empty old tree, since nothing can be proved about it. */
export async function verifyConsistency(claim: ConsistencyClaim): Promise<boolean> {
  const { oldSize, newSize, oldRoot, newRoot, proof } = claim;
  if (!isTreeSize(oldSize) || !isTreeSize(newSize) || oldSize === 0 || oldSize > newSize) return false;
  if (![oldRoot, newRoot, ...proof].every(isHash)) return false;
  if (oldSize === newSize) return proof.length === 0 && equalHashes(oldRoot, newRoot);
  if (proof.length === 0) return false;

  let node = oldSize - 1;
  let last = newSize - 1;
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  // Zero means that oldSize is a power of two, so the walk begins at the old root.
  const [first, ...siblings] = node === 0 ? [oldRoot, ...proof] : proof;
  let oldHash = first as Uint8Array;
  let newHash = oldHash;
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      oldHash = await nodeHash(sibling, oldHash);
      newHash = await nodeHash(sibling, newHash);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      newHash = await nodeHash(newHash, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && equalHashes(oldHash, oldRoot) && equalHashes(newHash, newRoot);
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === hashLength;
}

function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function half(value: number): number {
  return Math.floor(value / 2);
}
