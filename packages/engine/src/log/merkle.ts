// The hashing of RFC 6962 Merkle trees, and the words the rest of the log is written in.

import { sha256 } from '../platform.ts';

export const hashLength = 32;

/** The hash of the complete subtree of 2^level leaves that begins at leaf index * 2^level. */
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

// The leading byte differs between leaves and nodes so that neither can be passed off as the other.
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

/** Sizes are plain numbers as long as they are exact; bit operators, of 32 bits, must not touch them. */
export function isTreeSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
