// Takes, renews and gives back the lease by which this node does scheduled work. On SQLite there is only one node, which
// needs no lease. A node whose clock is not steady leaves the work to others.

import {
  giveBackLease,
  type Lease,
  renewLease,
  SCHEDULED_WORK,
  takeLease,
} from '@rf-indicators/core/nodes/lease';
import type { Store } from '@rf-indicators/core/store/store';
import type { Leading } from './messages.ts';

const LEASE_MS = 10_000;
const RENEWED_AFTER_MS = 3000;

export interface LeaseKeeperOptions {
  store: Store;
  holder: string;
  /** Whether this node may do scheduled work at all. */
  isWilling: () => boolean;
  /** Milliseconds with an arbitrary origin. */
  monotonic?: () => number;
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #monotonic: () => number;
  #lease: Lease | null = null;
  /** When the last successful renewal was sent. */
  #renewedAt = 0;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
  }

  /** Read it once for each decision: the lease can end between two reads. Without a lease, only the node of SQLite leads. */
  get leading(): Leading {
    const { store, isWilling } = this.#options;
    const isInTime = this.#monotonic() - this.#renewedAt < LEASE_MS;
    const lease = isWilling() && isInTime ? this.#lease : null;
    return { isLeader: lease !== null || (store.kind === 'sqlite' && isWilling()), lease };
  }

  /** Call this about once per second. */
  async keep(): Promise<void> {
    const { store, holder, isWilling } = this.#options;
    if (store.kind === 'sqlite') return;
    if (!isWilling()) return this.giveBack();
    const now = this.#monotonic();
    if (this.#lease === null)
      this.#lease = await takeLease(store.db, { name: SCHEDULED_WORK, holder }, LEASE_MS);
    else if (now - this.#renewedAt < RENEWED_AFTER_MS) return;
    else if (!(await renewLease(store.db, this.#lease, LEASE_MS))) this.#lease = null;
    this.#renewedAt = now;
  }

  /** Another node takes over at once. */
  async giveBack(): Promise<void> {
    const lease = this.#lease;
    this.#lease = null;
    if (lease !== null) await giveBackLease(this.#options.store.db, lease);
  }
}
