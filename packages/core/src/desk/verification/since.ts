// What a kept checkpoint covers. rf verify --since verifies what is newer.

import { openCheckpoint } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import { type KeyChain, keysAt } from '../../log/key-chain.ts';
import { readSeal } from '../../log/seal.ts';
import { FIRST_LINK } from '../../store/records/chain.ts';
import type { Queries } from '../../store/store.ts';
import type { Covered, Share } from './plan.ts';

/** Where a verification begins. */
export interface Since {
  /** A signed checkpoint that was kept outside the store when everything had been verified. */
  checkpoint: string;
  /** Verified as well, of what is older. */
  share?: Share;
}

/** Throws if the checkpoint was not signed by the keys of this log. That the log still extends it is checked elsewhere. */
export async function coveredBy(db: Queries, chain: KeyChain, note: string): Promise<Covered> {
  const origin = chain.keys[0]?.key.name ?? '';
  const size = await openCheckpoint(
    note,
    origin,
    chain.keys.map(({ key }) => key),
  )
    .then(async ({ treeSize }) => {
      await openCheckpoint(note, origin, keysAt(chain, treeSize - 1));
      return treeSize;
    })
    .catch((error: Error) => {
      throw new Refusal(
        'validation_failed',
        `The checkpoint was not signed by the keys of this log: ${error.message}`,
      );
    });
  const seal = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('kind', '=', 'records')
    .where('idx', '<', size)
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { leaves: size, entries: seal === undefined ? 0 : sealedEntries(seal.leaf) };
}

/** A seal that cannot be read is reported with the log, and covers nothing. */
function sealedEntries(leaf: string): number {
  try {
    const { count, head } = readSeal(leaf);
    return Number.isSafeInteger(count) && head !== FIRST_LINK ? count : 0;
  } catch {
    return 0;
  }
}
