// Test oracle for the Merkle tree: RFC 6962 section 2.1 implemented literally and without the engine's code.

import { createHash } from 'node:crypto';

export const seed = 20260401;

function hash(...parts: Uint8Array[]): Uint8Array {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return new Uint8Array(digest.digest());
}

/** k of the RFC: the largest power of two smaller than n. */
function splitOf(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

/** MTH(D[n]) */
export function mth(data: readonly Uint8Array[]): Uint8Array {
  if (data.length === 0) return hash();
  if (data.length === 1) return hash(Uint8Array.of(0), data[0]!);
  const k = splitOf(data.length);
  return hash(Uint8Array.of(1), mth(data.slice(0, k)), mth(data.slice(k)));
}

/** PATH(m, D[n]) */
export function path(m: number, data: readonly Uint8Array[]): Uint8Array[] {
  if (data.length === 1) return [];
  const k = splitOf(data.length);
  const [left, right] = [data.slice(0, k), data.slice(k)];
  return m < k ? [...path(m, left), mth(right)] : [...path(m - k, right), mth(left)];
}

/** PROOF(m, D[n]) */
export function proof(m: number, data: readonly Uint8Array[]): Uint8Array[] {
  return subproof(m, data, true);
}

function subproof(m: number, data: readonly Uint8Array[], whole: boolean): Uint8Array[] {
  if (m === data.length) return whole ? [] : [mth(data)];
  const k = splitOf(data.length);
  const [left, right] = [data.slice(0, k), data.slice(k)];
  return m <= k ? [...subproof(m, left, whole), mth(right)] : [...subproof(m - k, right, false), mth(left)];
}

/** The path from the root to leaf m of n. An inclusion proof depends on the tree size only through this path. */
export function turns(m: number, n: number): string {
  if (n === 1) return '';
  const k = splitOf(n);
  return m < k ? `L${turns(m, k)}` : `R${turns(m - k, n - k)}`;
}

/** Distinct leaves, so that the proof of one leaf is never also the proof of another. */
export function distinctLeaves(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => Uint8Array.of(index >> 8, index & 255));
}

export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const at = bit % (bytes.length * 8);
  return bytes.map((byte, index) => (index === at >> 3 ? byte ^ (1 << (at & 7)) : byte));
}
