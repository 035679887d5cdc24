// Stores what witnesses cosigned, and adds it to the checkpoints that are handed out.

import { type Cosignature, openCosignatures, type WitnessKey } from '@rf-indicators/engine';
import type { Database } from '../store/schema.ts';
import type { Queries, Store, Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { bodyOf } from './checkpoint-file.ts';

/** A checkpoint without cosignatures for longer than this is reported to the operator. */
export const COSIGNED_WITHIN_MS = 10 * 60 * 1000;

/** The largest tree that a witness is known to have cosigned; 0 if none. */
export async function cosignedSize(db: Queries, keyId: string): Promise<number> {
  const row = await db
    .selectFrom('cosignatures')
    .select('tree_size')
    .where('witness_key_id', '=', keyId)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.tree_size ?? 0;
}

/** The checkpoints that are larger than a tree, oldest first; at most the newest `most`. */
export async function checkpointsAfter(
  db: Queries,
  size: number,
  most: number,
): Promise<Pick<Database['checkpoints'], 'tree_size' | 'note'>[]> {
  const rows = await db
    .selectFrom('checkpoints')
    .select(['tree_size', 'note'])
    .where('tree_size', '>', size)
    .orderBy('tree_size', 'desc')
    .limit(most)
    .execute();
  return rows.reverse();
}

/** Keeps the first cosignature of each witness. Processes that serve the checkpoint then read it again. */
export async function storeCosignature(
  store: Store,
  treeSize: number,
  { witness, line }: Cosignature,
  now: number,
): Promise<void> {
  await store.transaction(async (writes) => {
    const { numInsertedOrUpdatedRows } = await writes
      .insertInto('cosignatures')
      .values({
        tree_size: treeSize,
        witness_key_id: witness.id,
        witness_name: witness.name,
        line,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['tree_size', 'witness_key_id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) await moveTopic(writes, 'log');
  });
}

/** The note with a line for each cosignature, and when the last one was stored. */
export async function cosignedNote(
  db: Queries | Writes,
  treeSize: number,
  note: string,
): Promise<{ note: string; changedAt: number }> {
  const rows = await db
    .selectFrom('cosignatures')
    .select(['line', 'created_at'])
    .where('tree_size', '=', treeSize)
    .orderBy('witness_key_id')
    .execute();
  return {
    note: note + rows.map(({ line }) => `${line}\n`).join(''),
    changedAt: Math.max(0, ...rows.map(({ created_at }) => created_at)),
  };
}

export interface CosigningState {
  /** When the newest checkpoint was signed; null while there is none. */
  checkpointAt: number | null;
  /** The names of the witnesses that cosigned the newest checkpoint. */
  cosignedBy: string[];
}

export async function readCosigning(db: Queries): Promise<CosigningState> {
  const newest = await db
    .selectFrom('checkpoints')
    .select(['tree_size', 'created_at'])
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return { checkpointAt: null, cosignedBy: [] };
  const rows = await db
    .selectFrom('cosignatures')
    .select('witness_name')
    .where('tree_size', '=', newest.tree_size)
    .orderBy('witness_key_id')
    .execute();
  return { checkpointAt: newest.created_at, cosignedBy: rows.map(({ witness_name }) => witness_name) };
}

/** Whether fewer witnesses than required cosigned the newest checkpoint in the time that they have for it. */
export function lacksCosignatures(
  { checkpointAt, cosignedBy }: CosigningState,
  quorum: number,
  now: number,
): boolean {
  return checkpointAt !== null && cosignedBy.length < quorum && now - checkpointAt > COSIGNED_WITHIN_MS;
}

/**
 * Checks what is stored of checkpoints of more than `after` leaves against the keys of the configured witnesses. Those of
 * other witnesses cannot be checked. Returns how many there are.
 */
export async function checkCosignatures(
  db: Queries,
  witnesses: readonly WitnessKey[],
  after: number,
  report: (record: string, problem: string) => void,
): Promise<number> {
  const rows = await db
    .selectFrom('cosignatures')
    .leftJoin('checkpoints', 'checkpoints.tree_size', 'cosignatures.tree_size')
    .selectAll('cosignatures')
    .select('checkpoints.note')
    .where('cosignatures.tree_size', '>', after)
    .orderBy('cosignatures.tree_size')
    .execute();
  for (const { tree_size, witness_key_id, witness_name, line, note } of rows) {
    const record = `cosignatures ${tree_size} ${witness_key_id}`;
    const witness = witnesses.find(({ id }) => id === witness_key_id);
    if (note === null) report(record, 'belongs to no checkpoint');
    else if (witness !== undefined) {
      const found = await openCosignatures(`${bodyOf(note)}\n${line}\n`, [witness]).catch(() => []);
      if (found.length === 0 || witness_name !== witness.name)
        report(record, 'is not a cosignature of this checkpoint by this witness');
    }
  }
  return rows.length;
}
