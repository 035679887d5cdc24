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
  const witnesses: LogState['witnesses'] = [];
  // One witness after the other, by the index: there are few, and each has signed thousands of checkpoints.
  for (let last = ''; ; ) {
    const newest = await db
      .selectFrom('cosignatures')
      .select(['witness_key_id', 'witness_name', 'tree_size', 'created_at'])
      .where('witness_key_id', '=', ({ selectFrom }) =>
        selectFrom('cosignatures')
          .select(({ fn }) => fn.min('witness_key_id').as('next'))
          .where('witness_key_id', '>', last),
      )
      .orderBy('tree_size', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest === undefined) break;
    const { witness_key_id, witness_name, tree_size, created_at } = newest;
    witnesses.push({ name: witness_name, key_id: witness_key_id, tree_size, cosigned_at: created_at });
    last = witness_key_id;
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
