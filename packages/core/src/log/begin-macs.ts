// Gives a store that is older than MACs its first ones. Only `rf migrate` does this, once, after the whole store was verified:
// a signed leaf of the log says from which entry on the record chain has MACs, and the rows that decide who may do what get
// an entry each, as they were verified.

import type { Context } from '../context/context.ts';
import { chainAsFound, chainTip } from '../store/records/chain.ts';
import type { Queries } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { changeTime } from './change-times.ts';
import { currentSigner } from './current-signer.ts';
import { macLeaf, macLeaves } from './mac-leaf.ts';
import type { Sealer } from './seal.ts';
import { prepareAppend, treeSizeOf, writeAppend } from './store.ts';
import { distrust, requireTrustedLog } from './trusted-log.ts';

/** Whether the store is older than MACs. A leaf says since when a store has them, even if they were removed. */
export async function isOlderThanMacs(db: Queries): Promise<boolean> {
  const first = await db.selectFrom('record_chain').select('mac').where('seq', '=', 1).executeTakeFirst();
  return first !== undefined && first.mac === null && (await macLeaves(db)).length === 0;
}

/** The caller has verified the store. `verified` is the newest entry of the chain that it has verified. */
export async function beginMacs(
  { store, clock }: Context,
  { masterKey, pinned = null }: Sealer,
  verified: number,
): Promise<void> {
  await requireTrustedLog(store.db, pinned);
  await store.transaction(
    async (writes) => {
      const { seq: count, link } = await chainTip(writes);
      if (count !== verified) throw distrust('records were added since it was verified');
      const at = await changeTime(writes, clock());
      const tree_size = await treeSizeOf(writes);
      const found = await chainAsFound(writes, store.chainKey);
      const leaf = macLeaf(at, { count, head: link, found, tree_size });
      const signer = await currentSigner(writes, masterKey);
      await writeAppend(writes, await prepareAppend(writes, [leaf], [signer]), at);
      await moveTopic(writes, 'log');
    },
    { chained: false },
  );
}
