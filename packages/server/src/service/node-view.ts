// What the serving thread knows of the nodes that share the store, and of its own part among them.

import type { Lease } from '@rf-indicators/core/nodes/lease';
import type { ListedNode } from '@rf-indicators/core/nodes/registry';
import type { Leading } from '../workers/bookkeeping/messages.ts';
import type { Log } from './log.ts';

export class NodeView {
  readonly #name: string;
  readonly #log: Log;
  readonly #onLeader = new Set<() => void>();
  #nodes: readonly ListedNode[] = [];
  #leading: Leading = { isLeader: false, lease: null };

  constructor(name: string, log: Log) {
    this.#name = name;
    this.#log = log;
  }

  /** How many nodes were seen lately, including this one. */
  get count(): number {
    return Math.max(1, this.#nodes.filter(({ live }) => live).length);
  }

  /** Whether this node does the scheduled work. */
  get isLeader(): boolean {
    return this.#leading.isLeader;
  }

  get lease(): Lease | null {
    return this.#leading.lease;
  }

  /** Calls back whenever this node becomes the leader. */
  whenLeader(act: () => void): void {
    this.#onLeader.add(act);
  }

  setNodes(nodes: readonly ListedNode[], isNameTaken: boolean): void {
    this.#nodes = nodes;
    if (isNameTaken)
      this.#log.error(
        `Another process runs as the node ${this.#name}. Set RF_NODE to a name of its own for each node.`,
      );
  }

  setLeading(leading: Leading): void {
    const before = this.#leading;
    this.#leading = leading;
    // With SQLite there is nothing to tell: there is only one node.
    if (leading.isLeader && leading.lease !== null && !before.isLeader)
      this.#log.info(`This node does the scheduled work now (fence ${leading.lease.fence}).`);
    if (!leading.isLeader && before.lease !== null)
      this.#log.info('This node does not do the scheduled work any more.');
    if (leading.isLeader && !before.isLeader) for (const act of this.#onLeader) act();
  }
}
