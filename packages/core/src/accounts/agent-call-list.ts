import type { Queries } from '../store/store.ts';
import { type AgentCall, callsOf } from './agent-call-records.ts';

export interface ListedCall extends AgentCall {
  keyId: string;
  keyName: string;
}

/** What the workspace's keys called, newest first. */
export async function listCalls(db: Queries, workspaceId: string, limit: number): Promise<ListedCall[]> {
  // Each row has a call at its end, so that the newest calls are in the newest rows.
  const rows = await db
    .selectFrom('agent_calls')
    .innerJoin('api_keys', 'api_keys.id', 'agent_calls.key_id')
    .select(['agent_calls.key_id', 'api_keys.name', 'agent_calls.calls'])
    .where('api_keys.workspace_id', '=', workspaceId)
    .orderBy('last_at', 'desc')
    .orderBy('agent_calls.id', 'desc')
    .limit(limit)
    .execute();
  return rows
    .flatMap(({ key_id, name, calls }) =>
      callsOf(calls)
        .reverse()
        .map((call) => ({ keyId: key_id, keyName: name, ...call })),
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, limit);
}
