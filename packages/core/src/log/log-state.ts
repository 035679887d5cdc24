// The state of the log for the desk: its size, its newest checkpoint, and which witnesses cosigned it.

import type { Queries } from '../store/store.ts';
import { lastSeal } from './seal.ts';
import { treeSizeOf } from './store.ts';

export interface LogState {
  tree_size: number;
  checkpoint: { tree_size: number; created_at: number; note: string } | null;
  /** Of every witness that ever cosigned: the newest cosignature. */
  witnesses: { name: string; key_id: string; tree_size: number; cosigned_at: number }[];
  records: { entries: number; sealed: number };
}

export async function readLogState(db: Queries): Promise<LogState> {
  const checkpoint = await db
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const newest = await db
    .selectFrom('cosignatures')
    .select(({ fn }) => ['witness_key_id', fn.max('tree_size').as('tree_size')])
    .groupBy('witness_key_id')
    .execute();
  const witnesses: LogState['witnesses'] = [];
  for (const { witness_key_id, tree_size } of newest) {
    const { witness_name, created_at } = await db
      .selectFrom('cosignatures')
      .select(['witness_name', 'created_at'])
      .where('witness_key_id', '=', witness_key_id)
      .where('tree_size', '=', tree_size)
      .executeTakeFirstOrThrow();
    witnesses.push({
      name: witness_name,
      key_id: witness_key_id,
      tree_size: Number(tree_size),
      cosigned_at: created_at,
    });
  }
  const { last } = await db
    .selectFrom('record_chain')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  const { count } = await lastSeal(db);
  return {
    tree_size: await treeSizeOf(db),
    checkpoint: checkpoint ?? null,
    witnesses: witnesses.toSorted((a, b) => a.name.localeCompare(b.name)),
    // Without rows the maximum is null, although the types do not say so.
    records: { entries: Number(last ?? 0), sealed: count },
  };
}
