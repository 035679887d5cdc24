// The heartbeat of a node: records that it is running, compares its clock, and reads which nodes there are.

import type { Context } from '@rf-indicators/core/context/context';
import {
  type ListedNode,
  listNodes,
  type NodeIdentity,
  noteNode,
  removeNode,
} from '@rf-indicators/core/nodes/registry';
import { NEWEST_MIGRATION } from '@rf-indicators/core/store/migrations';
import { storeTime } from '@rf-indicators/core/store/store-time';
import { readCommitted } from '@rf-indicators/core/webhooks/records';
import { openPeriod, prolongPeriod, readUptime, type Uptime } from '../../api/uptime.ts';
import { clockToSave } from '../../clock/clock-watch.ts';
import { saveClock } from '../../clock/saved-clock.ts';
import type { SharedClock } from '../../clock/shared-clock.ts';
import { compareWithDatabase, compareWithRecords } from './clock-checks.ts';

export interface HeartbeatOptions {
  context: Context;
  node: string;
  shared: SharedClock;
  dataDir: string;
  /** The ids of the keys that this process has now, the one that seals first. */
  masterKeys: () => readonly string[];
}

export interface Beat {
  uptime: Uptime;
  nodes: ListedNode[];
  /** Another process has the name of this one. */
  isNameTaken: boolean;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #identity: NodeIdentity;
  readonly #period: string;
  #hasBeaten = false;

  constructor(options: HeartbeatOptions) {
    const { context, node } = options;
    this.#options = options;
    this.#identity = { name: node, version: NEWEST_MIGRATION, startedAt: context.clock() };
    this.#period = context.newId();
  }

  /** Whether it succeeded once, and with it the comparison of the clock. */
  get hasBeaten(): boolean {
    return this.#hasBeaten;
  }

  async beat(): Promise<Beat> {
    const { context, node, shared, dataDir } = this.#options;
    const { store, clock } = context;
    if (!this.#hasBeaten) await compareWithRecords(store, shared);
    await compareWithDatabase(store, shared);
    saveClock(dataDir, clockToSave(shared));
    const now = clock();
    // Not serializable: nodes would make each other's heartbeats fail.
    const isOwn = await readCommitted(store, async (writes) => {
      const time = storeTime(store.kind, now);
      await (this.#hasBeaten
        ? prolongPeriod(writes, this.#period, time)
        : openPeriod(writes, this.#period, node, time));
      // On SQLite another name is that of an earlier process, because only one can serve.
      if (store.kind === 'sqlite') await writes.deleteFrom('nodes').where('name', '!=', node).execute();
      return noteNode(writes, store.kind, this.#identity, this.#options.masterKeys(), now);
    });
    this.#hasBeaten = true;
    return {
      uptime: await readUptime(store.db, now),
      nodes: await listNodes(store.db, store.kind, now),
      isNameTaken: !isOwn,
    };
  }

  async stop(): Promise<void> {
    await removeNode(this.#options.context.store.db, this.#identity);
  }
}
