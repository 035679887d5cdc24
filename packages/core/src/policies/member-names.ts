// The names of the members of a workspace, also of those who left.

import type { Queries, Writes } from '../store/store.ts';

export async function namesOfMembers(
  db: Queries | Writes,
  workspaceId: string,
): Promise<ReadonlyMap<string | null, string>> {
  const rows = await db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
