// The audit trail of agent tools: which key called which tool, and with what outcome. Kept for 90 days.

import type { Context } from '../context/context.ts';
import { ListOrder, type Portion } from '../context/paging.ts';
import { insertAll } from '../store/bulk.ts';
import type { AgentEndpoint } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { keysCalled } from './keys.ts';

export interface AgentCall {
  keyId: string;
  /** Epoch milliseconds. */
  at: number;
  requestId: string;
  endpoint: AgentEndpoint;
  /** null if the call did not name one of our tools. */
  tool: string | null;
  /** ok, or the code of the refusal. */
  outcome: string;
  durationUs: number;
}

export interface ListedCall extends AgentCall {
  batch: string;
  position: number;
  keyName: string;
}

export const KEPT_CALL_DAYS = 90;

/** Takes the calls in the order in which they were made. */
export async function writeCalls(
  { newId }: Pick<Context, 'newId'>,
  writes: Writes,
  calls: readonly AgentCall[],
): Promise<void> {
  const batch = newId();
  const rows = calls.map(({ keyId, at, endpoint, tool, outcome, durationUs, requestId }, position) => ({
    batch,
    position,
    key_id: keyId,
    called_at: at,
    endpoint,
    tool,
    outcome,
    duration_us: durationUs,
    request_id: requestId,
  }));
  await insertAll(writes, 'agent_calls', rows);
}

export async function deleteCalls(writes: Writes, before: number): Promise<void> {
  await writes.deleteFrom('agent_calls').where('called_at', '<', before).execute();
}

export interface CallFilter {
  /** Prefix, id or name. */
  key?: string | undefined;
  tool?: string | undefined;
  outcome?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export const CALL_ORDER = new ListOrder<ListedCall>(
  'agent_calls',
  [
    { by: 'called_at', type: 'integer', descending: true },
    { by: 'batch', type: 'text', descending: true },
    { by: 'position', type: 'integer', descending: true },
  ],
  ({ at, batch, position }) => [at, batch, position],
);

/** The calls of a workspace's keys, newest first. */
export async function listCalls(
  db: Queries,
  workspaceId: string,
  { key, tool, outcome, since, until }: CallFilter = {},
  portion: Portion = {},
): Promise<ListedCall[]> {
  let query = db
    .selectFrom('agent_calls')
    .innerJoin('api_keys', 'api_keys.id', 'agent_calls.key_id')
    .selectAll('agent_calls')
    .select('api_keys.name as key_name')
    .where('api_keys.workspace_id', '=', workspaceId);
  if (key !== undefined) query = query.where('key_id', 'in', await keysCalled(db, workspaceId, key));
  if (tool !== undefined) query = query.where('tool', '=', tool);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (since !== undefined) query = query.where('called_at', '>=', since);
  if (until !== undefined) query = query.where('called_at', '<=', until);
  const rows = await CALL_ORDER.select(query, portion).execute();
  return rows.map((row) => ({
    batch: row.batch,
    position: row.position,
    keyId: row.key_id,
    keyName: row.key_name,
    at: row.called_at,
    requestId: row.request_id,
    endpoint: row.endpoint,
    tool: row.tool,
    outcome: row.outcome,
    durationUs: row.duration_us,
  }));
}
