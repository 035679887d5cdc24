// The store as scheduled work uses it: every transaction first checks that its node still has the lease. A node that was
// paused while another one took over can therefore write nothing when it resumes.

import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RootOperationNode,
  sql,
} from 'kysely';
import { withPlugin } from '../store/records/bound.ts';
import type { Store, Writes } from '../store/store.ts';
import type { Lease } from './lease.ts';

/**
 * PostgreSQL ends a transaction of scheduled work that sends nothing for this long: its node is paused or cut off, and
 * would keep the lease, and the rows that it wrote, locked. It is less than the lease lasts.
 */
const LONGEST_PAUSE_MS = 8000;

/** Another node does the scheduled work now. This is not an error. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  /** `null`: the node did not have the lease when it began. */
  constructor(lease: Lease | null) {
    super(
      lease === null
        ? 'This node does not have the lease of scheduled work.'
        : `Another node has taken over (${lease.name}, fence ${lease.fence}).`,
    );
  }
}

/** SQLite has only one node, which needs no lease. */
export function fencedStore(store: Store, lease: Lease | null): Store {
  if (store.kind === 'sqlite') return store;
  if (lease === null) throw new LeaseLost(null);
  return {
    ...store,
    db: withPlugin(store.db, new ReadsOnly()),
    transaction: (work, options) =>
      store.transaction(async (writes) => {
        await requireLease(writes, lease);
        return work(writes);
      }, options),
  };
}

/** The lock ends with the transaction: nobody takes the lease over before. */
async function requireLease(writes: Writes, lease: Lease): Promise<void> {
  const { rows } = await sql<{ holder: string; fence: number }>`
    select holder, fence, set_config('idle_in_transaction_session_timeout', ${String(LONGEST_PAUSE_MS)}, true)
    from leases where name = ${lease.name} for key share`.execute(writes);
  const [current] = rows;
  if (current?.fence !== lease.fence || current.holder !== lease.holder) throw new LeaseLost(lease);
}

const WRITES: ReadonlySet<RootOperationNode['kind']> = new Set<RootOperationNode['kind']>([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
]);

/** Refuses to write outside a fenced transaction. */
class ReadsOnly implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (WRITES.has(node.kind)) throw new Error('Scheduled work writes only in transactions of its store.');
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}
