// Calls of keys that were refused or failed, so that a customer can find out why. Kept for 7 days.

import { sql } from 'kysely';
import type { Context } from '../context/context.ts';
import { inPortions } from '../store/bulk.ts';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import type { Database } from '../store/schema.ts';
import type { Store, Writes } from '../store/store.ts';

export interface FailedCall {
  workspaceId: string;
  keyId: string;
  /** Epoch milliseconds; of counted calls, the start of their minute. */
  at: number;
  /** null if the calls were only counted. */
  details: FailureDetails | null;
  /** 1, or how many calls were only counted. */
  calls: number;
}

export interface FailureDetails {
  requestId: string;
  /** null if the request was refused before its operation was known. */
  operation: string | null;
  status: number;
  /** The code of the problem; null for a refusal in another format. */
  code: string | null;
}

export const KEPT_FAILURE_DAYS = 7;
const ROWS_AT_ONCE = 100;

/** Calls that were only counted are added to the row of their key and minute. */
export async function writeFailedCalls(
  { newId }: Pick<Context, 'newId'>,
  writes: Writes,
  calls: readonly FailedCall[],
): Promise<void> {
  const rows = new Map<string, Database['failed_calls']>();
  for (const { workspaceId, keyId, at, details, calls: count } of calls) {
    const id = details === null ? `${keyId}/${at}` : newId();
    const known = rows.get(id);
    if (known !== undefined) {
      known.calls += count;
      continue;
    }
    rows.set(id, {
      id,
      workspace_id: workspaceId,
      key_id: keyId,
      failed_at: at,
      request_id: details?.requestId ?? null,
      operation: details?.operation ?? null,
      status: details?.status ?? null,
      code: details?.code ?? null,
      calls: count,
    });
  }
  for (const portion of inPortions([...rows.values()], ROWS_AT_ONCE)) {
    await writes
      .insertInto('failed_calls')
      .values(portion)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ eb, ref }) => ({
          calls: eb('failed_calls.calls', '+', ref('excluded.calls')),
        })),
      )
      .execute();
  }
}

export async function deleteFailedCalls(store: Store, before: number): Promise<void> {
  await deleteInPortions(store, 'failed_calls', sql`failed_at < ${before}`);
}
