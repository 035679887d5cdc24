// The Merkle tree of the log in memory, 32 bytes for each node: hashed in the calling thread, because handing each hash to
// Web Crypto takes ten times as long as the hash.

import { createHash } from 'node:crypto';
import type { ReadNode } from '@rf-indicators/engine';

const LENGTH = 32;
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

export class LogTree {
  #levels: Buffer[] = [Buffer.alloc(1024 * LENGTH)];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the hash as the store has it. */
  add(leaf: string): string {
    let [leaves] = this.#levels as [Buffer];
    if ((this.#size + 1) * LENGTH > leaves.length) {
      leaves = Buffer.concat([leaves], leaves.length * 2);
      this.#levels[0] = leaves;
    }
    const hash = createHash('sha256').update(LEAF).update(leaf).digest();
    hash.copy(leaves, this.#size * LENGTH);
    this.#size += 1;
    return hash.toString('base64');
  }

  /** Computes the nodes above the leaves, once all of them are there. */
  complete(): void {
    let below = this.#levels[0]!.subarray(0, this.#size * LENGTH);
    this.#levels = [below];
    for (;;) {
      const width = Math.floor(below.length / LENGTH / 2);
      if (width === 0) return;
      const above = Buffer.alloc(width * LENGTH);
      for (let at = 0; at < width; at += 1)
        createHash('sha256')
          .update(NODE)
          .update(below.subarray(2 * at * LENGTH, 2 * (at + 1) * LENGTH))
          .digest()
          .copy(above, at * LENGTH);
      this.#levels.push(above);
      below = above;
    }
  }

  /** The places of its nodes, level by level. */
  *places(): Generator<{ level: number; idx: number }> {
    for (const [level, hashes] of this.#levels.entries())
      for (let idx = 0; idx < hashes.length / LENGTH; idx += 1) yield { level, idx };
  }

  /** As the store has it; null if the tree has no such node. */
  nodeText(level: number, index: number): string | null {
    return this.#node(level, index)?.toString('base64') ?? null;
  }

  readonly readNode: ReadNode = async (level, index) => {
    const node = this.#node(level, index);
    if (node === null) throw new RangeError(`The tree has no complete node ${index} at level ${level}.`);
    return node;
  };

  #node(level: number, index: number): Buffer | null {
    const hashes = this.#levels[level];
    if (hashes === undefined || index < 0 || (index + 1) * LENGTH > hashes.length) return null;
    return hashes.subarray(index * LENGTH, (index + 1) * LENGTH);
  }
}
