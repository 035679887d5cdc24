// Ends the sessions of people who may no longer act, in the transaction that takes their access away.

import type { Writes } from '../store/store.ts';

export async function endSessionsAs(writes: Writes, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  await writes.deleteFrom('user_sessions').where('acting_as', 'in', people).execute();
}

export async function endSessionsOfWorkspace(writes: Writes, workspaceId: string): Promise<void> {
  const members = await writes
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  await endSessionsAs(
    writes,
    members.map(({ id }) => `members/${id}`),
  );
}
