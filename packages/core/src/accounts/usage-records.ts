// Stores the usage of keys by hour and operation.

import { inPortions } from '../store/bulk.ts';
import type { Writes } from '../store/store.ts';

export interface UsageDelta {
  keyId: string;
  /** The start of the hour, epoch milliseconds. */
  hour: number;
  operation: string;
  accepted: number;
  refused: number;
  lastAt: number;
}

const ROWS_AT_ONCE = 100;

/** Adds the counts to the stored ones. */
export async function writeUsage(writes: Writes, deltas: readonly UsageDelta[]): Promise<void> {
  for (const portion of inPortions(mergeSame(deltas), ROWS_AT_ONCE)) {
    await writes
      .insertInto('key_usage')
      .values(
        portion.map(({ keyId, hour, operation, accepted, refused, lastAt }) => ({
          key_id: keyId,
          hour,
          operation,
          accepted,
          refused,
          last_at: lastAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['key_id', 'hour', 'operation']).doUpdateSet(({ eb, ref }) => ({
          accepted: eb('key_usage.accepted', '+', ref('excluded.accepted')),
          refused: eb('key_usage.refused', '+', ref('excluded.refused')),
          last_at: ref('excluded.last_at'),
        })),
      )
      .execute();
  }
}

/** An upsert must not affect the same row twice. */
function mergeSame(deltas: readonly UsageDelta[]): UsageDelta[] {
  const merged = new Map<string, UsageDelta>();
  for (const delta of deltas) {
    const id = `${delta.keyId} ${delta.hour} ${delta.operation}`;
    const before = merged.get(id);
    if (before === undefined) merged.set(id, { ...delta });
    else {
      before.accepted += delta.accepted;
      before.refused += delta.refused;
      before.lastAt = Math.max(before.lastAt, delta.lastAt);
    }
  }
  return [...merged.values()];
}
