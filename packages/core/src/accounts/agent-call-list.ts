// Lists the calls of agent tools by the keys of a workspace.

import { ListOrder, type Portion } from '../context/paging.ts';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { keysCalled } from './keys.ts';

export type ListedCall = Database['agent_calls'] & { key_name: string };

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
  ({ called_at, batch, position }) => [called_at, batch, position],
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
  return CALL_ORDER.select(query, portion).execute();
}
