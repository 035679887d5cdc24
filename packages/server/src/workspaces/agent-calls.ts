import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

export type ListedCall = Omit<Database['agent_calls'], 'id'> & { key_name: string };

/** What the workspace's keys called, newest first. */
export function listCalls(db: Queries, workspaceId: string, limit: number): Promise<ListedCall[]> {
  return db
    .selectFrom('agent_calls')
    .innerJoin('api_keys', 'api_keys.id', 'agent_calls.key_id')
    .select(['agent_calls.key_id', 'api_keys.name as key_name', 'at', 'request_id'])
    .select(['door', 'tool', 'outcome', 'duration_us'])
    .where('api_keys.workspace_id', '=', workspaceId)
    .orderBy('at', 'desc')
    .orderBy('agent_calls.id', 'desc')
    .limit(limit)
    .execute();
}
