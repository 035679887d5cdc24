// Hashes of RFC 6962 Merkle trees, and the types that the other files of the log share.

import { sha256 } from '../platform.ts';

export const hashLength = 32;

/** Reads the hash of the complete subtree of 2^level leaves that begins at leaf index * 2^level. */
export type ReadNode = (level: number, index: number) => Promise<Uint8Array>;

export interface TreeNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
}

/** The root of the tree without leaves. */
export function emptyRoot(): Promise<Uint8Array> {
  return sha256(new Uint8Array(0));
}

// Leaves and nodes have different prefix bytes, so that neither can be passed off as the other.
export function leafHash(bytes: Uint8Array): Promise<Uint8Array> {
  const input = new Uint8Array(1 + bytes.length);
  input.set(bytes, 1);
  return sha256(input);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  const input = new Uint8Array(1 + left.length + right.length);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + left.length);
  return sha256(input);
}

export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === hashLength && b.length === hashLength && a.every((byte, at) => byte === b[at]);
}

/** Sizes go up to 2^53 - 1, so they must not be used with bitwise operators, which truncate to 32 bits. */
export function isTreeSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
