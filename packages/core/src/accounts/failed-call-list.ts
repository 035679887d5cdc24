// Lists the failed calls of the keys of a workspace.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type Portion, timeOrder } from '../context/paging.ts';
import type { Queries } from '../store/store.ts';
import { keysCalled } from './keys.ts';

type ListedFailure = DomainAnswerOf<'failed_calls.list'>['data'][number] & { id: string };

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
