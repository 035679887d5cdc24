// Calls of keys that were refused or failed, so that a customer can find out why. Kept for 7 days.

import type { Context } from '../context/context.ts';
import { type Portion, timeOrder } from '../context/paging.ts';
import { inPortions } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { keysCalled } from './keys.ts';

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

export interface ListedFailure {
  id: string;
  at: number;
  key_id: string;
  key_name: string;
  key_prefix: string;
  request_id: string | null;
  operation: string | null;
  status: number | null;
  code: string | null;
  calls: number;
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

export async function deleteFailedCalls(writes: Writes, before: number): Promise<void> {
  await writes.deleteFrom('failed_calls').where('failed_at', '<', before).execute();
}

export interface FailureFilter {
  request_id?: string | undefined;
  /** Prefix, id or name. */
  key?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  operation?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export const FAILURE_ORDER = timeOrder<ListedFailure>(
  'failed_calls',
  'newest',
  ['failed_at', 'failed_calls.id'],
  ({ at, id }) => [at, id],
);

/** The failed calls of a workspace's keys, newest first. */
export async function listFailedCalls(
  db: Queries,
  workspaceId: string,
  { request_id, key, status, code, operation, since, until }: FailureFilter = {},
  portion: Portion = {},
): Promise<ListedFailure[]> {
  let query = db
    .selectFrom('failed_calls')
    .innerJoin('api_keys', 'api_keys.id', 'failed_calls.key_id')
    .select(['failed_calls.id', 'failed_at as at', 'key_id', 'api_keys.name as key_name'])
    .select(['prefix as key_prefix', 'request_id', 'operation', 'status', 'code', 'calls'])
    .where('failed_calls.workspace_id', '=', workspaceId);
  if (request_id !== undefined) query = query.where('request_id', '=', request_id);
  if (key !== undefined) query = query.where('key_id', 'in', await keysCalled(db, workspaceId, key));
  if (status !== undefined) query = query.where('status', '=', status);
  if (code !== undefined) query = query.where('code', '=', code);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (since !== undefined) query = query.where('failed_at', '>=', since);
  if (until !== undefined) query = query.where('failed_at', '<=', until);
  return FAILURE_ORDER.select(query, portion).execute();
}
